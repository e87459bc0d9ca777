import type { PortalVisitor } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { readCitations } from '../../work/deliverables/citations/read-citations.ts';
import { documentTitles } from '../../work/deliverables/document-title.ts';
import { type LatestDeliverable, selectDocumentOpenings } from '../../work/deliverables/select-latest-deliverables.ts';
import type { EngagementRow } from '../../work/engagements/engagement-rows.ts';
import { type ShownText, toClientTexts } from '../exports/to-client-texts.ts';

/** A version as a client gets it. */
export interface ClientDocument extends ShownText {
  file: LatestDeliverable;
  title: string;
}

/**
 * Turns versions into what a client gets, in their order: titles, and texts without what is the team's (REL-5, REL-6).
 * Other documents that they name are named by title; for a link of `released`, documents without the heading that a
 * client has not seen (REL-4). Errors: `text_too_complex`, `service_unavailable`.
 */
export async function toClientDocuments(
  services: Pick<Services, 'database' | 'texts'>,
  { tenantId, documents }: Pick<PortalVisitor, 'tenantId' | 'documents'>,
  { id: engagementId, tasks }: { id: string; tasks: EngagementRow['tasks'] },
  files: readonly LatestDeliverable[],
): Promise<ClientDocument[]> {
  const { database } = services;
  const ids = files.map(({ id }) => id);
  const [citationsOf, [openings]] = await Promise.all([
    readCitations(database, tenantId, ids),
    database.batchTenant(tenantId, [selectDocumentOpenings(tenantId, engagementId)]),
  ]);
  const others = documents === 'latest' ? openings : openings.map((file) => ({ ...file, content: '' }));
  const titles = documentTitles([...others, ...files], tasks);
  const whole = files.map(({ id, content }) => ({ content, citations: citationsOf.get(id) ?? [] }));
  const page = { filenames: files.map(({ filename }) => filename) };
  const texts = await toClientTexts(services, { tenantId, engagementId, tasks, titles, page }, whole);
  return files.flatMap((file, index) => {
    const text = texts[index];
    return text ? [{ file, title: titles.get(file.filename) ?? '', ...text }] : [];
  });
}
