import type { ExtractionState } from '@ecp/contract/work/attachments';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { joinChunks } from './join-chunks.ts';

/** Passages that are read on each side of the cited one. */
const chunksAround = 12;

interface ChunkRow {
  ordinal: number;
  location: string | null;
  position: number;
  content: string;
}

/** A row of platform.attachments, as far as a citation of the file needs it. */
export interface CitedFileRow {
  id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  storage_key: string;
  extraction_state: ExtractionState;
}

/** A cited file with the readable text of the cited page, sheet, slide or section; null without such text. */
export interface CitedFile {
  file: CitedFileRow;
  place: string | null;
  text: string | null;
}

interface Cited {
  engagementId: string;
  filename: string;
  /** Words that stand in it. */
  words: string;
  /** The place that the citation names; null for none. */
  place: string | null;
}

/**
 * Reads a cited file with the text around the passage: of its page, sheet, slide or section as far as twelve passages of
 * the index on either side. Without the words, the place that the citation names is read from its start. Null when the
 * engagement has no such file.
 */
export async function readCitedFile(database: Database, tenantId: string, cited: Cited): Promise<CitedFile | null> {
  const { engagementId, filename } = cited;
  const [[file], rows] = await database.batchTenant<[CitedFileRow, ChunkRow]>(tenantId, [
    selectCitedFile(tenantId, engagementId, filename),
    selectChunksAround(tenantId, cited),
  ]);
  if (!file) return null;
  const [first] = rows;
  return { file, place: first?.location ?? null, text: first ? joinChunks(rows) : null };
}

/** Selects the file of an engagement that has a name. */
export function selectCitedFile(tenantId: string, engagementId: string, filename: string): Statement<CitedFileRow> {
  return {
    name: 'select_cited_file',
    text: `select id, filename, mime_type, size_bytes, storage_key, extraction_state from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and filename = $3`,
    values: [tenantId, engagementId, filename],
  };
}

function selectChunksAround(tenantId: string, { engagementId, filename, words, place }: Cited): Statement<ChunkRow> {
  return {
    name: 'read_cited_file',
    text: `with chunks as (
        select c.ordinal, c.location, c.position, c.content from platform.attachments a
        join platform.context_chunks c on c.tenant_id = a.tenant_id and c.attachment_id = a.id
        where a.tenant_id = $1 and a.engagement_id = $2 and a.filename = $3
      ), cited as (
        select ordinal, location from chunks
        order by strpos(content, $4) > 0 desc, coalesce(lower(location) = lower($5), false) desc, ordinal limit 1
      )
      select c.ordinal, c.location, c.position, c.content from chunks c, cited
      where c.location is not distinct from cited.location
        and c.ordinal between cited.ordinal - $6 and cited.ordinal + $6
      order by c.ordinal`,
    values: [tenantId, engagementId, filename, words, place, chunksAround],
  };
}
