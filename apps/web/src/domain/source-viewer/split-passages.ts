import { findFolded, foldText } from '../markdown/fold-words.ts';

/** A piece of a text. */
export interface PassagePiece {
  /** Position in the text, in characters. */
  at: number;
  text: string;
  marked: boolean;
}

/** A paragraph, list or table of a text, as it stands there. */
export interface PassageBlock {
  at: number;
  isTable: boolean;
  pieces: readonly PassagePiece[];
}

interface Range {
  start: number;
  end: number;
}

/** Returns the places of the first wording that a text contains; none without one. */
export function findCited(text: string, wordings: readonly (string | null)[]): Range[] {
  const wanted = wordings.filter((words): words is string => words !== null && words.trim() !== '');
  if (wanted.length === 0) return [];
  const folded = foldText(text);
  return wanted.map((words) => findFolded(folded, words)).find((spans) => spans.length > 0) ?? [];
}

/**
 * Splits a text at its empty lines, up to `limit` characters, and marks the ranges in it. No character is
 * interpreted: formatting stays plain characters.
 */
export function splitPassages(text: string, marks: readonly Range[], limit: number): PassageBlock[] {
  const blocks: PassageBlock[] = [];
  let at = 0;
  for (const block of text.split(/(\n[ \t]*\n\s*)/)) {
    if (at >= limit) break;
    const shown = block.slice(0, limit - at);
    if (shown.trim() !== '') {
      blocks.push({ at, isTable: shown.trimStart().startsWith('|'), pieces: splitAtMarks(shown, at, marks) });
    }
    at += block.length;
  }
  return blocks;
}

function splitAtMarks(block: string, at: number, marks: readonly Range[]): PassagePiece[] {
  const pieces: PassagePiece[] = [];
  let from = 0;
  const add = (to: number, marked: boolean) => {
    if (to > from) pieces.push({ at: at + from, text: block.slice(from, to), marked });
    from = Math.max(from, to);
  };
  for (const { start, end } of marks) {
    if (end <= at || start >= at + block.length) continue;
    add(Math.max(0, start - at), false);
    add(Math.min(block.length, end - at), true);
  }
  add(block.length, false);
  return pieces;
}
