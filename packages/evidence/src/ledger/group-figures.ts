import type { DocumentFigures, FigureGroup } from './figure.ts';
import { foldLabel } from './fold-label.ts';
import { isSameShown } from './same-shown.ts';

/**
 * Groups the figures of an engagement's latest documents by label, unit and period. Two figures are in one group only
 * if their labels have the same words in any order, without case, articles and plural: a false conflict annoys more
 * than a missed one. Groups come in the order of their first figure.
 */
export function groupFigures(documents: readonly DocumentFigures[]): FigureGroup[] {
  const groups = new Map<string, FigureGroup>();
  for (const { filename, version, figures } of documents) {
    for (const { label, unit, period, value, text, section, state } of figures) {
      const key = JSON.stringify([foldLabel(label), unit, period]);
      const group = groups.get(key) ?? { label, unit, period, conflict: false, values: [] };
      groups.set(key, group);
      group.conflict ||= group.values.some(
        (other) => other.filename !== filename && !isSameShown(other, { value, text }),
      );
      group.values.push({ value, text, filename, version, section, state });
    }
  }
  return [...groups.values()];
}
