import type { RevealedKind } from '@ecp/contract/values/card-kinds';
import type { CardMark } from '@ecp/contract/work/cards';

/** A piece of a text between two bounds of marks. */
export interface MarkedPiece {
  start: number;
  text: string;
  /** Null for words that reveal nothing. Where places overlap, a client's name counts before a figure and a quote. */
  kind: RevealedKind | null;
}

const order: readonly RevealedKind[] = ['client_name', 'figure', 'quote'];

/** Cuts a text at the bounds of its marks, in its order. */
export function cutMarks(text: string, marks: readonly Pick<CardMark, 'kind' | 'start' | 'end'>[]): MarkedPiece[] {
  const inside = marks.filter(({ start, end }) => start < end && end <= text.length);
  const bounds = [...new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])])];
  const sorted = bounds.toSorted((one, other) => one - other);
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1] ?? text.length;
    const kinds = inside.filter((mark) => mark.start <= start && mark.end >= end).map(({ kind }) => kind);
    return { start, text: text.slice(start, end), kind: order.find((kind) => kinds.includes(kind)) ?? null };
  });
}
