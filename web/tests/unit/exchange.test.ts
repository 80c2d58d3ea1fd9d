import { describe, expect, it } from 'vitest';
import { begin } from '../../src/core/begin.js';
import { hasRight, withRight } from '../../src/core/castling.js';
import { START, boardField, captures, pieces } from '../../src/core/chess.js';
import { clockText, gameDate, percent } from '../../src/core/format.js';
import { opponentAt } from '../../src/core/levels.js';
import { packMoves, readHash, shareHash, unpackMoves } from '../../src/core/share.js';
import { nameAt, playerName } from '../../src/core/select.js';
import { shapes } from '../../src/views/arrows.js';
import { shortcut } from '../../src/views/keys.js';
import { Desk, rules } from './world.js';

describe('games in and out', () => {
  it('reads a FEN and a PGN, whichever it is', () => {
    const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
    expect(new Desk().tell({ is: 'import', text: ` ${fen}\n` }).state.look.fen).toBe(fen);
    const desk = new Desk().tell({ is: 'import', text: '1. e4 e5' });
    expect(desk.state.study?.game.nodes).toHaveLength(3);
  });

  it('writes the PGN that it reads, to the last comment', () => {
    const text = rules.writePgn(rules.readPgn('[Event "Café"]\n\n{Well.} 1. e4! {Good.} (1. d4 d5) 1... e5 $10 1/2-1/2', 0));
    const desk = new Desk().tell({ is: 'import', text }, { is: 'copyPgn' });
    expect(desk.effects).toContainEqual({ do: 'copy', text, said: 'Game copied.' });
  });

  it('says what is wrong with broken texts, and keeps the game', () => {
    const desk = new Desk().play('e2e4');
    const game = desk.state.game;
    for (const [text, words] of [
      ['', 'nothing to read'],
      ['hello world', 'is not a move'],
      ['Just some words, and nothing else', 'is not a move'],
      ['rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'rank 7 has 7 squares'],
      ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'Black has no king'],
    ] as const) {
      desk.tell({ is: 'import', text });
      expect(desk.lastNotice()).toContain(words);
      expect(desk.state.mode).toBe('play');
      expect(desk.state.game).toBe(game);
    }
    desk.tell({ is: 'import', text: '1. e4 e5 2. Ke3 Nf6' });
    expect(desk.state.study?.game.nodes).toHaveLength(3);
    expect(desk.lastNotice()).toContain('"Ke3" is not a legal move here');
    desk.tell({ is: 'import', text: 'x'.repeat(17 * 1024 * 1024) });
    expect(desk.lastNotice()).toContain('too large');
  });

  it('lets one pick from many games', () => {
    const desk = new Desk().tell({ is: 'import', text: '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n' });
    expect(desk.state.dialog).toBe('pick');
    desk.tell({ is: 'pickGame', number: 1 });
    expect(desk.state.study?.game.nodes).toHaveLength(3);
    expect(desk.state.dialog).toBeUndefined();
  });

  it('puts a whole game into a link and takes it out again', () => {
    const desk = new Desk({ side: 'both', variant: 'position', fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' }).play('a7a8q', 'h7g6').tell({ is: 'resign' });
    desk.tell({ is: 'copyLink', page: 'https://x/' });
    const link = desk.effects.find((effect) => effect.do === 'copy')?.text ?? '';
    expect(link).toMatch(/^https:\/\/x\/#game=/);
    const other = new Desk().tell({ is: 'openLink', hash: link.slice(link.indexOf('#')) });
    expect(other.state.study?.game.nodes.map((node) => node.san)).toEqual(['', 'a8=Q', 'Kg6']);
    expect(other.state.study?.game.result).toBe('0-1');
  });

  it('packs every square and promotion, and refuses damage', () => {
    const moves = ['a1h8', 'h8a1', 'e7e8q', 'a2a1n', 'g1f3'];
    expect(unpackMoves(packMoves(moves))).toEqual(moves);
    expect(unpackMoves('A')).toBeUndefined();
    expect(unpackMoves('A*')).toBeUndefined();
    expect(() => readHash('#game=A')).toThrow('damaged');
    expect(readHash('')).toBeUndefined();
    expect(readHash(shareHash({ start: START, moves }))?.moves).toEqual(moves);
    const desk = new Desk().tell({ is: 'openLink', hash: '#game=AAAA' });
    expect(desk.lastNotice()).toContain('does not contain a valid game');
    expect(desk.state.mode).toBe('play');
  });

  it('does not call the sender "You" in a link', () => {
    const desk = new Desk().play('e2e4', 'e7e5').tell({ is: 'copyLink', page: 'https://x/' });
    const link = desk.effects.find((effect) => effect.do === 'copy')?.text ?? '';
    const { state } = new Desk().tell({ is: 'openLink', hash: link.slice(link.indexOf('#')) });
    expect(nameAt(state, 'white').name).toBe('White');
    expect(nameAt(state, 'black').name).toBe(playerName(desk.state.ladder, desk.state.game, 'black'));
  });

  it.each([
    ['https://lichess.org/analysis/pgn/e4_e5_Nf3', 4, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
    ['lichess.org/analysis/pgn/e4_e5_Nf3?color=black#3', 4, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
    ['Look at this: <https://lichess.org/analysis/pgn/e4_e5_Nf3>.', 4, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
    ['[Site "https://lichess.org/abcdefgh"] 1. e4 e5 2. Nf3 {https://lichess.org/analysis/pgn/d4} *', 4, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
    ['https://lichess.org/analysis/standard/4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1', 1, '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['https://lichess.org/editor/4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1?color=white', 1, '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
    [`http://localhost:6652/#game=${packMoves(['e2e4', 'e7e5', 'g1f3'])}`, 4, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
  ])('understands a link with the game in it: %s', (text, nodes, root) => {
    const desk = new Desk().tell({ is: 'import', text });
    expect(desk.lastNotice()).toBeUndefined();
    expect(desk.state.study?.game.nodes).toHaveLength(nodes);
    expect(desk.state.study?.game.nodes[0]?.fen).toBe(root);
  });

  it('says what to do with a link that has no moves in it', () => {
    const desk = new Desk().tell({ is: 'import', text: 'https://lichess.org/abcdefgh' });
    expect(desk.lastNotice()).toContain('There are no moves in this link');
    expect(desk.state.mode).toBe('play');
  });

  it('shows clocks, evaluations and drawings of an imported game', () => {
    const desk = new Desk().tell({ is: 'import', text: '1. e4 {[%eval 0.31] [%clk 0:05:00] [%cal Ge2e4] [%csl Rd5]} e5 {[%eval 0.2] [%clk 0:04:58]} *' }, { is: 'step', by: 'forward' });
    expect(desk.state.study?.scores[1]).toMatchObject({ centipawns: 31 });
    expect(desk.state.study?.game.nodes[1]?.clock).toBe(300_000);
    const drawn = shapes({ ...desk.state, analysis: { ...desk.state.analysis, lines: [] } });
    expect(drawn).toEqual([{ orig: 'e2', dest: 'e4', brush: 'green' }, { orig: 'd5', brush: 'red' }]);
    desk.tell({ is: 'comment', text: 'Best.' });
    expect(desk.state.study?.game.nodes[1]?.comments).toEqual(['Best. [%eval 0.31] [%clk 0:05:00] [%cal Ge2e4] [%csl Rd5]']);
  });

  it('finds games far into a file', () => {
    const text = Array.from({ length: 2_500 }, (_, index) => `[White "Player ${index}"]\n\n1. e4 *\n`).join('\n');
    const desk = new Desk().tell({ is: 'import', text });
    expect(desk.state.picking?.list.games.at(-1)?.tags).toContainEqual(['White', 'Player 2499']);
    desk.tell({ is: 'pickGame', number: 2_499 });
    expect(desk.state.study?.game.tags).toContainEqual(['White', 'Player 2499']);
  });

  it('does not use an old position for the next new game', () => {
    const desk = new Desk({ side: 'both', variant: 'position', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' });
    desk.tell({ is: 'dialog', dialog: 'new' });
    expect(desk.state.choice.variant).toBe('standard');
    desk.tell({ is: 'dialog', dialog: undefined }, { is: 'study' }, { is: 'playFromHere' });
    expect(desk.state.choice).toMatchObject({ variant: 'position', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' });
  });

  it('draws pictures of the position on the board', () => {
    const desk = new Desk().tell({ is: 'savePicture', as: 'svg' }, { is: 'savePicture', as: 'png' });
    expect(desk.effects[0]).toMatchObject({ do: 'download', name: 'mola.svg' });
    expect(desk.effects[1]).toMatchObject({ do: 'downloadPng' });
  });
});

describe('the board editor', () => {
  it('tells what is wrong until all is right', () => {
    const desk = new Desk().tell({ is: 'edit' }, { is: 'editFen', fen: '8/8/8/8/8/8/8/8 w - - 0 1' });
    expect(desk.state.editor?.error).toBe('White has no king');
    desk.tell({ is: 'editField', field: { brush: 'K' } }, { is: 'editSquare', square: 'e1' });
    expect(desk.state.editor?.error).toBe('Black has no king');
    desk.tell({ is: 'editDone', then: 'study' });
    expect(desk.state.mode).toBe('edit');
    desk.tell({ is: 'editField', field: { brush: 'k' } }, { is: 'editSquare', square: 'e2' });
    expect(desk.state.editor?.error).toBe('The kings stand next to each other');
    desk.tell({ is: 'editSquare', square: 'e2' }, { is: 'editSquare', square: 'e8' });
    expect(desk.state.editor?.error).toBeUndefined();
    desk.tell({ is: 'editField', field: { castling: 'K' } });
    expect(desk.state.editor?.error).toContain("castling right 'K' has no rook");
    desk.tell({ is: 'editField', field: { castling: '' } }, { is: 'editDone', then: 'study' });
    expect(desk.state.look.fen).toBe('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  });

  it('shows errors of a typed FEN as it is typed', () => {
    const desk = new Desk().tell({ is: 'edit' }, { is: 'editFen', fen: '8/8/8/8 w' });
    expect(desk.state.editor?.error).toContain('the board has 4 ranks');
    expect(desk.state.editor?.fen).toBe('8/8/8/8 w');
  });

  it('undoes whatever was done to the position', () => {
    const desk = new Desk().tell({ is: 'edit' }, { is: 'editField', field: { brush: 'x' } }, { is: 'editSquare', square: 'e2' }, { is: 'editField', field: { turn: 'black' } });
    desk.tell({ is: 'editFen', fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, { is: 'editUndo' });
    expect(desk.state.editor).toMatchObject({ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', turn: 'black', brush: 'x' });
    expect(desk.state.editor?.error).toBeUndefined();
    for (const _ of [1, 2, 3]) desk.tell({ is: 'editUndo' });
    expect(desk.state.editor).toMatchObject({ fen: START, past: [] });
    expect(shortcut('u', desk.state)).toEqual({ is: 'editUndo' });
  });

  it('keeps the counters of a position', () => {
    const desk = new Desk().tell({ is: 'import', text: '4k3/8/8/8/8/8/8/4K2R w K - 7 42' }, { is: 'edit' }, { is: 'editField', field: { turn: 'black' } });
    expect(desk.state.editor?.fen).toBe('4k3/8/8/8/8/8/8/4K2R b K - 7 42');
    desk.tell({ is: 'editField', field: { fullmoves: 9 } });
    expect(desk.state.editor?.fen).toMatch(/ 7 9$/);
  });

  it("knows castling rights in Shredder's letters, and keeps them", () => {
    const board = Object.fromEntries(pieces('rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1'));
    expect((['K', 'Q', 'k', 'q'] as const).map((right) => hasRight('HAha', right, board))).toEqual([true, true, true, true]);
    expect(withRight('HAha', 'K', false, board)).toBe('Aha');
    expect(withRight('Aha', 'K', true, board)).toBe('KAha');
    expect(withRight('', 'q', true, board)).toBe('q');
  });

  it('goes back to where it came from', () => {
    const desk = new Desk().play('e2e4').tell({ is: 'edit' }, { is: 'editDone', then: 'cancel' });
    expect(desk.state.mode).toBe('play');
    expect(desk.state.asked?.purpose).toBe('move');
  });
});

describe('what is kept', () => {
  it('comes back as it was', () => {
    const desk = new Desk({ side: 'both', minutes: 5 }).play('e2e4', 'e7e5').tell({ is: 'takeBack' });
    const state = begin(rules, { game: desk.state.game, orientation: 'black', turnUsed: 1_500 }, {}, 'x', 0);
    expect(state.view.plies).toHaveLength(1);
    expect(state.game.record.undone).toBe(1);
    expect(state.turnUsed).toBe(1_500);
    expect(state.orientation).toBe('black');
  });

  it('is not trusted', () => {
    for (const kept of [{ game: {} }, { game: { record: { start: 'x', moves: [] }, players: {} } }, { mode: 'study', study: { game: {}, at: 7 } }, { turnUsed: NaN }]) {
      const state = begin(rules, kept as never, {}, 'fresh', 0);
      expect(state.game.id).toBe('fresh');
      expect(state.mode).toBe('play');
    }
  });
});

describe('words', () => {
  it('says dates and numbers as the language has them', () => {
    expect(gameDate('1851.06.21')).toBe(new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(1851, 5, 21)));
    expect(gameDate('1851.??.??')).toBe('1851.??.??');
    expect(percent(65.14)).toBe(new Intl.NumberFormat(undefined, { style: 'percent', minimumFractionDigits: 1 }).format(0.651));
    expect(clockText(3_725_000)).toBe('1:02:05');
    expect(clockText(9_450)).toBe('0:09.4');
  });

  it('reads and writes boards', () => {
    expect(boardField(pieces(START))).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  });

  it('counts what was captured, and who is ahead', () => {
    const fen = 'r3kbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1';
    expect(captures(START, fen, 'white')).toEqual({ taken: ['q', 'b', 'n'], ahead: 14 });
    expect(captures(START, fen, 'black')).toEqual({ taken: ['p'], ahead: -14 });
    // A pawn that became a queen was not captured.
    expect(captures('4k3/P7/8/8/8/8/8/4K3 w - - 0 1', 'Q3k3/8/8/8/8/8/8/4K3 b - - 0 1', 'black').taken).toEqual([]);
  });

  it('leaves letters alone when they are no commands', () => {
    const { state } = new Desk().tell({ is: 'settings', settings: { letters: false } });
    expect(shortcut('f', state)).toBeUndefined();
    expect(shortcut('ArrowLeft', state)).toEqual({ is: 'step', by: 'back' });
    expect(shortcut('F', new Desk().state)).toEqual({ is: 'flip' });
  });

  it('has an opponent for whatever number was stored', () => {
    const { ladder } = new Desk().state;
    const opponents = ladder.levels.map((level) => opponentAt(ladder, level.number));
    expect(opponentAt(ladder, NaN)).toEqual(opponents[0]);
    expect(opponentAt(ladder, 99)).toEqual(opponents.at(-1));
    expect(opponentAt(ladder, 0).engine).toBe('pocket');
  });
});
