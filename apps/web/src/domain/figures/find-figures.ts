import type { LedgerFigure } from './queries.ts';

const words = /[\p{L}\p{N}]{4,}/gu;
const edge = /[\p{L}\p{N}]/u;

/**
 * Finds the figures of the ledger that a sentence of a document states: the document has a value of the figure, the
 * sentence contains it as written, and it shares a word with the figure's label. A value such as “5” is in many
 * sentences.
 */
export function findFigures(figures: readonly LedgerFigure[], filename: string, sentence: string): LedgerFigure[] {
  const said = new Set(sentence.toLowerCase().match(words));
  return figures.filter(({ label, values }) => {
    const own = values.filter((value) => value.filename === filename);
    if (!own.some(({ text }) => containsWhole(sentence, text))) return false;
    const named = label.toLowerCase().match(words) ?? [];
    return named.length === 0 || named.some((word) => said.has(word));
  });
}

/** Returns whether a text contains a value that is not part of a longer one: `12` is not in “112” nor in “12.5”. */
export function containsWhole(text: string, value: string): boolean {
  if (value === '') return false;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + value.length);
    const isPart = edge.test(before.at(-1) ?? '') || /\d[.,]$/.test(before) || edge.test(after[0] ?? '');
    if (!isPart && !/^[.,]\d/.test(after)) return true;
  }
  return false;
}
