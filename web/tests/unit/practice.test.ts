import { describe, expect, it } from 'vitest';
import { dueCards, graded } from '../../src/core/practice.js';
import type { Card } from '../../src/core/state.js';
import { shapes } from '../../src/views/arrows.js';
import { Desk, thought } from './world.js';

const DAY = 86_400_000;

/** A game of two people in which White blundered a mate in one, reviewed. */
function reviewed(): Desk {
  const desk = new Desk({ side: 'both' }).play('e2e4', 'e7e5', 'g2g4', 'd7d5').tell({ is: 'study' }, { is: 'review' });
  // The last position comes first.
  for (const [centipawns, best] of [[-150, 'e4d5'], [-160, 'd7d5'], [20, 'g1f3'], [25, 'e7e5'], [20, 'e2e4']] as const) {
    desk.tell({ is: 'thought', ticket: desk.state.asked?.ticket ?? -1, thought: thought({ centipawns, pv: [best] }) }).answer(undefined);
  }
  return desk;
}

describe('practice', () => {
  it('asks for a better move than the one that was a mistake', () => {
    const desk = reviewed().tell({ is: 'practice', of: 'white' });
    expect(desk.state.practice?.cards.map((card) => [card.san, card.best])).toEqual([['g4', 'g1f3']]);
    expect(desk.state.announcement).toBe('You played g4. Find a better move.');
    desk.play('g1f3');
    expect(desk.state.practice?.step).toBe('right');
    expect(desk.state.announcement).toBe('Right: Nf3 is the best move.');
    desk.tell({ is: 'practiceNext' });
    expect(desk.state.announcement).toBe('1 of 1 found at the first try.');
    desk.tell({ is: 'practiceNext' });
    expect(desk.state.mode).toBe('study');
  });

  it('lets the engine judge other moves', () => {
    const desk = reviewed().tell({ is: 'practice', of: 'white' }).play('a2a3');
    expect(desk.state.asked?.purpose).toBe('practice');
    expect(desk.asks().at(-1)?.ask.moves).toEqual(['a2a3']);
    desk.tell({ is: 'thought', ticket: desk.state.asked!.ticket, thought: thought({ centipawns: -200 }) }).answer('d7d5');
    expect(desk.state.practice).toMatchObject({ step: 'wrong', missed: true });
    expect(desk.state.announcement).toMatch(/^a3 is not it\. (Mistake|Blunder): loses \d+% of the winning chances\.$/);
    desk.play('b1c3');
    desk.tell({ is: 'thought', ticket: desk.state.asked!.ticket, thought: thought({ centipawns: 15 }) }).answer('d7d5');
    expect(desk.state.announcement).toBe('Right: Nc3 is a good move.');
    expect(desk.state.practice?.found).toBe(0);
  });

  it('gives hints step by step, and shows the move', () => {
    const desk = reviewed().tell({ is: 'practice', of: 'white' });
    expect(shapes(desk.state)).toMatchObject([{ orig: 'g2', dest: 'g4' }]);
    desk.tell({ is: 'hint' }, { is: 'hint' });
    expect(shapes(desk.state)).toEqual([{ orig: 'g1', brush: 'hint' }]);
    desk.tell({ is: 'practiceShow' });
    expect(desk.state.announcement).toBe('The best move was Nf3.');
    expect(desk.state.look.fen).toContain('5N2');
  });

  it('goes back to the study from which it was begun', () => {
    const desk = reviewed().tell({ is: 'practice', of: 'white' }, { is: 'backToGame' });
    expect(desk.state).toMatchObject({ mode: 'study', study: { ofGame: true } });
    expect(desk.state.practice).toBeUndefined();
  });

  it('says so if there is nothing to practice', () => {
    const desk = new Desk().tell({ is: 'practice', of: 'due' });
    expect(desk.lastNotice()).toContain('No mistakes are due');
    expect(desk.state.mode).toBe('play');
  });
});

describe('the trainer', () => {
  it('keeps the mistakes of own games, and asks for them later and later', () => {
    const desk = reviewed();
    expect(desk.state.cards).toHaveLength(1);
    expect(desk.effects).toContainEqual({ do: 'saveCards', cards: desk.state.cards });
    const waits: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      desk.tell({ is: 'practice', of: 'due' }).play('g1f3').tell({ is: 'practiceNext' }, { is: 'practiceNext' });
      const card = desk.state.cards[0] as Card;
      waits.push((card.due - desk.date) / DAY);
      expect(dueCards(desk.state.cards, desk.date)).toEqual([]);
      desk.date = card.due;
    }
    expect(waits).toEqual([1, 3, 7, 16]);
  });

  it('begins again with what was missed', () => {
    const card: Card = { id: 'x', fen: '', played: '', san: '', best: '', before: {}, about: '', box: 4, due: 0 };
    expect(graded(card, false, 0)).toMatchObject({ box: 0, due: DAY });
    expect(graded({ ...card, box: 6 }, true, 0)).toMatchObject({ box: 6, due: 90 * DAY });
  });

  it('does not lose what it knows when a game is reviewed again', () => {
    const desk = reviewed().tell({ is: 'practice', of: 'due' }).play('g1f3').tell({ is: 'practiceNext' }, { is: 'practiceNext' });
    desk.tell({ is: 'review' });
    for (const [centipawns, best] of [[-150, 'e4d5'], [-160, 'd7d5'], [20, 'g1f3'], [25, 'e7e5'], [20, 'e2e4']] as const) {
      desk.tell({ is: 'thought', ticket: desk.state.asked?.ticket ?? -1, thought: thought({ centipawns, pv: [best] }) }).answer(undefined);
    }
    expect(desk.state.cards.map(({ box }) => box)).toEqual([1]);
  });

  it('leaves the games of others alone', () => {
    const desk = new Desk().tell({ is: 'import', text: '1. f3 e5 2. g4 Qh4# 0-1' }, { is: 'review' });
    for (const centipawns of [-2000, -30, -40, 20]) desk.tell({ is: 'thought', ticket: desk.state.asked?.ticket ?? -1, thought: thought({ centipawns, pv: ['e2e4'] }) }).answer(undefined);
    expect(desk.state.cards).toEqual([]);
  });
});
