import type { Citation } from '@ecp/contract/values/citations';
import type { Database } from '@ecp/database/database';
import { clientText } from '../../work/deliverables/client-text.ts';
import { queryIdOf } from '../../work/sources/read-cited-source.ts';
import { listQueryTitles } from '../../work/tables/list-query-titles.ts';

/** The text of a document and its checked citations. */
export interface CitedText {
  content: string;
  citations: Citation[];
}

/** The engagement of some documents, and the titles of its documents by their filenames. */
interface NamedEngagement {
  tenantId: string;
  engagementId: string;
  titles: ReadonlyMap<string, string>;
}

/**
 * Returns what a client gets of documents (REL-5, EXP-17), with the citations of the footnotes that are left. Documents
 * and queries that they name are named by their titles.
 */
export async function toClientTexts(
  database: Database,
  { tenantId, engagementId, titles }: NamedEngagement,
  texts: readonly CitedText[],
): Promise<CitedText[]> {
  const queryIds = texts.flatMap(({ citations }) => citations.flatMap((citation) => queryIdOf(citation) ?? []));
  const named = new Map([...titles, ...(await listQueryTitles(database, tenantId, engagementId, queryIds))]);
  return texts.map(({ content: markdown, citations }) => {
    const { content, cutFootnotes } = clientText(markdown, { citations, titles: named });
    const isLeft = ({ footnote }: Citation) => footnote === null || !cutFootnotes.has(footnote.toLowerCase());
    return { content, citations: citations.filter(isLeft) };
  });
}
