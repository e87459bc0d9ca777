import type { SearchKind } from '@ecp/contract/reach/search';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The words that are searched, and the filters. */
export interface Search {
  q: string;
  kind?: SearchKind | undefined;
  engagementId?: string | undefined;
}

/** Maximum length of a search that the service accepts (SEA-1). */
const longestSearch = 200;

/** The results of a search, best first. Sends no request without words; an older request ends with its component. */
export const searchQuery = ({ q, kind, engagementId }: Search) => {
  const asked = q.trim().slice(0, longestSearch);
  return queryOptions({
    queryKey: ['search', { q: asked, kind, engagementId }],
    placeholderData: keepPreviousData,
    queryFn:
      asked === ''
        ? skipToken
        : async ({ signal }) => (await api.search({ q: asked, kind, engagementId }, { signal })).results,
  });
};
