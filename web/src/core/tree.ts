// A game as a tree of moves in a list: parents before children, the first child is the main one.
import type { GameView, StudyGame, StudyNode } from './rules.js';

export function rootNode(fen: string): StudyNode {
  return { parent: 0, uci: '', san: '', from: '', to: '', fen, nags: [], comments: [] };
}

/** Views ask for the same chain at every tick of the clock. */
const chains = new WeakMap<GameView, StudyNode[]>();

/** The moves of a game in play as a tree without variations: node n is the position after n moves. */
export function chain(start: string, view: GameView): StudyNode[] {
  const known = chains.get(view);
  if (known) return known;
  const nodes = view.plies.map((ply, index): StudyNode => ({ ...ply, parent: index, nags: [], comments: [] }));
  const made = [rootNode(start), ...nodes];
  chains.set(view, made);
  return made;
}

/** Trees never change, so the children of all nodes are looked for once. */
const offspring = new WeakMap<StudyNode[], number[][]>();

function allChildren(nodes: StudyNode[]): number[][] {
  const known = offspring.get(nodes);
  if (known) return known;
  const found: number[][] = nodes.map(() => []);
  nodes.forEach((node, index) => index > 0 && found[node.parent]?.push(index));
  offspring.set(nodes, found);
  return found;
}

export function children(nodes: StudyNode[], at: number): number[] {
  return allChildren(nodes)[at] ?? [];
}

/** From the beginning to a node, the beginning left out. */
export function path(nodes: StudyNode[], at: number): number[] {
  const way: number[] = [];
  for (let index = at; index > 0; index = (nodes[index] as StudyNode).parent) way.push(index);
  return way.reverse();
}

/** Along the main moves from a node to the end of its line. */
export function lineEnd(nodes: StudyNode[], at: number): number {
  let last = at;
  for (;;) {
    const next = children(nodes, last)[0];
    if (next === undefined) return last;
    last = next;
  }
}

/** The main line of the whole game. */
export function mainLine(nodes: StudyNode[]): number[] {
  return path(nodes, lineEnd(nodes, 0));
}

/** Adds a move below a node, or finds it if it is already there. */
export function grow(nodes: StudyNode[], node: StudyNode): { nodes: StudyNode[]; at: number } {
  const known = children(nodes, node.parent).find((index) => nodes[index]?.uci === node.uci);
  if (known !== undefined) return { nodes, at: known };
  return { nodes: [...nodes, node], at: nodes.length };
}

/** Adds the moves of a game that are not in a tree yet, as its main line if there is none. */
export function withGame(nodes: StudyNode[], moves: StudyNode[]): StudyNode[] {
  let grown = { nodes, at: 0 };
  for (const move of moves.slice(1)) grown = grow(grown.nodes, { ...move, parent: grown.at });
  return grown.nodes;
}

/** Removes a node and all that follows it. */
export function prune(nodes: StudyNode[], at: number): { nodes: StudyNode[]; at: number } {
  if (at === 0) return { nodes, at };
  const places = new Map<number, number>();
  const kept: StudyNode[] = [];
  nodes.forEach((node, index) => {
    if (index === at || (index > 0 && !places.has(node.parent))) return;
    places.set(index, kept.length);
    kept.push({ ...node, parent: places.get(node.parent) ?? 0 });
  });
  return { nodes: kept, at: places.get((nodes[at] as StudyNode).parent) ?? 0 };
}

/** Makes the variation of a node the main one at the point where it leaves the main line. */
export function promote(nodes: StudyNode[], at: number): { nodes: StudyNode[]; at: number } {
  const main = new Set(mainLine(nodes));
  const first = path(nodes, at).find((index) => !main.has(index));
  if (first === undefined) return { nodes, at };
  const rival = children(nodes, (nodes[first] as StudyNode).parent)[0] as number;
  // Swapping two whole branches in the list keeps parents before children.
  const moving = branch(nodes, first);
  const sequence: number[] = [];
  nodes.forEach((_, index) => {
    if (index === rival) moving.forEach((one) => sequence.push(one));
    if (!moving.has(index)) sequence.push(index);
  });
  const places = new Map(sequence.map((index, position) => [index, position]));
  const moved = sequence.map((index) => {
    const node = nodes[index] as StudyNode;
    return { ...node, parent: places.get(node.parent) ?? 0 };
  });
  return { nodes: moved, at: places.get(at) ?? 0 };
}

/** A node and all that follows it, in order. */
function branch(nodes: StudyNode[], at: number): Set<number> {
  const found = new Set([at]);
  nodes.forEach((node, index) => {
    if (index > at && found.has(node.parent)) found.add(index);
  });
  return found;
}

/** The value of a tag; nothing if it is missing or a placeholder. */
export function tag(game: Pick<StudyGame, 'tags'>, name: string): string | undefined {
  const value = game.tags.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
  return value === undefined || /^[?.*\s-]*$/.test(value) ? undefined : value;
}
