import { useQuery } from '@tanstack/react-query';
import { citationsQuery } from '../../domain/deliverables/queries.ts';
import type { ArchivedSearch } from './archived-search.ts';

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,9}$/.test(text);

/**
 * Returns the wordings of a citation that may stand in its page, the document's own first. Undefined while they load;
 * null without a citation, or if it does not cite the page.
 */
export function useCitedWords(
  engagementId: string,
  pageId: string,
  { document = '', version, citation }: ArchivedSearch,
): readonly (string | null)[] | null | undefined {
  const isAsked = document !== '' && isNumber(version) && isNumber(citation);
  const query = citationsQuery(engagementId, document, Number(version));
  const { data, isError } = useQuery({ ...query, enabled: isAsked });
  if (!isAsked || isError) return null;
  if (!data) return undefined;
  const cited = data.citations[Number(citation)];
  return cited?.page?.id === pageId ? [cited.quote, cited.passage] : null;
}
