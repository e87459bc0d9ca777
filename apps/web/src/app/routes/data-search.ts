import type { DataSearch } from '../../features/data/data-search.ts';
import { readText } from './search-text.ts';

/** Reads the view of the data page from an address and ignores unknown values. */
export function readDataSearch(search: Record<string, unknown>): DataSearch {
  const { view, row } = search;
  return {
    ...(view === 'table' || view === 'history' ? { view } : {}),
    ...readText(search, 'table'),
    ...(typeof row === 'number' && Number.isInteger(row) && row > 0 ? { row } : {}),
    ...readText(search, 'query'),
  };
}
