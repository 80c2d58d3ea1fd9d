import { describe, expect, it } from 'vitest';
import { begin } from '../../src/core/begin.js';
import { judgments, openingName, report, shown } from '../../src/core/select.js';
import { lineEnd, mainLine } from '../../src/core/tree.js';
import { rows } from '../../src/views/rows.js';
import { Desk, rules, thought } from './world.js';

const PGN = '[White "Anna"]\n[Black "Berta"]\n\n1. e4 e5 (1... c5 {Sharp.} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 1-0\n';

function opened(text = PGN): Desk {
  return new Desk().tell({ is: 'import', text });
}

describe('studying', () => {
  it('walks through a game, and stops at both ends', () => {
    const desk = opened().tell({ is: 'step', by: 'last' }, { is: 'step', by: 'forward' });
    expect(shown(desk.state).nodes[shown(desk.state).at]?.san).toBe('Nc6');
    desk.tell({ is: 'step', by: 'back' }, { is: 'step', by: 'first' }, { is: 'step', by: 'back' });
    expect(shown(desk.state).at).toBe(0);
    expect(desk.state.look.legal).toHaveLength(20);
  });

  it('grows a variation, and finds a move that is there already', () => {
    const desk = opened();
    const before = shown(desk.state).nodes.length;
    desk.play('e2e4');
    expect(shown(desk.state).nodes).toHaveLength(before);
    desk.play('g8f6');
    expect(shown(desk.state).nodes).toHaveLength(before + 1);
    expect(mainLine(shown(desk.state).nodes)).toHaveLength(4);
  });

  it('promotes and deletes lines without losing others', () => {
    const desk = opened();
    const sicilian = shown(desk.state).nodes.findIndex((node) => node.san === 'c5');
    desk.tell({ is: 'goTo', at: sicilian }, { is: 'promoteLine' });
    const { nodes } = shown(desk.state);
    expect(mainLine(nodes).map((index) => nodes[index]?.san)).toEqual(['e4', 'c5', 'Nf3', 'd6']);
    expect(nodes).toHaveLength(10);
    expect(rules.writePgn(desk.state.study!.game)).toContain('1. e4 c5 {Sharp.} (1... e5 2. Nf3 Nc6) 2. Nf3 (2. c3 d5) 2... d6 1-0');
    desk.tell({ is: 'deleteLine' });
    expect(shown(desk.state).nodes.map((node) => node.san)).toEqual(['', 'e4', 'e5', 'Nf3', 'Nc6']);
  });

  it('asks about the position on the board, and asks anew when that changes', () => {
    const desk = opened();
    const first = desk.state.asked;
    expect(first?.purpose).toBe('analysis');
    desk.tell({ is: 'thought', ticket: first?.ticket ?? -1, thought: thought({ centipawns: 33, pv: ['e2e4'] }) });
    expect(desk.state.analysis.lines[0]?.centipawns).toBe(33);
    desk.tell({ is: 'step', by: 'forward' });
    expect(desk.state.asked?.ticket).toBeGreaterThan(first?.ticket ?? 0);
    expect(desk.state.analysis.lines).toEqual([]);
    desk.tell({ is: 'toggleAnalysis' });
    expect(desk.state.asked).toBeUndefined();
  });

  it('looks for threats with the other player to move', () => {
    const desk = opened().tell({ is: 'toggleThreat' });
    expect(desk.asks().at(-1)?.ask.start).toContain(' b ');
  });

  it('does not look for a threat while in check', () => {
    const desk = opened('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1').tell({ is: 'toggleThreat' });
    expect(desk.state.asked).toBeUndefined();
  });

  it('reviews the main line one position after the other, and marks what went wrong', () => {
    const desk = opened('1. f3 e5 2. g4 Qh4# 0-1').tell({ is: 'review' });
    // The last position comes first.
    for (const centipawns of [-2000, -30, -40, 20]) {
      const ticket = desk.state.asked?.ticket ?? -1;
      desk.tell({ is: 'thought', ticket, thought: thought({ centipawns }) }).answer(undefined);
    }
    expect(desk.state.study?.waiting).toBeUndefined();
    expect(desk.state.study?.scores[4]).toEqual({ mate: 0 });
    expect([...judgments(desk.state, rules)].map(([index, { name }]) => [index, name])).toEqual([[1, 'inaccuracy'], [3, 'blunder']]);
    expect(desk.effects).toContainEqual({ do: 'newGame' });
  });

  it('tells how both players did, also after a reload and in the PGN', () => {
    const desk = opened('1. f3 e5 {Sure.} 2. g4 Qh4# 0-1').tell({ is: 'review' });
    for (const centipawns of [-2000, -30, -40, 20]) {
      const ticket = desk.state.asked?.ticket ?? -1;
      const pv = desk.state.study!.waiting![0] === 2 ? ['e2e4', 'd7d5'] : [];
      desk.tell({ is: 'thought', ticket, thought: thought({ centipawns, pv }) }).answer(undefined);
    }
    const kept = JSON.parse(JSON.stringify({ mode: 'study', study: desk.state.study })) as never;
    for (const state of [desk.state, begin(rules, kept, {}, 'x', 0)]) {
      const { white, black } = report(state.study!, rules);
      expect(white.counts).toEqual({ inaccuracy: 1, mistake: 0, blunder: 1 });
      expect(black.counts).toEqual({ inaccuracy: 0, mistake: 0, blunder: 0 });
      expect(white.accuracy).toBeLessThan(60);
      expect(black.accuracy).toBeGreaterThan(95);
    }
    desk.tell({ is: 'copyPgn' }, { is: 'copyPgn' });
    const [first, second] = desk.effects.flatMap((effect) => (effect.do === 'copy' ? [effect.text.replaceAll(/\s+/g, ' ')] : []));
    expect(first).toContain('2. g4 $4 {Blunder: loses 47% of the winning chances. Best was e4. [%eval -20.00]} (2. e4 d5)');
    expect(first).toContain('1... e5 {Sure.} {[%eval -0.30]}');
    expect(second).toBe(first);
    // Read again, the evaluations are there, and a new review does not write them twice.
    const again = opened(first!);
    expect(judgments(again.state, rules).get(3)?.name).toBe('blunder');
    again.tell({ is: 'copyPgn' });
    expect(again.effects.flatMap((effect) => (effect.do === 'copy' ? (effect.text.match(/%eval -0.30/g) ?? []) : []))).toHaveLength(1);
  });

  it('keeps variations and comments on a game when it goes back to it', () => {
    const desk = new Desk({ side: 'both' }).play('e2e4', 'e7e5').tell({ is: 'study' }, { is: 'comment', text: 'Solid.' }, { is: 'goTo', at: 1 });
    desk.play('c7c5').tell({ is: 'backToGame' }).play('g1f3').tell({ is: 'study' });
    const { nodes, at } = shown(desk.state);
    expect(nodes.map((node) => node.san)).toEqual(['', 'e4', 'e5', 'c5', 'Nf3']);
    expect(nodes[at]?.san).toBe('Nf3');
    expect(nodes[2]?.comments).toEqual(['Solid.']);
    const again = begin(rules, { game: desk.state.game }, {}, 'x', 0);
    expect(again.game.notes?.game.nodes).toHaveLength(4);
    desk.tell({ is: 'copyPgn' });
    expect(desk.effects.find((effect) => effect.do === 'copy')?.text).toContain('1. e4 e5 {Solid.} (1... c5) 2. Nf3');
  });

  it('undoes and redoes every change', () => {
    const desk = opened();
    const before = desk.state.study!.game;
    desk.tell({ is: 'goTo', at: 1 }, { is: 'deleteLine' });
    expect(shown(desk.state).nodes).toHaveLength(1);
    expect(desk.lastNotice()).toBe('9 moves deleted.');
    desk.tell({ is: 'noticeAction', id: desk.state.notices.at(-1)!.id });
    expect(desk.state.study?.game).toBe(before);
    expect(desk.state.notices).toEqual([]);
    desk.tell({ is: 'redo' });
    expect(shown(desk.state).nodes).toHaveLength(1);
    desk.tell({ is: 'takeBack' }, { is: 'comment', text: 'Well.' }, { is: 'promoteLine' }).play('a7a6');
    for (let step = 0; step < 2; step++) desk.tell({ is: 'undo' });
    expect(desk.state.study?.game).toBe(before);
    desk.tell({ is: 'undo' });
    expect(desk.state.study?.game).toBe(before);
  });

  it('undoes a deletion even when the study was left, and goes back to it', () => {
    const desk = opened();
    const before = desk.state.study!;
    desk.tell({ is: 'goTo', at: 1 }, { is: 'deleteLine' }, { is: 'backToGame' });
    desk.tell({ is: 'import', text: '1. d4 d5 *' }, { is: 'noticeAction', id: desk.state.notices.at(-1)!.id });
    expect(desk.state.study).toMatchObject({ id: before.id, game: before.game });
    expect(desk.state.study!.revision).toBe(before.revision + 2);
    expect(desk.state.notices).toEqual([]);
    const own = new Desk({ side: 'both' }).play('e2e4', 'e7e5').tell({ is: 'study' }, { is: 'goTo', at: 1 });
    own.play('c7c5').tell({ is: 'deleteLine' }, { is: 'backToGame' }).play('g1f3');
    own.tell({ is: 'noticeAction', id: own.state.notices.at(-1)!.id });
    expect(shown(own.state).nodes.map((node) => node.san)).toEqual(['', 'e4', 'e5', 'c5', 'Nf3']);
    expect(own.state.game.notes?.game.nodes.map((node) => node.san)).toContain('c5');
  });

  it('can still be undone when it is opened again', () => {
    const desk = new Desk({ side: 'both' }).play('e2e4').tell({ is: 'study' }, { is: 'comment', text: 'Hm.' }, { is: 'backToGame' }, { is: 'study' }, { is: 'undo' });
    expect(shown(desk.state).nodes[1]?.comments).toEqual([]);
  });

  it('keeps what a review found when lines are moved and comments are written', () => {
    // Both lines lead to the same position, and only the main one is reviewed.
    const desk = opened('1. Nf3 (1. Nc3 Nf6 2. Nf3 Nc6) 1... Nf6 2. Nc3 Nc6 *').tell({ is: 'review' });
    const next = () => desk.tell({ is: 'thought', ticket: desk.state.asked?.ticket ?? -1, thought: thought({ centipawns: 20 }) }).answer(undefined);
    next();
    desk.tell({ is: 'goTo', at: 1 }, { is: 'comment', text: 'Yes.' }).play('e7e5');
    expect(desk.state.study?.waiting).toHaveLength(4);
    for (let turn = 0; turn < 4; turn++) next();
    desk.tell({ is: 'deleteLine' });
    const { game, scores } = desk.state.study!;
    expect(mainLine(game.nodes).map((index) => scores[index]?.centipawns)).toEqual([20, 20, 20, 20]);
  });

  it('plays a line of the engine up to any of its moves', () => {
    const desk = opened().tell({ is: 'playLine', moves: ['d2d4', 'd7d5', 'c2c4'] });
    const { nodes, at } = shown(desk.state);
    expect(nodes[at]?.san).toBe('c4');
    expect(nodes).toHaveLength(13);
    desk.tell({ is: 'undo' });
    expect(shown(desk.state).nodes).toHaveLength(10);
  });

  it('names the opening on the board', () => {
    const desk = opened().tell({ is: 'step', by: 'last' });
    expect(openingName(shown(desk.state), rules)).toBe("King's Pawn Game: King's Knight Opening, Normal Variation");
    desk.tell({ is: 'goTo', at: shown(desk.state).nodes.findIndex((node) => node.san === 'c3') });
    expect(openingName(shown(desk.state), rules)).toBe('Sicilian Defense: Alapin Variation');
  });

  it('handles forty thousand moves', () => {
    const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const text = Array.from({ length: 40_000 }, (_, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${moves[ply % 4]}` : moves[ply % 4])).join(' ');
    const desk = opened(`${text} *`);
    expect(shown(desk.state).nodes).toHaveLength(40_001);
    // Each of these took seconds when every step looked through the whole tree, or replayed it.
    desk.tell({ is: 'step', by: 'last' }, { is: 'comment', text: 'At last.' }).play('e2e4');
    expect(rows(shown(desk.state).nodes)).toHaveLength(20_002);
    expect(rules.writePgn(desk.state.study!.game)).toContain('At last.');
    expect(begin(rules, { mode: 'study', study: desk.state.study! }, {}, 'x', 0).mode).toBe('study');
  });

  it('goes back to the game as it was', () => {
    const desk = new Desk({ side: 'both' }).play('e2e4', 'e7e5').tell({ is: 'study' }, { is: 'goTo', at: 1 });
    desk.play('c7c5').tell({ is: 'backToGame' });
    expect(desk.sans()).toEqual(['e4', 'e5']);
    expect(desk.state.look.turn).toBe('white');
  });

  it('shows pairs of moves, with variations and comments between them', () => {
    const { nodes } = shown(opened().state);
    expect(rows(nodes).map((row) => row.kind)).toEqual(['pair', 'variation', 'variation', 'pair']);
    expect(lineEnd(nodes, 0)).toBe(mainLine(nodes).at(-1));
  });

  it('keeps comments that are written here', () => {
    const desk = opened().tell({ is: 'goTo', at: 1 }, { is: 'comment', text: 'Best by test. }' });
    expect(rules.writePgn(desk.state.study!.game)).toContain('Best by test.');
  });
});
