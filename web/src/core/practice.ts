// Mistakes to practice: which there are, and when each of them comes again.
import { turnOf, type Color } from './chess.js';
import type { Coach, StudyNode } from './rules.js';
import { judgmentsOf, points } from './select.js';
import type { Card, Study } from './state.js';
import { mainLine } from './tree.js';

const DAY = 86_400_000;
/** Days until a mistake comes again, by how often in a row it was found. */
const DAYS = [0, 1, 3, 7, 16, 35, 90];

/** The mistakes and blunders of a player in a game that was reviewed. They are due at once. */
export function cardsOf(study: Pick<Study, 'id' | 'game' | 'scores'>, color: Color, about: string, coach: Coach): Card[] {
  const { nodes } = study.game;
  const judged = judgmentsOf(study, coach);
  return mainLine(nodes).flatMap((index) => {
    const node = nodes[index] as StudyNode;
    const parent = nodes[node.parent] as StudyNode;
    const before = study.scores[node.parent];
    const name = judged.get(index)?.name;
    if (!name || name === 'inaccuracy' || !before?.best || turnOf(parent.fen) !== color) return [];
    const id = `${study.id}:${parent.fen}`;
    return [{ id, fen: parent.fen, played: node.uci, san: node.san, best: before.best, before: points(before), about, box: 0, due: 0 }];
  });
}

/** New cards with what is known about them already. */
export function merged(known: Card[], found: Card[]): Card[] {
  return found.map((card) => known.find(({ id }) => id === card.id) ?? card);
}

/** A card after it was found at the first try, or not. */
export function graded(card: Card, isFound: boolean, date: number): Card {
  const box = isFound ? Math.min(card.box + 1, DAYS.length - 1) : 0;
  // What was missed comes again tomorrow.
  return { ...card, box, due: date + DAY * Math.max(1, DAYS[box] ?? 1) };
}

/** The cards that are due, the longest waiting first. */
export function dueCards(cards: Card[], date: number): Card[] {
  return cards.filter(({ due }) => due <= date).sort((a, b) => a.due - b.due);
}
