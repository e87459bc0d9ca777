import { runImageLimits, type StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { ExtractionState } from '@ecp/contract/work/attachments';
import type { Database, Transaction } from '@ecp/database/database';
import { type Statement, sql } from '@ecp/database/statement';
import { isNamed } from '@ecp/evidence/whole-texts';

type Source = StartRunRequest['sources'][number];

/** Limits the characters of text that a run receives, from one attachment and from all together. */
const maxAttachmentLength = 200_000;
const maxTotalLength = 2_000_000;
/**
 * Bounds of ranking, at 25 µs a passage: the newest files, and the first passages of each and of
 * all.
 */
const maxAttachments = 200;
const maxChunksOfAttachment = 2_000;
const maxChunks = 50_000;
/** Limits the parts of a long document. Each is a range of pages, so that no page is lost. */
const maxPartsOfAttachment = 40;
/** Number of words of the brief by which passages are ranked when not all fit. */
const maxQueryWords = 60;

interface ContextChunkRow {
  attachment_id: string;
  filename: string;
  source_url: string | null;
  ordinal: number;
  location: string | null;
  position: number;
  content: string;
}

/**
 * Returns attachments as the engine's sources: one for each page, sheet, slide or section, or for
 * several in a row. Each attachment gets at most an equal share; of a longer one, the passages that
 * share most words with the brief.
 */
export async function listContextSources(
  tx: Transaction,
  tenantId: string,
  engagement: { id: string; brief: string },
): Promise<Source[]> {
  const attachmentIds = await listIndexed(tx, tenantId, engagement.id);
  if (attachmentIds.length === 0) return [];
  const room = Math.min(maxAttachmentLength, Math.floor(maxTotalLength / attachmentIds.length));
  const { rows } = await tx.query<ContextChunkRow>({
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
    values: [
      tenantId,
      attachmentIds,
      room,
      makeQuery(engagement.brief),
      maxChunksOfAttachment,
      maxChunks,
    ],
  });
  return [...Map.groupBy(rows, ({ attachment_id: id }) => id).values()].flatMap(toSources);
}

async function listIndexed(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<string[]> {
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
 * Matches any of the brief's longer words; digits and letters only, so that nothing is an operator.
 */
function makeQuery(brief: string): string {
  const words = new Set(brief.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  return [...words]
    .slice(0, maxQueryWords)
    .map((word) => `"${word}"`)
    .join(' or ');
}

function toSources(chunks: ContextChunkRow[]): Source[] {
  const places = groupByPlace(chunks);
  const perPart = Math.ceil(places.length / maxPartsOfAttachment);
  return places.flatMap((_, at) => {
    if (at % perPart !== 0) return [];
    const part = places.slice(at, at + perPart);
    const [first] = part[0] ?? [];
    const last = part.at(-1)?.at(-1);
    if (!first || !last) return [];
    const range =
      first.location === last.location
        ? first.location
        : `${first.location ?? 'start'} to ${last.location}`;
    return {
      id: `${first.attachment_id}-${at / perPart + 1}`,
      title: first.filename,
      location: [first.source_url, range].filter((text) => text !== null).join(', ') || null,
      text: part.map((place) => joinChunks(place)).join('\n\n'),
    };
  });
}

/** Groups neighbouring chunks of one page, sheet, slide or section. */
function groupByPlace(chunks: ContextChunkRow[]): ContextChunkRow[][] {
  const places: ContextChunkRow[][] = [];
  for (const chunk of chunks) {
    const current = places.at(-1);
    if (current && current[0]?.location === chunk.location) current.push(chunk);
    else places.push([chunk]);
  }
  return places;
}

/** A passage of a file's text. */
interface Chunk {
  /** Its place among the passages of the file, from 0. */
  ordinal: number;
  /** The place of its first character in the text of its page, sheet, slide or section. */
  position: number;
  content: string;
}

/** Joins chunks to a text without what neighbouring chunks repeat; `…` marks an omission. */
function joinChunks(chunks: readonly Chunk[]): string {
  let text = '';
  let previous: Chunk | undefined;
  for (const chunk of chunks) {
    const end = previous ? previous.position + previous.content.length : 0;
    const follows = previous?.ordinal === chunk.ordinal - 1;
    const repeated =
      follows && previous && chunk.position > previous.position
        ? Math.max(0, end - chunk.position)
        : 0;
    const gap = previous === undefined || repeated > 0 ? '' : follows ? '\n' : '\n\n…\n\n';
    text += gap + chunk.content.slice(repeated);
    previous = chunk;
  }
  return text;
}

/** Passages that one statement reads. */
const chunksAtOnce = 500;

/** Reads the whole text of a file by its pages, sheets, slides or sections, however long it is. */
export async function readParts(
  tx: Transaction,
  tenantId: string,
  attachmentId: string,
): Promise<{ location: string | null; text: string }[]> {
  const places: { location: string | null; chunks: Chunk[] }[] = [];
  for (let from = 0; ; from += chunksAtOnce) {
    const { rows } = await tx.query<ContextChunkRow>({
      name: 'select_chunks_from',
      text: `select attachment_id, '' as filename, null as source_url, ordinal, location, position, content
        from platform.context_chunks
        where tenant_id = $1 and attachment_id = $2 and ordinal >= $3 and ordinal < $4 order by ordinal`,
      values: [tenantId, attachmentId, from, from + chunksAtOnce],
    });
    for (const { location, ordinal, position, content } of rows) {
      const last = places.at(-1);
      const chunk = { ordinal, position, content };
      if (last?.location === location) last.chunks.push(chunk);
      else places.push({ location, chunks: [chunk] });
    }
    if (rows.length === 0) break;
  }
  return places.map(({ location, chunks }) => ({ location, text: joinChunks(chunks) }));
}

/**
 * Reads a range of the whole text of an engagement's file, in characters, with its places between
 * brackets. Null if no file has the name.
 */
export async function readSourceRange(
  tx: Transaction,
  { tenantId, engagementId }: { tenantId: string; engagementId: string },
  { file, from, length }: { file: string; from: number; length: number },
): Promise<{ title: string; text: string; totalLength: number } | null> {
  const { rows } = await tx.query(sql<{ id: string; filename: string }>`select id, filename
    from platform.attachments
    where tenant_id = ${tenantId} and engagement_id = ${engagementId}
      and extraction_state in ('extracted', 'pending')
    order by created_at desc, id desc`);
  const source = rows.find(({ filename }) => isNamed(filename, file));
  if (!source) return null;
  const parts = await readParts(tx, tenantId, source.id);
  const wholeText = parts
    .map(({ location, text }) => (location === null ? text : `(${location})\n${text}`))
    .join('\n\n');
  return {
    title: source.filename,
    text: wholeText.slice(from, from + length),
    totalLength: wholeText.length,
  };
}

/** Limits the characters of one file that is read whole. */
const maxWholeLength = 2_000_000;

/** The text of one file by its pages, sheets, slides or sections. */
interface WholeFile {
  filename: string;
  parts: { location: string | null; text: string }[];
  /** True if the file holds more text. */
  truncated: boolean;
}

/** Reads the text of one file, up to two million characters. Null without such a file. */
export async function readWholeFile(
  database: Database,
  tenantId: string,
  attachmentId: string,
): Promise<WholeFile | null> {
  const [[file], chunks] = await database.batchTenant<
    [{ filename: string; truncated: boolean }, ContextChunkRow & { length_so_far: number }]
  >(tenantId, [
    {
      name: 'select_whole_file',
      text: `select filename, extraction_truncated as truncated from platform.attachments
        where tenant_id = $1 and id = $2`,
      values: [tenantId, attachmentId],
    },
    {
      name: 'select_whole_text',
      text: `select attachment_id, '' as filename, null as source_url, ordinal, location, position, content,
          sum(length(content)) over (order by ordinal)::integer as length_so_far
        from platform.context_chunks where tenant_id = $1 and attachment_id = $2 order by ordinal`,
      values: [tenantId, attachmentId],
    },
  ]);
  if (!file) return null;
  const read = chunks.filter(({ length_so_far: length }) => length <= maxWholeLength);
  const parts = groupByPlace(read).map((place) => ({
    location: place[0]?.location ?? null,
    text: joinChunks(place),
  }));
  return {
    filename: file.filename,
    parts,
    truncated: file.truncated || read.length < chunks.length,
  };
}

/** Passages that are read on each side of the cited one. */
const chunksAround = 12;

interface CitedChunkRow {
  ordinal: number;
  location: string | null;
  position: number;
  content: string;
}

export interface CitedFileRow {
  id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  storage_key: string;
  extraction_state: ExtractionState;
}

/**
 * A cited file with the readable text of the cited page, sheet, slide or section; null without such
 * text.
 */
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
 * Reads a cited file with the text around the passage, up to twelve passages of the index either
 * side; without the words, from the start of the named place. Null without such a file.
 */
export async function readCitedFile(
  database: Database,
  tenantId: string,
  cited: Cited,
): Promise<CitedFile | null> {
  const { engagementId, filename } = cited;
  const [[file], rows] = await database.batchTenant<[CitedFileRow, CitedChunkRow]>(tenantId, [
    selectCitedFile(tenantId, engagementId, filename),
    selectChunksAround(tenantId, cited),
  ]);
  if (!file) return null;
  const [first] = rows;
  return { file, place: first?.location ?? null, text: first ? joinChunks(rows) : null };
}

export function selectCitedFile(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement<CitedFileRow> {
  return {
    name: 'select_cited_file',
    text: `select id, filename, mime_type, size_bytes, storage_key, extraction_state from platform.attachments
      where tenant_id = $1 and engagement_id = $2 and filename = $3`,
    values: [tenantId, engagementId, filename],
  };
}

function selectChunksAround(
  tenantId: string,
  { engagementId, filename, words, place }: Cited,
): Statement<CitedChunkRow> {
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

interface ImageRow {
  attachment_id: string;
  filename: string;
  ordinal: number;
  location: string | null;
  width: number;
  height: number;
  sha256: string;
  total: number;
}

/**
 * The images of a run: one source for each. `imagesLeftOut` counts the other images of the
 * engagement.
 */
export type RunImages = Required<Pick<StartRunRequest, 'sources' | 'imagesLeftOut'>>;

/**
 * Lists a run's images: of the newest files, at most 20 and 8 MB, from the oldest of these files
 * on.
 */
export async function listRunImages(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<RunImages> {
  const { rows } = await tx.query<ImageRow>({
    name: 'list_run_images',
    text: `select attachment_id, filename, ordinal, location, width, height, sha256, total from (
        select i.attachment_id, i.ordinal, i.location, i.width, i.height, i.sha256, a.filename, a.created_at,
          row_number() over newest as number, sum(octet_length(i.content)) over newest as size_so_far,
          count(*) over () as total
        from platform.context_images i
        join platform.attachments a on a.tenant_id = i.tenant_id and a.id = i.attachment_id
        where i.tenant_id = $1 and i.engagement_id = $2
        window newest as (order by a.created_at desc, i.attachment_id desc, i.ordinal)
      ) counted
      where number <= $3 and size_so_far <= $4 order by created_at, attachment_id, ordinal`,
    values: [tenantId, engagementId, runImageLimits.images, runImageLimits.bytes],
  });
  const sources = rows.map(
    ({ attachment_id: id, filename, ordinal, location, width, height, sha256 }) => ({
      id: `${id}-image-${ordinal + 1}`,
      title: filename,
      location,
      text: '',
      images: [{ sha256, mediaType: 'image/jpeg' as const, width, height }],
    }),
  );
  return { sources, imagesLeftOut: (rows[0]?.total ?? 0) - rows.length };
}

/**
 * Reads the whole texts of the files whose names stand in some words, by their names. Null if they
 * have more than `maxLength` characters together.
 */
export async function readTextsNamedIn(
  tx: Transaction,
  { tenantId, engagementId }: { tenantId: string; engagementId: string },
  { words, maxLength }: { words: string; maxLength: number },
): Promise<Record<string, string> | null> {
  const { rows } = await tx.query(sql<{ id: string; filename: string }>`select id, filename
    from platform.attachments
    where tenant_id = ${tenantId} and engagement_id = ${engagementId}
      and extraction_state in ('extracted', 'pending')
    order by created_at, id`);
  const texts: Record<string, string> = {};
  let length = 0;
  for (const { id, filename } of rows) {
    if (!words.includes(filename)) continue;
    const parts = await readParts(tx, tenantId, id);
    const text = parts.map((part) => part.text).join('\n\n');
    length += text.length;
    if (length > maxLength) return null;
    texts[filename] = text;
  }
  return texts;
}
