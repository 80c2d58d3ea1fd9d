import { describe, expect, it } from 'vitest';
import { clocks, playerName } from '../../src/core/select.js';
import { shapes } from '../../src/views/arrows.js';
import { Desk, thought } from './world.js';

describe('playing', () => {
  it('asks the engine after a move, and plays its answer', () => {
    const desk = new Desk().play('e2e4');
    expect(desk.asks().at(-1)?.ask.moves).toEqual(['e2e4']);
    desk.answer('e7e5');
    expect(desk.sans()).toEqual(['e4', 'e5']);
    expect(desk.state.asked).toBeUndefined();
  });

  it('drops a reply that comes after a takeback', () => {
    const desk = new Desk().play('e2e4');
    const ticket = desk.state.asked?.ticket ?? -1;
    desk.tell({ is: 'takeBack' });
    expect(desk.effects).toContainEqual({ do: 'stop' });
    desk.tell({ is: 'answered', ticket, best: 'e7e5' }, { is: 'thought', ticket, thought: thought({}) });
    expect(desk.sans()).toEqual([]);
    expect(desk.state.thoughts).toEqual([]);
  });

  it('drops a late reply even when the same position comes again', () => {
    const desk = new Desk().play('e2e4');
    const ticket = desk.state.asked?.ticket ?? -1;
    desk.tell({ is: 'takeBack' }).play('e2e4');
    expect(desk.state.asked?.ticket).toBeGreaterThan(ticket);
    desk.tell({ is: 'answered', ticket, best: 'a7a6' });
    expect(desk.sans()).toEqual(['e4']);
  });

  it('takes back to the turn of the person, and redoes', () => {
    const desk = new Desk().play('e2e4', 'e7e5', 'g1f3', 'b8c6').tell({ is: 'takeBack' });
    expect(desk.sans()).toEqual(['e4', 'e5']);
    desk.tell({ is: 'redo' });
    expect(desk.sans()).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
    desk.tell({ is: 'takeBack' }).play('f1c4');
    expect(desk.state.game.record.undone).toBe(0);
    expect(desk.sans()).toEqual(['e4', 'e5', 'Bc4']);
  });

  it('takes a mate back, and with it the end of the game', () => {
    const desk = new Desk({ side: 'both' }).play('f2f3', 'e7e5', 'g2g4', 'd8h4');
    expect(desk.state.view.outcome?.text).toBe('Black wins by checkmate');
    expect(desk.state.announcement).toBe('Black: queen d8 to h4, checkmate. Black wins by checkmate.');
    expect(desk.effects).toContainEqual({ do: 'sound', sound: 'end' });
    desk.tell({ is: 'takeBack' });
    expect(desk.state.view.outcome).toBeUndefined();
  });

  it('waits to be told what a pawn becomes', () => {
    const position = { side: 'both', variant: 'position', fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' } as const;
    for (const role of ['q', 'r', 'b', 'n']) {
      const desk = new Desk(position).tell({ is: 'gesture', from: 'a7', to: 'a8' });
      expect(desk.state.promoting).toEqual({ from: 'a7', to: 'a8' });
      desk.tell({ is: 'promote', to: role });
      expect(desk.sans()[0]).toMatch(new RegExp(`^a8=${role.toUpperCase()}`));
    }
    const changed = new Desk(position).tell({ is: 'gesture', from: 'a7', to: 'a8' }, { is: 'promote', to: undefined });
    expect(changed.state.promoting).toBeUndefined();
    expect(changed.sans()).toEqual([]);
  });

  it('castles by both gestures', () => {
    for (const to of ['g1', 'h1']) {
      const desk = new Desk({ side: 'both', variant: 'position', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' }).tell({ is: 'gesture', from: 'e1', to });
      expect(desk.sans()).toEqual(['O-O']);
    }
    for (const text of ['Kg1', 'e1h1', '0-0']) {
      const desk = new Desk({ side: 'both', variant: 'position', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' }).tell({ is: 'typed', text });
      expect(desk.sans()).toEqual(['O-O']);
    }
  });

  it('castles in Chess960, where the king stands beside its rook', () => {
    const desk = new Desk({ side: 'both', variant: 'position', fen: '4k3/8/8/8/8/8/8/5KR1 w G - 0 1' }).tell({ is: 'gesture', from: 'f1', to: 'g1' });
    expect(desk.sans()).toEqual(['O-O']);
    expect(desk.state.view.chess960).toBe(true);
  });

  it('starts any of the 960 positions', () => {
    const desk = new Desk({ variant: 'chess960', number960: 0 });
    expect(desk.state.look.fen).toBe('bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1');
  });

  it('refuses illegal moves without a change', () => {
    const desk = new Desk();
    const before = desk.state.game;
    desk.tell({ is: 'gesture', from: 'e2', to: 'e5' }, { is: 'typed', text: 'Ke2' });
    expect(desk.state.game).toBe(before);
    expect(desk.lastNotice()).toBe('Your king cannot move now.');
    // Only the last refusal is shown, until there is another move.
    desk.tell({ is: 'typed', text: 'nonsense' });
    expect(desk.state.notices.map((one) => one.text)).toEqual(['"nonsense" is not a move; write moves as Nf3, exd5, O-O or e2e4.']);
    desk.tell({ is: 'typed', text: 'e4' });
    expect(desk.state.notices).toEqual([]);
  });

  it('plays a premove as soon as it can, and forgets one that cannot be', () => {
    const desk = new Desk().play('e2e4').tell({ is: 'premove', from: 'g1', to: 'f3' }).answer('e7e5');
    expect(desk.sans()).toEqual(['e4', 'e5', 'Nf3']);
    expect(desk.state.asked?.purpose).toBe('move');
    desk.tell({ is: 'premove', from: 'f3', to: 'e5' }, { is: 'premove', from: 'a2', to: 'a5' }).answer('b8c6');
    expect(desk.sans()).toHaveLength(4);
    expect(desk.state.premove).toBeUndefined();
  });

  it('lets the engine begin when the person has Black, and play itself', () => {
    const black = new Desk({ side: 'black' });
    expect(black.state.orientation).toBe('black');
    black.play('d2d4', 'd7d5');
    expect(black.sans()).toEqual(['d4', 'd5']);
    const watching = new Desk({ side: 'none' }).play('e2e4', 'e7e5').tell({ is: 'pause' });
    expect(watching.sans()).toEqual(['e4', 'e5']);
    expect(watching.state.asked).toBeUndefined();
    watching.tell({ is: 'pause' });
    expect(watching.state.asked?.purpose).toBe('move');
    expect(playerName(watching.state.ladder, watching.state.game, 'white')).not.toBe('You');
  });

  it('resigns for the person, whoever is to move', () => {
    const desk = new Desk({ side: 'black' }).tell({ is: 'resign' });
    expect(desk.state.view.outcome?.text).toBe('White wins by resignation');
    expect(desk.effects).toContainEqual({ do: 'stop' });
  });

  it('offers a draw to the engine, which decides by what it sees', () => {
    const offer = (centipawns: number): Desk => {
      const desk = new Desk().play('e2e4', 'e7e5').tell({ is: 'offerDraw' });
      expect(desk.state.asked?.purpose).toBe('draw');
      const ticket = desk.state.asked?.ticket ?? -1;
      return desk.tell({ is: 'thought', ticket, thought: thought({ centipawns }) }).answer('g1f3');
    };
    expect(offer(400).state.view.outcome?.text).toBe('Draw by agreement');
    const declined = offer(-400);
    expect(declined.state.view.outcome).toBeUndefined();
    expect(declined.lastNotice()).toContain('declines');
  });

  it('claims a draw by repetition', () => {
    const around = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const desk = new Desk({ side: 'both' }).play(...around, ...around);
    expect(desk.state.view.claimable).toBe('threefold repetition');
    desk.tell({ is: 'offerDraw' });
    expect(desk.state.view.outcome?.score).toBe('1/2-1/2');
  });

  it('climbs the ladder of hints', () => {
    const desk = new Desk().tell({ is: 'hint' });
    const ticket = desk.state.asked?.ticket ?? -1;
    desk.tell({ is: 'thought', ticket, thought: thought({ centipawns: 30 }) }).answer('g1f3');
    expect(desk.state.hint).toMatchObject({ step: 1, best: { uci: 'g1f3', score: { centipawns: 30 } } });
    desk.tell({ is: 'hint' }, { is: 'hint' }, { is: 'hint' });
    expect(desk.state.hint?.step).toBe(3);
    desk.play('e2e4');
    expect(desk.state.hint).toBeUndefined();
  });

  it('plays the best move so far when it should move now', () => {
    const desk = new Desk().play('e2e4');
    const ticket = desk.state.asked?.ticket ?? -1;
    desk.tell({ is: 'thought', ticket, thought: thought({ pv: ['c7c5'] }) }, { is: 'moveNow' });
    expect(desk.sans()).toEqual(['e4', 'c5']);
    desk.tell({ is: 'answered', ticket, best: 'e7e5' });
    expect(desk.sans()).toEqual(['e4', 'c5']);
  });

  it('keeps the game when the engine breaks, and asks again when it is back', () => {
    const desk = new Desk().play('e2e4').tell({ is: 'engineFailed', error: 'out of memory' });
    expect(desk.sans()).toEqual(['e4']);
    expect(desk.lastNotice()).toContain('Your game is safe');
    expect(desk.state.asked).toBeUndefined();
    desk.tell({ is: 'engineReady' });
    expect(desk.state.asked?.purpose).toBe('move');
  });

  it('does not tear anybody away from an earlier move', () => {
    const desk = new Desk().play('e2e4', 'e7e5', 'g1f3').tell({ is: 'step', by: 'first' }).answer('b8c6');
    expect(desk.sans()).toHaveLength(4);
    expect(desk.state.at).toBe(0);
    desk.tell({ is: 'step', by: 'last' });
    expect(desk.state.look.legal.length).toBeGreaterThan(20);
  });

  it('shows a hint only on the position that it is about', () => {
    const desk = new Desk().play('e2e4', 'e7e5').tell({ is: 'hint' }).answer('g1f3').tell({ is: 'hint' }, { is: 'hint' });
    expect(shapes(desk.state)).toHaveLength(1);
    desk.tell({ is: 'step', by: 'back' });
    expect(shapes(desk.state)).toEqual([]);
  });

  it('turns the board to whoever is to move, if two people want that', () => {
    const desk = new Desk({ side: 'both' }).tell({ is: 'settings', settings: { turns: true } }).play('e2e4');
    expect(desk.state.orientation).toBe('black');
    desk.play('e7e5');
    expect(desk.state.orientation).toBe('white');
    expect(new Desk({ side: 'both' }).play('e2e4').state.orientation).toBe('white');
  });

  it('saves after every move', () => {
    const desk = new Desk().play('e2e4');
    expect(desk.effects.filter((effect) => effect.do === 'save')).toHaveLength(1);
  });
});

describe('clocks', () => {
  it('begin with the first move, run for whoever is to move, and add increments', () => {
    const desk = new Desk({ side: 'both', minutes: 1, increment: 2 });
    desk.now += 10_000;
    desk.play('e2e4');
    expect(clocks(desk.state, desk.now)).toEqual({ white: 62_000, black: 60_000 });
    desk.now += 5_000;
    expect(clocks(desk.state, desk.now)).toEqual({ white: 62_000, black: 55_000 });
    desk.play('e7e5');
    expect(clocks(desk.state, desk.now)).toEqual({ white: 62_000, black: 57_000 });
  });

  it('end the game when a flag falls', () => {
    const desk = new Desk({ side: 'both', minutes: 1 }).play('e2e4');
    desk.now += 60_001;
    desk.tell({ is: 'tick' });
    expect(desk.state.view.outcome?.text).toBe('White wins on time');
  });

  it('stand still while the game is studied', () => {
    const desk = new Desk({ side: 'both', minutes: 1 }).play('e2e4');
    desk.now += 1_000;
    desk.tell({ is: 'study' });
    desk.now += 50_000;
    desk.tell({ is: 'backToGame' });
    expect(clocks(desk.state, desk.now)?.black).toBe(59_000);
  });

  it('leave the level to the engine, and studies its full strength', () => {
    const desk = new Desk({ level: 1 }).play('e2e4');
    expect(desk.asks().at(-1)?.ask.options).toEqual({ 'Skill Level': '1' });
    desk.tell({ is: 'study' });
    expect(desk.asks().at(-1)?.ask.options).toEqual({ 'Skill Level': '20' });
    expect(new Desk({ pocket: true }).play('e2e4').asks().at(-1)?.ask.engine).toBe('pocket');
  });

  it('are told to the engine', () => {
    const desk = new Desk({ minutes: 3, increment: 2, level: 20 }).play('e2e4');
    expect(desk.asks().at(-1)?.ask.limits).toMatchObject({ left: 180_000, increment: 2_000 });
  });
});
