import { buffer, text as readAll } from 'node:stream/consumers';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import { readFirstRows } from '@ecp/documents/typesetting/print-evidence';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementRow } from '../../../material/engagements/engagement-rows.ts';
import { archivePage } from '../../../material/research/archive-page.ts';
import {
  fetchForArchive,
  keepPace,
  ResearchRefused,
  readContent,
  requireRobotsAllow,
} from '../../../material/research/fetching.ts';
import { readPageText } from '../../../material/research/pages.ts';
import {
  type FetchedAttachmentRow,
  selectFetchedAttachments,
} from '../../../material/sources/attachment-rows.ts';
import { recordAttachment } from '../../../material/sources/attachments.ts';
import { discardFile } from '../../../material/sources/store-file.ts';
import {
  type FetchedPage,
  fetchPage,
  holdsPage,
  PageStatusError,
  readAttachedPage,
  storePage,
} from '../../../material/sources/web-pages.ts';
import { repeatQuery } from '../../../material/tables/queries.ts';
import { createTextExtractor } from '../../../material/text-extraction/text-extractor.ts';
import { type ChangedStatement, compareStatements, toChanges } from './cited-changes.ts';
import {
  type CheckedPlace,
  type CitedAttachment,
  type CitedPage,
  type CitedQuery,
  findingOf,
  recordFinding,
  type SourceFinding,
  sameFinding,
} from './cited-sources.ts';

/**
 * Fetches a cited page again, compares its citations and archives it if they changed, under the
 * research settings. Throws ResearchRefused, StorageUnavailableError.
 */
export async function checkPage(context: CheckContext, cited: CitedPage): Promise<SourceFinding> {
  const { services, tenantId, engagement } = context;
  if (!engagement.research_enabled) throw new ResearchRefused('not_enabled');
  const request = { tenantId, address: cited.row.url, domains: engagement.research_domains };
  const fetched = await fetchForArchive(services, request);
  const page = await readContent(services, tenantId, fetched);
  const texts = { before: await readPageText(services.storage, cited.row), after: page.text };
  const changed = await compareStatements(cited.statements, texts, context.signal);
  if (changed.length === 0) return sameFinding;
  const outside = { runId: null, agent: null };
  const archived = await archivePage(services, {
    tenantId,
    engagementId: engagement.id,
    ...outside,
    fetched,
    page,
  });
  return findingOf(toChanges(cited, changed, archived.title));
}

interface ChangedAttachment {
  checked: CheckedPlace<CitedAttachment>;
  page: FetchedPage;
  changed: ChangedStatement[];
}

/**
 * Fetches an attachment's address again and attaches it if its citations changed. Throws
 * ResearchRefused, StorageUnavailableError.
 */
export async function checkAttachment(
  context: CheckContext,
  checked: CheckedPlace<CitedAttachment>,
): Promise<SourceFinding> {
  const { services, tenantId, engagement, signal } = context;
  const cited = checked.source;
  const { row } = cited;
  const page = await fetchAgain(context, row.source_url);
  const before = await readStoredText(context, row);
  const changed = await compareStatements(cited.statements, { before, after: page.text }, signal);
  if (changed.length === 0) return sameFinding;
  // An earlier check may have attached the same text.
  const [attached] = await services.database.batchTenant(tenantId, [
    selectFetchedAttachments(tenantId, engagement.id, row.source_url),
  ]);
  const newest = attached.at(-1);
  if (newest && newest.id !== row.id && (await holds(context, newest, page))) {
    return findingOf(toChanges(cited, changed, newest.filename));
  }
  return attachAgain(context, { checked, page, changed });
}

async function readFile(
  { services }: CheckContext,
  { storage_key: key }: FetchedAttachmentRow,
): Promise<string> {
  return readAll(await services.storage.get(key));
}

const isPdf = ({ filename }: FetchedAttachmentRow) => extensionOf(filename) === '.pdf';

/**
 * Reads the text that was fetched: what stands below the header of a file, or the text of a PDF.
 */
