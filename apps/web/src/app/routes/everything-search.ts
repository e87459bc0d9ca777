import type { SearchKind } from '@ecp/contract/reach/search';
import { readText } from './search-text.ts';

const kinds: readonly string[] = ['engagement', 'deliverable', 'source', 'comment', 'page'] satisfies SearchKind[];

/** The words and filters of the search over everything. */
export interface EverythingSearch {
  q?: string;
  kind?: SearchKind;
  /** Id of the only engagement that is searched. */
  engagement?: string;
}

const readKind = (value: unknown): { kind?: SearchKind } =>
  typeof value === 'string' && kinds.includes(value) ? { kind: value as SearchKind } : {};

/** Reads the search from an address and ignores unknown values. */
export const readEverythingSearch = (search: Record<string, unknown>): EverythingSearch => ({
  ...readText(search, 'q'),
  ...readKind(search['kind']),
  ...readText(search, 'engagement'),
});
