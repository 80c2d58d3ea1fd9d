import { describe, expect, it } from 'vitest';
import { judgments, shown } from '../../src/core/select.js';
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
