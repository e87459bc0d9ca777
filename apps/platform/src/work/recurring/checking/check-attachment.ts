import { text as readAll } from 'node:stream/consumers';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import { attachPage, readAttachedPage } from '../../attachments/attach-from-url.ts';
import { type FetchedPage, fetchPage, PageStatusError } from '../../attachments/fetch-page.ts';
import { listFetchedAttachments } from '../../attachments/list-fetched-attachments.ts';
import type { Attacher } from '../../attachments/record-attachment.ts';
import { type AttachmentRow, selectAttachment } from '../../attachments/records/attachment-rows.ts';
import { requireRobotsAllow } from '../../research/fetching/check-robots.ts';
import { keepPace } from '../../research/fetching/keep-pace.ts';
import { ResearchRefused } from '../../research/research-refused.ts';
import { type CheckContext, compareStatements } from './check-page.ts';
import { type ChangedStatement, toChanges } from './describe-change.ts';
import type { CitedSource } from './gather-cited.ts';
import { findingOf, type SourceFinding, sameFinding } from './source-rows.ts';

/** A changed attachment. */
interface ChangedAttachment {
  cited: CitedSource;
  row: AttachmentRow;
  page: FetchedPage;
  changed: ChangedStatement[];
}

/** Records the finding in the transaction that attaches the page, so that a crash does not attach it again. */
type Record = (tx: Transaction, finding: SourceFinding) => Promise<void>;

/**
 * Fetches an attachment's address again and compares what documents cite of it (REC-5). If that changed materially, the
 * page is attached as it is now, so that a run can cite it. Throws ResearchRefused, StorageUnavailableError.
 */
export async function checkAttachment(
  context: CheckContext,
  cited: CitedSource,
  record: Record,
): Promise<SourceFinding> {
  const { services, tenantId, engagement, signal } = context;
  const row = await findAttachment(context, cited.source.id);
  if (!row || row.source_url === null) throw new ResearchRefused('interrupted');
  const page = await fetchAgain(context, row.source_url);
  const before = await readAttached(context, row);
  const changed = await compareStatements(cited.statements, { before, after: page.text }, signal);
  if (changed.length === 0) return sameFinding;
  // An earlier check may have attached the same text.
  const attached = await listFetchedAttachments(services.database, tenantId, engagement.id);
  const newest = attached.findLast(({ source_url: url }) => url === row.source_url);
  const known = newest && newest.id !== row.id ? await findAttachment(context, newest.id) : undefined;
  if (known && (await readAttached(context, known)).trim() === page.text.trim()) {
    return findingOf(toChanges(cited, changed, known.filename));
  }
  return attachAgain(context, { cited, row, page, changed }, record);
}

async function findAttachment({ services, tenantId, engagement }: CheckContext, id: string) {
  const [[row]] = await services.database.batchTenant(tenantId, [selectAttachment(tenantId, engagement.id, id)]);
  return row;
}

async function readAttached({ services }: CheckContext, { storage_key: key }: AttachmentRow): Promise<string> {
  return readAttachedPage(await readAll(await services.storage.get(key)));
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
  { cited, row, page, changed }: ChangedAttachment,
  record: Record,
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
  const given = { url: row.source_url ?? page.url.href, category: row.category };
  try {
    const { attachment } = await attachPage(attacher, engagement.id, page, given);
    return describe(attachment.filename);
  } catch (error) {
    if (error instanceof ApiError && noRoom.includes(error.code)) return describe(null);
    throw error;
  }
}
