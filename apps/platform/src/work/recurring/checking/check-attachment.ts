import { buffer, text as readAll } from 'node:stream/consumers';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import type { Transaction } from '@ecp/database/database';
import { attachPage, holdsPage, readAttachedPage } from '../../attachments/attach-from-url.ts';
import { type FetchedPage, fetchPage, PageStatusError } from '../../attachments/fetch-page.ts';
import type { Attacher } from '../../attachments/record-attachment.ts';
import {
  type FetchedAttachmentRow,
  selectFetchedAttachments,
} from '../../attachments/records/select-fetched-attachments.ts';
import { requireRobotsAllow } from '../../research/fetching/check-robots.ts';
import { keepPace } from '../../research/fetching/keep-pace.ts';
import { ResearchRefused } from '../../research/research-refused.ts';
import type { CheckContext } from './check-context.ts';
import { type ChangedStatement, compareStatements } from './compare-cited.ts';
import { toChanges } from './describe-change.ts';
import type { CitedAttachment } from './gather-cited.ts';
import { findingOf, type SourceFinding, sameFinding } from './source-rows.ts';

/** A changed attachment. */
interface ChangedAttachment {
  cited: CitedAttachment;
  page: FetchedPage;
  changed: ChangedStatement[];
}

/** Records the finding in the transaction that attaches the page, so that a crash does not attach it again. */
type RecordFinding = (tx: Transaction, finding: SourceFinding) => Promise<void>;

/**
 * Fetches an attachment's address again and compares what documents cite of it (REC-5). If that changed materially, the
 * page is attached as it is now, so that a run can cite it. Throws ResearchRefused, StorageUnavailableError.
 */
export async function checkAttachment(
  context: CheckContext,
  cited: CitedAttachment,
  record: RecordFinding,
): Promise<SourceFinding> {
  const { services, tenantId, engagement, signal } = context;
  const { row } = cited;
  const page = await fetchAgain(context, row.source_url);
  const before = await readText(context, row);
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
  return attachAgain(context, { cited, page, changed }, record);
}

async function readFile({ services }: CheckContext, { storage_key: key }: FetchedAttachmentRow): Promise<string> {
  return readAll(await services.storage.get(key));
}

const isPdf = ({ filename }: FetchedAttachmentRow) => extensionOf(filename) === '.pdf';

/** Reads the text that was fetched: what stands below the header of a file, or the text of a PDF. */
async function readText(context: CheckContext, row: FetchedAttachmentRow): Promise<string> {
  if (!isPdf(row)) return readAttachedPage(await readFile(context, row));
  const { services, tenantId } = context;
  const bytes = await buffer(await services.storage.get(row.storage_key));
  const page = await services.textExtractor.readPage(tenantId, {
    kind: 'pdf',
    bytes,
    charset: null,
    url: row.source_url,
  });
  return page?.text ?? '';
}

async function holds(context: CheckContext, row: FetchedAttachmentRow, page: FetchedPage): Promise<boolean> {
  if (!isPdf(row)) return holdsPage(await readFile(context, row), page);
  return (await readText(context, row)).trim() === page.text.trim();
}

async function fetchAgain({ services, tenantId }: CheckContext, address: string): Promise<FetchedPage> {
  const url = new URL(address);
  await requireRobotsAllow(services, tenantId, url);
  await keepPace(services.database, url);
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
const noRoom: readonly ErrorCode[] = ['attachment_limit_reached', 'storage_limit_exceeded', 'file_too_large'];

async function attachAgain(
  { services, tenantId, engagement, madeBy }: CheckContext,
  { cited, page, changed }: ChangedAttachment,
  record: RecordFinding,
): Promise<SourceFinding> {
  const { database } = services;
  const describe = (filename: string | null) => findingOf(toChanges(cited, changed, filename));
  const attacher: Attacher = {
    ...{ services, tenantId, uploadedBy: madeBy, actor: { tenantId, userId: null, ipAddress: null } },
    transaction: (work) => database.withTenant(tenantId, work),
    commit: (work) =>
      database.withTenant(tenantId, async (tx) => {
        const answer = await work(tx);
        await record(tx, describe(answer.attachment.filename));
        return answer;
      }),
  };
  const given = { url: cited.row.source_url, category: cited.row.category };
  try {
    const { attachment } = await attachPage(attacher, engagement.id, page, given);
    return describe(attachment.filename);
  } catch (error) {
    if (error instanceof ApiError && noRoom.includes(error.code)) return describe(null);
    throw error;
  }
}