async function readStoredText(context: CheckContext, row: FetchedAttachmentRow): Promise<string> {
  if (!isPdf(row)) return readAttachedPage(await readFile(context, row));
  const { services, tenantId } = context;
  const bytes = await buffer(await services.storage.get(row.storage_key));
  const page = await createTextExtractor(services).readPage(tenantId, {
    kind: 'pdf',
    bytes,
    charset: null,
    url: row.source_url,
  });
  return page?.text ?? '';
}

async function holds(
  context: CheckContext,
  row: FetchedAttachmentRow,
  page: FetchedPage,
): Promise<boolean> {
  if (!isPdf(row)) return holdsPage(await readFile(context, row), page);
  return (await readStoredText(context, row)).trim() === page.text.trim();
}

async function fetchAgain(
  { services, tenantId }: CheckContext,
  address: string,
): Promise<FetchedPage> {
  const url = new URL(address);
  await requireRobotsAllow(services, tenantId, url);
  await keepPace(services, url);
  try {
    return await fetchPage(services, tenantId, address);
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error, url.hostname) : error;
  }
}

function refusalOf(error: ApiError, host: string): unknown {
  if (error.code === 'url_private') return new ResearchRefused('private_address', null, error);
  if (error.code !== 'url_unreadable') return error;
  const { cause } = error;
  return cause instanceof PageStatusError
    ? new ResearchRefused('status', cause.status, error)
    : new ResearchRefused('unreachable', host, error);
}

/** There is no room for one more file. The change counts all the same. */
const noRoom: readonly ErrorCode[] = [
  'attachment_limit_reached',
  'storage_limit_exceeded',
  'file_too_large',
];

/**
 * Attaches a page and records the finding in one transaction, so that a crash does not attach it
 * again.
 */
async function attachAgain(
  { services, tenantId, engagement, madeBy }: CheckContext,
  { checked, page, changed }: ChangedAttachment,
): Promise<SourceFinding> {
  const { source_url: url, category } = checked.source.row;
  const describe = (filename: string | null) =>
    findingOf(toChanges(checked.source, changed, filename));
  const actor = { tenantId, userId: null, ipAddress: null };
  const attacher = { services, tenantId, uploadedBy: madeBy, actor };
  try {
    const { file, fields } = await storePage(attacher, engagement.id, page, { url, category });
    try {
      return await services.database.withTenant(tenantId, async (tx) => {
        const { filename } = await recordAttachment(tx, attacher, engagement.id, file, fields);
        const finding = describe(filename);
        await recordFinding(tx, tenantId, checked, finding);
        return finding;
      });
    } catch (error) {
      await discardFile(attacher, file);
      throw error;
    }
  } catch (error) {
    if (error instanceof ApiError && noRoom.includes(error.code)) return describe(null);
    throw error;
  }
}

/** Rows of a result that are shown, and the most characters of them. */
const shownRows = 12;
const shownLength = 1_000;
/** Characters of a result from which its first rows are read. */
const readLength = 8_000;

/**
 * Runs a cited query again. Another result, or a query that no longer runs, is a material change.
 */
export async function checkQuery(
  { services, tenantId, engagement }: CheckContext,
  cited: CitedQuery,
): Promise<SourceFinding> {
  const asked = { engagementId: engagement.id, queryId: cited.source.id, isAwaited: false };
  const { recorded, present } = await repeatQuery(services, tenantId, asked);
  if (present?.resultHash === recorded.result_hash) return sameFinding;
  const type = present ? 'result' : 'gone';
  const change = {
    type,
    before: showResult(recorded),
    after: present && showResult(present),
  } as const;
  const changed = cited.statements.map((statement) => ({ ...change, statement }));
  return findingOf(toChanges(cited, changed, null));
}

function showResult({ columns, rows }: { columns: { name: string }[]; rows: string }): string {
  const values = readFirstRows(rows.slice(0, readLength), shownRows);
  const lines = values.map((row) => row.map(String).join(' | '));
  const text = [columns.map(({ name }) => name).join(' | '), ...lines].join('\n');
  return text.length <= shownLength ? text : `${text.slice(0, shownLength - 2).toWellFormed()} …`;
}

/** The engagement of a check, and its process. */
export interface CheckContext {
  services: Services;
  tenantId: string;
  engagement: EngagementRow;
  /** The person who made the schedule; null if that person has left. */
  madeBy: string | null;
  signal: AbortSignal;
}
