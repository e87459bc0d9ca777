import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { Services } from '../../kernel/services.ts';
import { firstRow } from '../../kernel/sql.ts';
import { encryptedSuffix } from '../../kernel/storage/encrypted-storage.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { endReservation, engagementPrefix, reserveStorage } from '../stored-files/stored-files.ts';
import type { PageText } from '../text-extraction/text/page-facts.ts';
import { addressesIn, addressOf, type FetchedBytes, ResearchRefused } from './fetching.ts';
import { type PageRow, pageColumns, selectSamePage } from './page-rows.ts';

/** A page to archive, and the run and the agent that have read it. */
interface PageToArchive {
  tenantId: string;
  engagementId: string;
  /** Null for a page that is read outside of a run. */
  runId: string | null;
  agent: string | null;
  fetched: FetchedBytes;
  page: PageText;
}

/** Limits the addresses that are kept of a page. */
const maxLinks = 1_000;

type ArchiveServices = Pick<Services, 'database' | 'storage' | 'clock'>;
interface Stored {
  sha256: string;
  bytesKey: string;
  textKey: string;
  text: Buffer;
}

/**
 * Stores a page's bytes and text under their hashes and records it; the same bytes of an address
 * give the existing page. Throws ResearchRefused `storage_full`, `not_found`,
 * StorageUnavailableError.
 */
