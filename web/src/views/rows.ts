// The move list as rows: pairs of moves of the main line, and between them comments and variations.
import { turnOf } from '../core/chess.js';
import type { StudyNode } from '../core/rules.js';

export type Row =
  | { kind: 'pair'; number: string; white?: number; black?: number }
  | { kind: 'comment'; text: string }
  | { kind: 'variation'; depth: number; moves: { index: number; numbered: boolean; comment: string }[] };

export function rows(nodes: StudyNode[]): Row[] {
  const offspring = new Map<number, number[]>();
  nodes.forEach((node, index) => {
    if (index === 0) return;
    const siblings = offspring.get(node.parent);
    if (siblings) siblings.push(index);
    else offspring.set(node.parent, [index]);
  });
  const result: Row[] = [];
  let open: Extract<Row, { kind: 'pair' }> | undefined;
  let at = offspring.get(0)?.[0];
  while (at !== undefined) {
    const node = nodes[at] as StudyNode;
    const fields = node.fen.split(' ');
    const isWhite = turnOf(node.fen) === 'black';
    const number = `${isWhite ? fields[5] : Number(fields[5]) - 1}.`;
    if (isWhite || !open) {
      open = isWhite ? { kind: 'pair', number, white: at } : { kind: 'pair', number, black: at };
      result.push(open);
    } else open.black = at;
    const rivals = (offspring.get(node.parent) ?? []).slice(1);
    const extras: Row[] = node.comments.map((text) => ({ kind: 'comment', text: withoutCommands(text) }));
    for (const rival of rivals) extras.push(...variation(nodes, offspring, rival, 1));
    const told = extras.filter((row) => row.kind !== 'comment' || row.text !== '');
    result.push(...told);
    if (told.length > 0) open = undefined;
    at = offspring.get(at)?.[0];
  }
  return result;
}

function variation(nodes: StudyNode[], offspring: Map<number, number[]>, first: number, depth: number): Row[] {
  const moves: Extract<Row, { kind: 'variation' }>['moves'] = [];
  const result: Row[] = [{ kind: 'variation', depth, moves }];
  let numbered = true;
  for (let at: number | undefined = first; at !== undefined; at = offspring.get(at)?.[0]) {
    const node = nodes[at] as StudyNode;
    const comment = words(node.comments);
    moves.push({ index: at, numbered: numbered || turnOf(node.fen) === 'black', comment });
    numbered = comment !== '';
    if (at === first) continue;
    for (const rival of (offspring.get(node.parent) ?? []).slice(1)) result.push(...variation(nodes, offspring, rival, depth + 1));
  }
  return result;
}

/** What people say about a move, without what is meant for programs. */
export const words = (comments: string[]): string => comments.map(withoutCommands).join(' ').trim();

/** Removes clocks and arrows from comments: they are meant for programs. */
function withoutCommands(text: string): string {
  return text.replaceAll(/\[%[^\]]*\]/g, '').trim();
}

