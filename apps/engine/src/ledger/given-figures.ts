import { isOpen } from '@ecp/contract/values/count-citations';
import type { DocumentFigures } from '@ecp/evidence/ledger';
import type { GivenFigure } from '@ecp/model-calls/prompt-types';

/** Most figures that a writer is told. */
const maxFigures = 120;

/** Lists the figures that documents other than `filename` give, each once a document, those with a source first. */
export function listGivenFigures(documents: readonly DocumentFigures[], filename: string): GivenFigure[] {
  const listed = new Map<string, GivenFigure>();
  for (const document of documents) {
    if (document.filename === filename) continue;
    for (const { label, text, unit, period, value, state } of document.figures) {
      const key = JSON.stringify([document.filename, label, unit, period, value]);
      const open = isOpen({ state });
      if (listed.get(key)?.isOpen ?? true) {
        listed.set(key, { label, text, unit, period, filename: document.filename, isOpen: open });
      }
    }
  }
  return [...listed.values()].toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen)).slice(0, maxFigures);
}
