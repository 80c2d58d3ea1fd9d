// The corpus in testdata/coach, which the Rust tests run too: here through the wasm module, and through the page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { title, turnOf } from '../../src/core/chess.js';
import { opponentAt } from '../../src/core/levels.js';
import type { Points } from '../../src/core/rules.js';
import { judgments } from '../../src/core/select.js';
import { Desk, rules, thought } from './world.js';

function rows<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../../../testdata/coach/${name}.json`, import.meta.url), 'utf8')) as T[];
}

interface LevelRow { level: number; name: string; words: string; rating: number | null }
interface ScoreRow extends Points { chance: number; text: string; words: string }
interface VerdictRow { fen: string; played: string; best: string | null; before: Points; after: Points; judgment: string | null; remark: string | null }
interface DrawRow { score: Points | null; plies: number; accepts: boolean }
interface MoveRow { fen: string; move: string; words: string; score?: Points; hint?: string[] }
interface EndingRow { fen: string; words: string }

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const negated = ({ centipawns, mate }: Points): Points => ({ centipawns: centipawns && -centipawns, mate: mate && -mate });

describe('levels', () => {
  it.each(rows<LevelRow>('levels'))('level $level is $name', ({ level, name, words, rating }) => {
    const ladder = rules.levels();
    expect(ladder.levels[level - 1]).toEqual({ number: level, name, words, rating: rating ?? undefined });
    // What a level means is left to the engine, so that it is the same in the terminal.
    expect(opponentAt(ladder, level)).toMatchObject({ name, rating: rating ?? undefined, engine: 'mola', options: { 'Skill Level': String(level) } });
  });
});

describe('scores', () => {
  it.each(rows<ScoreRow>('scores'))('$text wins $chance %', ({ chance, text, words, centipawns, mate }) => {
    const score = { centipawns, mate };
    expect(rules.whiteChance(START, score)).toBeCloseTo(chance, 3);
    expect(rules.whiteChance(START.replace(' w ', ' b '), score)).toBeCloseTo(chance, 3);
    expect(rules.scoreText(score)).toBe(text);
    expect(rules.scoreInWords(score)).toBe(words);
  });

  it('sees a mate on the board', () => {
    const mated = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
    expect(rules.whiteChance(mated, { mate: 0 })).toBe(0);
    expect(rules.scoreInWords({ mate: 0 })).toBe('Checkmate.');
  });
});

describe('verdicts', () => {
  it.each(rows<VerdictRow>('verdicts'))('$played is $judgment', ({ fen, played, best, before, after, judgment, remark }) => {
    const found = rules.judge(fen, played, best ?? undefined, before, after);
    expect(found?.name ?? null).toBe(judgment);
    expect(found?.remark ?? null).toBe(remark);
    // The page comes to the same verdict when its review has found these scores.
    const desk = new Desk().tell({ is: 'import', text: fen });
    const study = desk.state.study!;
    const node = rules.playNode(fen, played, 0);
    const scores = { 0: { ...before, best: best ?? undefined }, 1: after };
    const state = { ...desk.state, study: { ...study, game: { ...study.game, nodes: [...study.game.nodes, node] }, scores } };
    expect(judgments(state, rules).get(1)).toEqual(found);
  });
});

describe('draws', () => {
  it.each(rows<DrawRow>('draws'))('$score after $plies plies: $accepts', ({ score, plies, accepts }) => {
    expect(rules.acceptsDraw(score ?? undefined, true, plies)).toBe(accepts);
    expect(rules.acceptsDraw(score ? negated(score) : undefined, false, plies)).toBe(accepts);
  });

  it('are accepted by the page as the coach says', () => {
    const line = 'g1f3 g8f6 b1c3 b8c6 e2e4 e7e5 f1c4 f8c5 d2d3 d7d6 a2a3 a7a6 h2h3 h7h6 b2b3 b7b6 g2g3 g7g6 c1b2 c8b7 d1e2 d8e7 e1f1 e8f8 f1g2 f8g7 a1e1 a8e8 f3h2 f6h7'.split(' ');
    const asked = rows<DrawRow>('draws').filter((row) => row.score && row.plies % 2 === 0 && row.plies <= line.length);
    expect(asked.length).toBeGreaterThan(3);
    for (const { score, plies, accepts } of asked) {
      const desk = new Desk().play(...line.slice(0, plies)).tell({ is: 'offerDraw' });
      const ticket = desk.state.asked?.ticket ?? -1;
      desk.tell({ is: 'thought', ticket, thought: thought({ centipawns: undefined, ...negated(score as Points) }) }).answer('a1a1');
      expect(desk.state.view.outcome?.text).toBe(accepts ? 'Draw by agreement' : undefined);
    }
  });
});

describe('moves in words', () => {
  it.each(rows<MoveRow>('moves'))('$words', ({ fen, move, words, score, hint }) => {
    expect(rules.moveInWords(fen, move)).toBe(words);
    hint?.forEach((text, index) => expect(rules.hint(fen, move, score, index + 1)).toBe(text));
    const desk = new Desk().tell({ is: 'import', text: fen }).play(move);
    expect(desk.state.announcement).toBe(`${title(turnOf(fen))}: ${words}.`);
  });

  it('says that a player passes', () => {
    expect(rules.moveInWords(START, '0000')).toBe('passes');
  });

  it.each(rows<EndingRow>('endings'))('$words', ({ fen, words }) => {
    expect(rules.look(fen).outcome?.text).toBe(words);
  });
});
