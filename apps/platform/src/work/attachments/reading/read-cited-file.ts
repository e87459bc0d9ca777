import type { Database } from '@ecp/database/database';
import { joinChunks } from './join-chunks.ts';

/** Passages that are read on each side of the cited one. */
const chunksAround = 12;

interface ChunkRow {
  attachment_id: string;
  ordinal: number;
  location: string | null;
  position: number;
  content: string;
}

/** The readable text of the page, sheet, slide or section of a file. */
export interface CitedFileText {
  attachmentId: string;
  place: string | null;
  text: string;
}

/**
 * Reads the text around a cited passage of an attached file: of its page, sheet, slide or section as far as twelve
 * passages of the index on either side. Without the words, the place that the citation names is read from its start.
 * Null when no such file has text.
 */
export async function readCitedFile(
  database: Database,
  tenantId: string,
  { engagementId, filename, words, place }: CitedFile,
): Promise<CitedFileText | null> {
  const [rows] = await database.batchTenant<[ChunkRow]>(tenantId, [
    {
      name: 'read_cited_file',
      text: `with chunks as (
          select a.id as attachment_id, c.ordinal, c.location, c.position, c.content from platform.attachments a
          join platform.context_chunks c on c.tenant_id = a.tenant_id and c.attachment_id = a.id
          where a.tenant_id = $1 and a.engagement_id = $2 and a.filename = $3
        ), cited as (
          select ordinal, location from chunks
          order by strpos(content, $4) > 0 desc, coalesce(lower(location) = lower($5), false) desc, ordinal limit 1
        )
        select c.attachment_id, c.ordinal, c.location, c.position, c.content from chunks c, cited
        where c.location is not distinct from cited.location
          and c.ordinal between cited.ordinal - $6 and cited.ordinal + $6
        order by c.ordinal`,
      values: [tenantId, engagementId, filename, words, place, chunksAround],
    },
  ]);
  const [first] = rows;
  return first ? { attachmentId: first.attachment_id, place: first.location, text: joinChunks(rows) } : null;
}

interface CitedFile {
  engagementId: string;
  filename: string;
  /** Words that stand in it. */
  words: string;
  /** The place that the citation names; null for none. */
  place: string | null;
}
