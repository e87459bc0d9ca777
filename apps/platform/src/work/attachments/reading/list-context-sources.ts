import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import { joinChunks } from './join-chunks.ts';

type Source = StartRunRequest['sources'][number];

/** Most characters of text that a run receives, from one attachment and from all together. */
const maxAttachmentLength = 200_000;
const maxTotalLength = 2_000_000;
/**
 * Bounds on the work of ranking, which takes 25 µs a passage: the newest files, and the first passages of each file and
 * of all files. A long file gets the room that shorter ones leave.
 */
const maxAttachments = 200;
const maxChunksOfAttachment = 2_000;
const maxChunks = 50_000;
/**
 * Most parts that a long document is split into. Each part is a range of pages, so that no page is lost among hundreds.
 */
const maxPartsOfAttachment = 12;
/** Number of words of the brief by which passages are ranked when not all fit. */
const maxQueryWords = 60;

interface ChunkRow {
  attachment_id: string;
  filename: string;
  source_url: string | null;
  ordinal: number;
  location: string | null;
  position: number;
  content: string;
}

/**
 * Returns the text of an engagement's attachments in the form that the engine takes: one source for each page, sheet,
 * slide or section, or for several consecutive ones, titled with the file name. Each attachment gets at most an equal
 * share of the room. From a longer one, the passages that share most words with the brief are taken, in their order.
 */
export async function listContextSources(
  tx: Transaction,
  tenantId: string,
  engagement: { id: string; brief: string },
): Promise<Source[]> {
  const attachmentIds = await listIndexed(tx, tenantId, engagement.id);
  if (attachmentIds.length === 0) return [];
  const room = Math.min(maxAttachmentLength, Math.floor(maxTotalLength / attachmentIds.length));
  const { rows } = await tx.query<ChunkRow>({
    name: 'select_context_chunks',
    text: `select attachment_id, filename, source_url, ordinal, location, position, content from (
        select c.*, a.filename, a.source_url, a.created_at, sum(length(c.content)) over (
          partition by c.attachment_id order by ts_rank(c.search, websearch_to_tsquery('simple', $4)) desc, c.ordinal
        ) as length_so_far
        from (
          select attachment_id, ordinal from platform.context_chunks
          where tenant_id = $1 and attachment_id = any($2) and ordinal < $5 order by ordinal, attachment_id limit $6
        ) first
        join platform.context_chunks c on c.tenant_id = $1 and c.attachment_id = first.attachment_id
          and c.ordinal = first.ordinal
        join platform.attachments a on a.tenant_id = c.tenant_id and a.id = c.attachment_id
      ) ranked
      where length_so_far <= $3 order by created_at, attachment_id, ordinal`,
    values: [tenantId, attachmentIds, room, makeQuery(engagement.brief), maxChunksOfAttachment, maxChunks],
  });
  return [...Map.groupBy(rows, ({ attachment_id: id }) => id).values()].flatMap(toSources);
}

async function listIndexed(tx: Transaction, tenantId: string, engagementId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'list_indexed_attachments',
    text: `select id from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and extraction_state in ('extracted', 'pending')
      order by created_at desc, id desc limit $3`,
    values: [tenantId, engagementId, maxAttachments],
  });
  return rows.map(({ id }) => id);
}

/**
 * Matches any of the brief's longer words. Only digits and letters are used, so that nothing in the brief is an
 * operator.
 */
function makeQuery(brief: string): string {
  const words = new Set(brief.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  return [...words]
    .slice(0, maxQueryWords)
    .map((word) => `"${word}"`)
    .join(' or ');
}

function toSources(chunks: ChunkRow[]): Source[] {
  const places = groupByPlace(chunks);
  const perPart = Math.ceil(places.length / maxPartsOfAttachment);
  return places.flatMap((_, at) => {
    if (at % perPart !== 0) return [];
    const part = places.slice(at, at + perPart);
    const [first] = part[0] ?? [];
    const last = part.at(-1)?.at(-1);
    if (!first || !last) return [];
    const range =
      first.location === last.location ? first.location : `${first.location ?? 'start'} to ${last.location}`;
    return {
      id: `${first.attachment_id}-${at / perPart + 1}`,
      title: first.filename,
      location: [first.source_url, range].filter((text) => text !== null).join(', ') || null,
      text: part.map((place) => joinChunks(place)).join('\n\n'),
    };
  });
}

/** Groups neighbouring chunks of one page, sheet, slide or section. */
function groupByPlace(chunks: ChunkRow[]): ChunkRow[][] {
  const places: ChunkRow[][] = [];
  for (const chunk of chunks) {
    const current = places.at(-1);
    if (current && current[0]?.location === chunk.location) current.push(chunk);
    else places.push([chunk]);
  }
  return places;
}
