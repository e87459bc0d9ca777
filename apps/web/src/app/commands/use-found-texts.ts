import type { SearchResult } from '@ecp/contract/reach/search';
import { useQuery } from '@tanstack/react-query';
import { searchQuery } from '../../domain/search/queries.ts';
import { useSettled } from '../../ui/use-settled.ts';

const pauseMs = 200;
/** One letter would find nearly everything. */
const shortestSearch = 2;
const foundAtOnce = 6;

interface FoundTexts {
  q: string;
  /** The best results without engagements, which the menu lists by itself. */
  results: readonly SearchResult[];
  state: 'idle' | 'searching' | 'failed';
}

/** Searches the texts of the workspace when the user pauses typing (SEA-8). */
export function useFoundTexts(text: string): FoundTexts {
  const typed = text.trim();
  const settled = useSettled(typed, pauseMs);
  const q = typed.length < shortestSearch ? '' : settled;
  const { data = [], isError, isFetching } = useQuery(searchQuery({ q }));
  if (q.length < shortestSearch) return { q: '', results: [], state: 'idle' };
  const results = data.filter(({ kind }) => kind !== 'engagement').slice(0, foundAtOnce);
  if (isError) return { q, results: [], state: 'failed' };
  return { q, results, state: isFetching ? 'searching' : 'idle' };
}
