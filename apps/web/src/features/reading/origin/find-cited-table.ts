import type { CitedSource } from '@ecp/contract/values/citations';
import type { DataTable } from '../../../domain/data/queries.ts';

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Finds the table that a source names: by its file, and by its sheet where the file has several. */
export function findCitedTable(
  tables: readonly DataTable[],
  { title, location }: Pick<CitedSource, 'title' | 'location'>,
): DataTable | undefined {
  const ofFile = tables.filter(({ filename }) => fold(title) === fold(filename));
  if (ofFile.length === 1) return ofFile[0];
  const place = fold(location ?? '');
  const named = ofFile.filter(({ sheet }) => sheet !== null && place.includes(fold(sheet)));
  // “Sales 2024” names the sheet “Sales” too; the longest name is meant.
  return named.toSorted((one, other) => (other.sheet?.length ?? 0) - (one.sheet?.length ?? 0))[0];
}
