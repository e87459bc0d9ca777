import { applyEdits, type SectionEdit } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { CatalogModel } from '../models/catalog.ts';
import { markForEdits } from '../models/offline-model.ts';
import type { CheckedDeliverable } from './check-deliverable.ts';
import { isBetter } from './held-evidence.ts';

/** The sections of a document that a repair may change, and the models that were asked for it. */
interface Repairable {
  /** Numbers from 1. */
  editable: readonly number[];
  models: readonly CatalogModel[];
}

/**
 * Applies the edits of a repair to a checked document and returns the better version (contract 9). An edit that loses a
 * right figure or footnote, or that leaves its section no better, is dropped; the others stay. Nothing that the model
 * was not given to change is changed.
 * @param check checks a version of the document
 */
export async function applyRepair(
  before: CheckedDeliverable,
  edits: readonly SectionEdit[],
  { editable, models }: Repairable,
  check: (markdown: string) => Promise<CheckedDeliverable>,
): Promise<CheckedDeliverable> {
  const document = cutSections(before.content);
  const allowed = edits.filter(({ action, section }) => action !== 'insert' && editable.includes(section));
  const apply = async (chosen: readonly SectionEdit[]) => {
    const changed = joinSections(applyEdits(markForEdits(document, models), chosen));
    const repaired = await check(changed);
    return isBetter(repaired, before) ? repaired : null;
  };
  if (allowed.length === 0) return before;
  const whole = await apply(allowed);
  if (whole) return whole;
  const sections = [...new Set(allowed.map(({ section }) => section))];
  if (sections.length === 1) return before;
  const good: SectionEdit[] = [];
  let best = before;
  for (const section of sections) {
    const own = allowed.filter((edit) => edit.section === section);
    const single = await apply(own);
    if (single) {
      good.push(...own);
      best = single;
    }
  }
  const goodSections = new Set(good.map(({ section }) => section));
  return goodSections.size > 1 ? ((await apply(good)) ?? best) : best;
}
