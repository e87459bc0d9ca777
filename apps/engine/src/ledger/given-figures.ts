import { isOpen } from '@ecp/contract/values/count-citations';
import type { DocumentFigures } from '@ecp/evidence/ledger';
import type { GivenFigure } from '@ecp/model-calls/prompt-types';

/** Most figures that a writer is told. */
const maxFigures = 120;

/** The scales that a head gives to the numbers of its cells. */
const scales = [
  { size: 1e3, name: 'thousand' },
  { size: 1e6, name: 'million' },
  { size: 1e9, name: 'billion' },
];

/** Writes a figure with the scale that the head of its table has: “81.0 million”. */
function showScaled(text: string, value: number): string {
  if (value === 0 || /\p{L}/u.test(text) || !/^\D*\d[\d.,’'\u00a0\u202f]*\D*$/u.test(text)) return text;
  const shown = Number(text.replace(/\D/g, ''));
  const decimals = /[.,](\d{1,2})\D*$/.exec(text)?.[1]?.length ?? 0;
  const scale = scales.find(
    ({ size }) => Math.abs((shown / 10 ** decimals) * size - Math.abs(value)) < Math.abs(value) * 1e-6,
  );
  return scale === undefined ? text : `${text} ${scale.name}`;
}

/** Lists the figures that documents other than `filename` give, each once a document, those with a source first. */
export function listGivenFigures(documents: readonly DocumentFigures[], filename: string): GivenFigure[] {
  const listed = new Map<string, GivenFigure>();
  for (const document of documents) {
    if (document.filename === filename) continue;
    for (const { label, text, unit, period, value, state } of document.figures) {
      const key = JSON.stringify([document.filename, label, unit, period, value]);
      const open = isOpen({ state });
      if (listed.get(key)?.isOpen ?? true) {
        listed.set(key, {
          label,
          text: showScaled(text, value),
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