export async function archivePage(
  services: ArchiveServices,
  given: PageToArchive,
): Promise<PageRow> {
  const { tenantId, engagementId, fetched } = given;
  const sha256 = hashOf(fetched.bytes);
  const [[known]] = await services.database.batchTenant(tenantId, [
    selectSamePage(tenantId, { engagementId, url: fetched.url, sha256 }),
  ]);
  if (known) return known;
  const text = Buffer.from(given.page.text);
  const bytesKey = pageBytesKey(tenantId, engagementId, sha256);
  const stored = {
    sha256,
    bytesKey,
    textKey: pageTextKey(tenantId, engagementId, hashOf(text)),
    text,
  };
  const reservationId = await reserve(services, given, text.length);
  try {
    await services.storage.put(bytesKey, Readable.from([fetched.bytes]), fetched.bytes.length);
    await services.storage.put(stored.textKey, Readable.from([text]), text.length);
    return await services.database.withTenant(tenantId, (tx) =>
      record(tx, services, given, stored),
    );
  } finally {
    await services.database.withTenant(tenantId, (tx) =>
      endReservation(tx, tenantId, reservationId),
    );
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function reserve(
  { database }: ArchiveServices,
  { tenantId, engagementId, fetched }: PageToArchive,
  textBytes: number,
): Promise<string> {
  const id = createId();
  const neededBytes = fetched.bytes.length + textBytes;
  const storageKey = reservedPageKey(tenantId, engagementId, id);
  try {
    await database.withTenant(tenantId, (tx) =>
      reserveStorage(tx, tenantId, { id, storageKey, neededBytes, wantedBytes: neededBytes }),
    );
  } catch (error) {
    const isFull = error instanceof ApiError && error.code === 'storage_limit_exceeded';
    throw isFull ? new ResearchRefused('storage_full', null, error) : error;
  }
  return id;
}

/** Limits the characters of a page that the search finds. */
const maxSearched = 1_000_000;

/** Lets the search find the page by its text, which the database does not have otherwise. */
async function indexText(
  tx: Transaction,
  tenantId: string,
  { id, engagement_id: engagementId, url }: PageRow,
  text: string,
): Promise<void> {
  const searched = `${text.slice(0, maxSearched).replaceAll('\0', ' ').toWellFormed()}\n${url}`;
  await tx.query({
    name: 'note_page_text',
    text: `insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, body)
      values ($1, $2, 'page', $3, $4)`,
    values: [tenantId, engagementId, id, searched],
  });
}

async function record(
  tx: Transaction,
  { clock }: ArchiveServices,
  { tenantId, engagementId, runId, agent, fetched, page }: PageToArchive,
  { sha256, bytesKey, textKey, text }: Stored,
): Promise<PageRow> {
  await lockEngagement(tx, tenantId, engagementId);
  const { rows: same } = await tx.query(
    selectSamePage(tenantId, { engagementId, url: fetched.url, sha256 }),
  );
  const [known] = same;
  if (known) return known;
  const title = await chooseTitle(tx, tenantId, {
    engagementId,
    title: page.title,
    url: fetched.url,
  });
  const links = [...page.links.map(addressOf), ...addressesIn(page.text, maxLinks)].filter(
    (link) => link !== null,
  );
  const { rows } = await tx.query<PageRow>({
    name: 'insert_page',
    text: `insert into platform.pages (id, tenant_id, engagement_id, url, title, author, published_on, mime_type, sha256,
        size_bytes, storage_key, text_key, text_bytes, links, fetched_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning ${pageColumns}`,
    values: [
      createId(),
      tenantId,
      engagementId,
      fetched.url,
      title,
      page.author,
      page.publishedOn,
      fetched.mediaType,
      sha256,
      fetched.bytes.length,
      bytesKey,
      textKey,
      text.length,
      [...new Set(links)].slice(0, maxLinks),
      clock.now(),
    ],
  });
  const row = firstRow(rows);
  await indexText(tx, tenantId, row, page.text);
  const about = { engagementId, runId, agent, url: row.url, sha256 };
  await recordAudit(
    tx,
    { tenantId, userId: null, ipAddress: null },
    { action: 'page.archive', resourceType: 'page', resourceId: row.id, metadata: about },
  );
  return row;
}

const maxLength = 200;
const maxNumber = 1_000;
/** Titles by which documents cite other sources. A page of such a title could pass for one. */
const reserved =
  /^(query|answer|card) [a-z0-9]+$|^brief$|\.(md|csv|xlsx?|docx?|pptx?|pdf|txt|json)$/i;

/**
 * Chooses a unique title for citing a page: its own or its address, with host and number where
 * taken or misleading. The caller holds the engagement's lock.
 */
async function chooseTitle(
  tx: Transaction,
  tenantId: string,
  { engagementId, title, url }: { engagementId: string; title: string | null; url: string },
): Promise<string> {
  const { hostname } = new URL(url);
  const own = cleanTitle(title ?? '') || cleanTitle(url);
  const withHost = `${own} (${hostname})`;
  const { rows } = await tx.query<{ title: string }>({
    name: 'choose_page_title',
    text: `select title from (
        select $3 as title, 0 as place where $5
        union all select $4, 1
        union all select left($4, -1) || ', ' || number || ')', number from generate_series(2, $6) number
      ) wanted
      where not exists (
        select from platform.pages p where p.tenant_id = $1 and p.engagement_id = $2 and p.title = wanted.title
      ) and not exists (
        select from platform.attachments a
        where a.tenant_id = $1 and a.engagement_id = $2 and lower(a.filename) = lower(wanted.title)
      )
      order by place limit 1`,
    values: [tenantId, engagementId, own, withHost, !reserved.test(own), maxNumber],
  });
  const [free] = rows;
  if (!free) throw new Error(`No title is left for a page of ${hostname}`);
  return free.title;
}

/** Takes out what would end a footnote or a quotation. */
function cleanTitle(title: string): string {
  return title
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/["“”„«»[\]]/g, '’')
    .trim()
    .slice(0, maxLength)
    .trim()
    .toWellFormed();
}

/**
 * The key of a page's bytes. Equal bytes are stored once in an engagement. `sha256` is hexadecimal.
 */
const pageBytesKey = (tenantId: string, engagementId: string, sha256: string) =>
  `${engagementPrefix(tenantId, engagementId)}pages/${sha256}${encryptedSuffix}`;

/** The key of a page's text, under the hash of the text. */
const pageTextKey = (tenantId: string, engagementId: string, textSha256: string) =>
  `${engagementPrefix(tenantId, engagementId)}page-texts/${textSha256}${encryptedSuffix}`;

/**
 * The key of a reservation of room. Nothing is stored under it, because equal bytes may belong to
 * another page.
 */
const reservedPageKey = (tenantId: string, engagementId: string, reservationId: string) =>
  `${engagementPrefix(tenantId, engagementId)}reserved-pages/${reservationId}${encryptedSuffix}`;
