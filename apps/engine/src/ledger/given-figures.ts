import { isOpen } from '@ecp/contract/values/citation-counts';
import type { DocumentFigures } from '@ecp/evidence/ledger';
import { type NumberStyle, readNumberStyle, readSpelling } from '@ecp/language/number-style';
import type { GivenFigure } from '@ecp/model-calls/prompt-types';

/** Most figures that a writer is told. */
const maxFigures = 120;

/** The scales that a head gives to the numbers of its cells. */
const scales = [
  { size: 1, name: null },
  { size: 1e3, name: 'thousand' },
  { size: 1e6, name: 'million' },
  { size: 1e9, name: 'billion' },
];

/**
 * Writes a figure with the scale that the head of its table has: “81.0 million”. Without a decimal sign, 12.345 may be
 * thousands or millions: then it stays as it is.
 */
function showScaled(text: string, value: number, decimalSign: NumberStyle['decimalSign']): string {
  const digits = /^\D*(\d(?:[\d.,’'\u00a0\u202f]*\d)?)\D*$/u.exec(text)?.[1];
  if (value === 0 || digits === undefined || /\p{L}/u.test(text)) return text;
  const readings = readSpelling(digits, decimalSign).map(Number);
  const fitting = scales.filter(({ size }) =>
    readings.some((shown) => Math.abs(shown * size - Math.abs(value)) < Math.abs(value) * 1e-6),
  );
  const name = fitting.length === 1 ? fitting[0]?.name : null;
  return name ? `${text} ${name}` : text;
}

/** Lists the figures that documents other than `filename` give, each once a document, those with a source first. */
export function listGivenFigures(documents: readonly DocumentFigures[], filename: string): GivenFigure[] {
  const listed = new Map<string, GivenFigure>();
  for (const document of documents) {
    if (document.filename === filename) continue;
    const { decimalSign } = readNumberStyle(document.figures.map(({ text }) => text).join('\n'), null);
    for (const { label, text, unit, period, value, state } of document.figures) {
      const key = JSON.stringify([document.filename, label, unit, period, value]);
      const open = isOpen({ state });
      if (listed.get(key)?.isOpen ?? true) {
        listed.set(key, {
          label,
          text: showScaled(text, value, decimalSign),
          unit,
          period,
          filename: document.filename,
          isOpen: open,
        });
      }
    }
  }
  return [...listed.values()].toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen)).slice(0, maxFigures);
}
