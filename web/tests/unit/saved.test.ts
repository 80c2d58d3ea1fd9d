import { describe, expect, it } from 'vitest';
import type { Saved, State } from '../../src/core/state.js';
import { pgnOf, savedGame, savedStudy } from '../../src/core/summary.js';
import { Desk, rules, thought } from './world.js';

/** The game of a tab as others hear of it: data, not the same objects. */
const heardFrom = (state: State): Saved => JSON.parse(JSON.stringify(savedGame(state, 1) ?? savedStudy(state, 1))) as Saved;

describe('two tabs', () => {
  it('show the same game, and only one of them thinks', () => {
    const one = new Desk().play('e2e4');
    const other = new Desk();
    other.tell({ is: 'heard', saved: heardFrom(one.state), isLive: true });
    expect(other.sans()).toEqual(['e4']);
    expect(other.state.elsewhere).toBe(true);
    expect(other.state.asked).toBeUndefined();
    one.answer('e7e5');
    other.tell({ is: 'heard', saved: heardFrom(one.state), isLive: true });
    // A move in the other tab takes the game over.
    other.play('g1f3');
    expect(other.state.elsewhere).toBe(false);
    expect(other.state.asked?.purpose).toBe('move');
    one.tell({ is: 'heard', saved: heardFrom(other.state), isLive: true });
    expect(one.sans()).toEqual(['e4', 'e5', 'Nf3']);
    expect(one.state.asked).toBeUndefined();
  });

  it('never go back to an older version', () => {
    const desk = new Desk({ side: 'both' }).play('e2e4');
    const old = heardFrom(desk.state);
    desk.play('e7e5').tell({ is: 'heard', saved: old, isLive: true });
    expect(desk.sans()).toEqual(['e4', 'e5']);
    expect(desk.state.elsewhere).toBe(false);
  });

  it('agree even if both have changed the same version', () => {
    const [one, other] = [new Desk({ side: 'both' }).play('e2e4'), new Desk({ side: 'both' }).play('d2d4')];
    const [first, second] = [heardFrom(one.state), heardFrom(other.state)];
    one.tell({ is: 'heard', saved: second, isLive: true });
    other.tell({ is: 'heard', saved: first, isLive: true });
    expect(one.sans()).toEqual(other.sans());
  });

  it('leave other games alone, and nonsense too', () => {
    const desk = new Desk({ side: 'both' }).play('e2e4');
    const { game } = desk.state;
    const newer = { ...heardFrom(desk.state), revision: 99 } as never as Record<string, unknown>;
    desk.tell({ is: 'heard', saved: { ...newer, id: 'another' } as never, isLive: true });
    desk.tell({ is: 'heard', saved: { ...newer, record: { start: 'x', moves: [] } } as never, isLive: true });
    expect(desk.state.game).toBe(game);
  });

  it('share a study', () => {
    const one = new Desk().tell({ is: 'import', text: '1. e4 e5 *' });
    const other = new Desk().tell({ is: 'import', text: '1. e4 e5 *' });
    expect(other.state.study?.id).toBe(one.state.study?.id);
    one.tell({ is: 'goTo', at: 1 }).play('c7c5');
    other.tell({ is: 'heard', saved: JSON.parse(JSON.stringify(savedStudy(one.state, 1))) as Saved, isLive: true });
    expect(other.state.study?.game.nodes.map((node) => node.san)).toEqual(['', 'e4', 'e5', 'c5']);
  });

  it('take a game over when asked', () => {
    const one = new Desk().play('e2e4');
    const other = new Desk().tell({ is: 'heard', saved: heardFrom(one.state), isLive: true }, { is: 'takeOver' });
    expect(other.state.asked?.purpose).toBe('move');
  });
});

