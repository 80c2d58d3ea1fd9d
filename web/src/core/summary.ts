// Games and studies as they are saved, listed and exported.
import { annotated } from './annotate.js';
import { resultText } from './chess.js';
import type { Ladder, Rules } from './rules.js';
import { gameTags, playerName } from './select.js';
import { isStudy, type Saved, type SavedGame, type SavedStudy, type State } from './state.js';
import { t } from './texts.js';
import { chain, tag, withGame } from './tree.js';

/** The game in play, if there is anything to save. */
export function savedGame(state: State, date: number): SavedGame | undefined {
  if (state.view.plies.length === 0 && state.game.record.undone === 0) return undefined;
  const [white, black] = (['white', 'black'] as const).map((color) => playerName(state.ladder, state.game, color)) as [string, string];
  return { ...state.game, updated: date, summary: t.games.summary(white, black, state.view.outcome?.text ?? t.games.unfinished) };
}

/** The study, if it is not that of the game in play and has any moves. */
export function savedStudy({ study }: State, date: number): SavedStudy | undefined {
  if (!study || study.ofGame || study.game.nodes.length < 2) return undefined;
  const { id, revision, game, at, scores } = study;
  return { id, revision, game, at, scores, updated: date, summary: studyName(game) };
}

function studyName(game: SavedStudy['game']): string {
  const [white, black, event] = [tag(game, 'White'), tag(game, 'Black'), tag(game, 'Event')];
  const result = game.result === '*' ? undefined : resultText(game.result);
  const players = white || black ? t.games.players(white ?? '?', black ?? '?') : undefined;
  return [players, event, result].filter(Boolean).join(', ') || t.study.untitled;
}

/** A saved game as text, with all that was added to it. */
export function pgnOf(saved: Saved, ladder: Ladder, rules: Rules): string {
  if (isStudy(saved)) return rules.writePgn(annotated(saved.game, saved.scores, rules));
  if (!saved.notes) return rules.recordPgn(saved.record, gameTags(ladder, saved));
  const view = rules.replay(saved.record);
  const nodes = withGame(saved.notes.game.nodes, chain(saved.record.start, view));
  return rules.writePgn(annotated({ ...saved.notes.game, result: view.outcome?.score ?? '*', nodes }, saved.notes.scores, rules));
}
