import type { Transaction } from '@ecp/database/database';
import type { EvidenceSource } from '@ecp/evidence/material';
import { findQuotedParts, isNamed, type MissingQuote } from '@ecp/evidence/whole-texts';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import type { ObjectStorage } from '../../kernel/storage/object-storage.ts';
import { readParts } from '../sources/context-sources.ts';
import { readWholePage, selectPageNames } from './pages.ts';

/** Time slice of a search, in milliseconds: other requests proceed between two slices. */
const sliceMs = 4;

interface NamedFile {
  id: string;
  filename: string;
  source_url: string | null;
}

/**
 * Looks up quotes in the whole text of the engagement's files and archived pages, however long and
 * however many these are. It reads one file at a time. Throws StorageUnavailableError.
 * @returns the pages, sheets or stretches in which they stand
 */
export async function readQuotedPassages(
  tx: Transaction,
  storage: Pick<ObjectStorage, 'get'>,
  target: { tenantId: string; engagementId: string },
  quotes: readonly MissingQuote[],
): Promise<EvidenceSource[]> {
  if (quotes.length === 0) return [];
  const { tenantId, engagementId } = target;
  const slice = createTimeSlice(undefined, sliceMs);
  const byTitle = [...Map.groupBy(quotes, ({ title }) => title)];
  const quotesOf = (names: readonly string[]) =>
    byTitle.flatMap(([title, own]) => (names.some((name) => isNamed(name, title)) ? own : []));
  const { rows: files } = await tx.query<NamedFile>({
    name: 'list_file_names',
    text: `select id, filename, source_url from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and extraction_state in ('extracted', 'pending')
      order by created_at desc, id desc`,
    values: [tenantId, engagementId],
  });
  const passages: EvidenceSource[] = [];
  for (const { id, filename, source_url: url } of files) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const own = quotesOf([filename]);
    if (own.length === 0) continue;
    const parts = (await readParts(tx, tenantId, id)).map(({ location, text }) => {
      const place = [url, location].filter((one) => one !== null).join(', ');
      return { title: filename, location: place || null, text };
    });
    passages.push(...(await findQuotedParts(parts, own, slice)));
  }
  const { rows: pages } = await tx.query(selectPageNames(tenantId, engagementId));
  for (const page of pages) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const own = quotesOf([page.title, page.url]);
    if (own.length > 0)
      passages.push(...(await findQuotedParts([await readWholePage(storage, page)], own, slice)));
  }
  return passages;
}
