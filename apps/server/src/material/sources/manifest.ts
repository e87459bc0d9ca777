import { Readable } from 'node:stream';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../kernel/services.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { contextIndexKey, engagementPrefix, manifestKey } from '../stored-files/stored-files.ts';
import { selectAttachmentsOf, toAttachment } from './attachment-rows.ts';

interface IndexedPlace {
  attachment_id: string;
  location: string | null;
  first_chunk: number;
  chunks: number;
  length: number;
}

/**
 * Writes an engagement's manifest and context index, then reads the rows again, so that the newest
 * state wins. Repeatable; deletes those of a deleted engagement. Throws without storage.
 */
export async function refreshAttachmentIndex(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  { tenantId, engagementId }: DurableInputs['refreshAttachmentIndex'],
): Promise<void> {
  const put = (key: string, text: string) => {
    const bytes = Buffer.from(text);
    return storage.put(key, Readable.from([bytes]), bytes.length);
  };
  for (let written: string | null = null; ; ) {
    const files = await describeAttachments(database, tenantId, engagementId);
    if (!files) return storage.deletePrefix(engagementPrefix(tenantId, engagementId));
    if (files.manifest + files.contextIndex === written) return;
    await put(manifestKey(tenantId, engagementId), files.manifest);
    await put(contextIndexKey(tenantId, engagementId), files.contextIndex);
    written = files.manifest + files.contextIndex;
  }
}

/** Returns both files as JSON; null when the engagement is deleted. */
async function describeAttachments(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<{ manifest: string; contextIndex: string } | null> {
  const [engagements, rows, places] = await database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectAttachmentsOf(tenantId, engagementId),
    selectIndexedPlaces(tenantId, engagementId),
  ]);
  if (engagements.length === 0) return null;
  const byAttachment = Map.groupBy(places, ({ attachment_id: id }) => id);
  const manifest = rows.map((row) => ({ ...toAttachment(row), sha256: row.sha256 }));
  const contextIndex = rows.map((row) => ({
    attachmentId: row.id,
    source: row.filename,
    state: row.extraction_state,
    note: row.extraction_note,
    truncated: row.extraction_truncated,
    places: (byAttachment.get(row.id) ?? []).map(
      ({ location, first_chunk: firstChunk, chunks, length }) => ({
        location,
        firstChunk,
        chunks,
        length,
      }),
    ),
  }));
  return {
    manifest: JSON.stringify({ engagementId, attachments: manifest }, null, 2),
    contextIndex: JSON.stringify({ engagementId, attachments: contextIndex }, null, 2),
  };
}

function selectIndexedPlaces(tenantId: string, engagementId: string): Statement<IndexedPlace> {
  return {
    name: 'select_indexed_places',
    text: `select attachment_id, location, min(ordinal) as first_chunk, count(*) as chunks,
        sum(length(content)) as length
      from platform.context_chunks where tenant_id = $1 and engagement_id = $2
      group by attachment_id, location order by attachment_id, first_chunk`,
    values: [tenantId, engagementId],
  };
}