describe('studies', () => {
  it('are saved and come back, with their review', () => {
    const desk = new Desk().tell({ is: 'import', text: '[White "Anna"]\n\n1. f3 e5 *' }, { is: 'review' });
    for (let turn = 0; turn < 3; turn++) desk.tell({ is: 'thought', ticket: desk.state.asked?.ticket ?? -1, thought: thought({ centipawns: -30 }) }).answer(undefined);
    expect(desk.effects.at(-1)).toMatchObject({ do: 'save' });
    const saved = savedStudy(desk.state, 1)!;
    expect(saved.summary).toBe('Anna – ?');
    desk.tell({ is: 'backToGame' }, { is: 'gamesListed', games: [saved] }, { is: 'openSaved', id: saved.id });
    expect(desk.state.study?.game).toBe(saved.game);
    expect(Object.keys(desk.state.study?.scores ?? {})).toHaveLength(3);
    expect(pgnOf(saved, desk.state.ladder, rules)).toContain('[%eval -0.30]');
  });

  it('and games of earlier versions can be continued', () => {
    const { revision: _, ...old } = savedGame(new Desk({ side: 'both' }).play('e2e4').state, 1)!;
    const desk = new Desk().tell({ is: 'gamesListed', games: [old as never] }, { is: 'openSaved', id: old.id }).play('e7e5');
    expect(desk.state.game.revision).toBeGreaterThan(0);
    expect(desk.sans()).toEqual(['e4', 'e5']);
  });

  it('and games that were deleted can be brought back', () => {
    const saved = savedGame(new Desk({ side: 'both' }).play('e2e4').state, 1)!;
    const desk = new Desk().tell({ is: 'gamesListed', games: [saved] }, { is: 'deleteSaved', id: saved.id });
    expect(desk.state.games).toEqual([]);
    expect(desk.effects).toContainEqual({ do: 'deleteGame', id: saved.id });
    desk.tell({ is: 'noticeAction', id: desk.state.notices.at(-1)!.id });
    expect(desk.state.games).toEqual([saved]);
    expect(desk.effects).toContainEqual({ do: 'restoreGame', saved });
    // Each of several, though all have the same name in the list.
    const others = ['a', 'b', 'c'].map((id) => ({ ...saved, id }));
    desk.tell({ is: 'gamesListed', games: others }, ...others.map(({ id }) => ({ is: 'deleteSaved', id }) as const));
    for (const { id } of [...desk.state.notices]) desk.tell({ is: 'noticeAction', id });
    expect(desk.state.games.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
  });
});

describe('two devices', () => {
  it('play each other over the table', () => {
    const one = new Desk({ side: 'white', device: true });
    expect(one.state.game).toMatchObject({ players: { white: 'human', black: 'remote' }, open: 'black' });
    const table = (from: Desk): never => JSON.parse(JSON.stringify(from.state.game)) as never;
    const other = new Desk().tell({ is: 'tableSeen', game: { ...(table(one) as object), id: 'shared' } as never });
    expect(other.lastNotice()).toBe('A game is waiting on another device. You would play Black.');
    other.tell({ is: 'noticeAction', id: other.state.notices.at(-1)!.id });
    expect(other.state).toMatchObject({ orientation: 'black', mode: 'play', game: { id: 'shared', revision: 1, players: { white: 'remote', black: 'human' } } });
    one.state = { ...one.state, game: { ...one.state.game, id: 'shared' } };
    one.tell({ is: 'tableSeen', game: table(other) });
    expect(one.state.game.open).toBeUndefined();
    one.play('e2e4');
    expect(one.state.asked).toBeUndefined();
    // It is not this device's turn.
    one.play('e7e5').tell({ is: 'takeBack' });
    expect(one.sans()).toEqual(['e4']);
    other.tell({ is: 'tableSeen', game: table(one) }).play('e7e5');
    one.tell({ is: 'tableSeen', game: table(other) });
    expect(one.sans()).toEqual(['e4', 'e5']);
    expect(one.state.game.players).toEqual({ white: 'human', black: 'remote' });
    other.tell({ is: 'tableSeen', game: table(one) }, { is: 'resign' });
    one.tell({ is: 'tableSeen', game: table(other) });
    expect(one.state.view.outcome?.text).toBe('White wins by resignation');
  });

  it('leaves a game alone that is not between devices', () => {
    const desk = new Desk({ side: 'both' }).play('e2e4');
    desk.tell({ is: 'tableSeen', game: { ...desk.state.game, revision: 99, record: { ...desk.state.game.record, moves: [] } } });
    expect(desk.sans()).toEqual(['e4']);
  });
});
