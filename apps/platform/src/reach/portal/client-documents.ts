import type { Citation } from '@ecp/contract/values/citations';
import type { Database } from '@ecp/database/database';
import { countWords } from '@ecp/markdown/count-words';
import type { PortalVisitor } from '../../kernel/context.ts';
import { readCitations } from '../../work/deliverables/citations/read-citations.ts';
import { type ClientText, clientText } from '../../work/deliverables/client-text.ts';
import { documentTitles } from '../../work/deliverables/document-title.ts';
import { type LatestDeliverable, selectDocumentOpenings } from '../../work/deliverables/select-latest-deliverables.ts';
import { queryIdOf } from '../../work/sources/read-cited-source.ts';
import { listQueryTitles } from '../../work/tables/list-query-titles.ts';

/** A version as a client gets it. */
export interface ClientDocument extends ClientText {
  file: LatestDeliverable;
  title: string;
  citations: Citation[];
  /** Words of the client's text, without what is the team's. */
  wordCount: number;
}

/**
 * Turns versions into what a client gets, in their order: titles, and texts without what is the team's (REL-5, REL-6).
 * Other documents and queries that they name are named by title; for a link of `released`, documents without the heading
 * that a client has not seen (REL-4).
 */
export async function toClientDocuments(
  database: Database,
  { tenantId, documents }: Pick<PortalVisitor, 'tenantId' | 'documents'>,
  { id: engagementId, tasks }: { id: string; tasks: readonly { id: string; name: string }[] },
  files: readonly LatestDeliverable[],
): Promise<ClientDocument[]> {
  const ids = files.map(({ id }) => id);
  const [citationsOf, [openings]] = await Promise.all([
    readCitations(database, tenantId, ids),
    database.batchTenant(tenantId, [selectDocumentOpenings(tenantId, engagementId)]),
  ]);
  const others = documents === 'latest' ? openings : openings.map((file) => ({ ...file, content: '' }));
  const titles = documentTitles([...others, ...files], tasks);
  const queryIds = [...citationsOf.values()].flat().flatMap((citation) => queryIdOf(citation) ?? []);
  const queryTitles = await listQueryTitles(database, tenantId, engagementId, queryIds);
  const documentsOf = files.map(async (file) => {
    const citations = citationsOf.get(file.id) ?? [];
    const facts = { citations, titles: new Map([...titles, ...queryTitles]) };
    const text = clientText(file.content, facts);
    const wordCount = await countWords(text.content);
    return { file, title: titles.get(file.filename) ?? '', citations, wordCount, ...text };
  });
  return Promise.all(documentsOf);
}
