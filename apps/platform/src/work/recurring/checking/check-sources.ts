import { ApiError } from '@ecp/contract/declaring/errors';
import type { UpdateStatus } from '@ecp/contract/work/recurring';
import type { Transaction } from '@ecp/database/database';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { ObjectMissingError } from '../../../kernel/storage/object-storage.ts';
import { selectEngagement } from '../../engagements/engagement-rows.ts';
import { ResearchRefused } from '../../research/research-refused.ts';
import { checkAttachment } from './check-attachment.ts';
import type { CheckContext } from './check-context.ts';
import { checkPage } from './check-page.ts';
import { checkQuery } from './check-query.ts';
import { toChanges } from './describe-change.ts';
import { finishCheck } from './finish-check.ts';
import { type CitedSource, gatherCited } from './gather-cited.ts';
import { recordFinding, type SourceFinding, selectFindings } from './source-rows.ts';

interface OpenRow {
  engagement_id: string;
  made_by: string | null;
  status: UpdateStatus;
}

/**
 * Does the durable work `checkSources`: reads the sources of an engagement again, one after the other, and proposes
 * what follows. Each source is recorded once it is read, so that the next process goes on with the others (REC-4). It
 * calls no model and starts no run. An engagement that has been archived or deleted meanwhile is left alone. Throws
 * StorageUnavailableError, `engine_error` and errors of the database, so that the queue tries again.
 */
export async function checkSources(
  services: Services,
  { tenantId, updateId }: DurableInputs['checkSources'],
  signal: AbortSignal,
): Promise<void> {
  const { database } = services;
  const [[update]] = await database.batchTenant<[OpenRow]>(tenantId, [
    {
      name: 'select_open_update',
      text: `select engagement_id, made_by, status from platform.engagement_updates where tenant_id = $1 and id = $2`,
      values: [tenantId, updateId],
    },
  ]);
  if (update?.status !== 'checking') return;
  const [[engagement]] = await database.batchTenant(tenantId, [selectEngagement(tenantId, update.engagement_id)]);
  if (!engagement) return;
  if (engagement.archived_at !== null) return dropCheck(services, tenantId, updateId);
  const context: CheckContext = { services, tenantId, engagement, madeBy: update.made_by, signal };
  const cited = await gatherCited(database, tenantId, engagement.id);
  const [found] = await database.batchTenant(tenantId, [selectFindings(tenantId, updateId)]);
  const done = new Set(found.map(({ kind, source_id: id }) => `${kind} ${id}`));
  let pages = 0;
  for (const [position, source] of cited.entries()) {
    if (source.kind === 'page') pages += 1;
    if (done.has(`${source.kind} ${source.source.id}`)) continue;
    if (signal.aborted) return;
    const record = (tx: Transaction, finding: SourceFinding) =>
      recordFinding(tx, tenantId, { updateId, source, position }, finding);
    const finding = await checkSource(context, { source, isBeyond: pages > engagement.research_max_pages, record });
    await database.withTenant(tenantId, (tx) => record(tx, finding));
  }
  await finishCheck(context, updateId);
}

/** Removes a check that is not to be done. */
async function dropCheck({ database }: Services, tenantId: string, updateId: string): Promise<void> {
  await database.withTenant(tenantId, (tx) =>
    tx.query({
      name: 'drop_update',
      text: `delete from platform.engagement_updates where tenant_id = $1 and id = $2 and status = 'checking'`,
      values: [tenantId, updateId],
    }),
  );
}

interface SourceToCheck {
  source: CitedSource;
  /** The engagement's limit of pages is reached. */
  isBeyond: boolean;
  record(tx: Transaction, finding: SourceFinding): Promise<void>;
}

async function checkSource(context: CheckContext, { source, isBeyond, record }: SourceToCheck): Promise<SourceFinding> {
  try {
    if (isBeyond) throw new ResearchRefused('limit_reached', context.engagement.research_max_pages);
    if (source.kind === 'page') return await checkPage(context, source);
    if (source.kind === 'attachment') return await checkAttachment(context, source, record);
    return await checkQuery(context, source);
  } catch (error) {
    if (error instanceof ResearchRefused) return refusedFinding(source, error);
    // The source has been deleted meanwhile, or the query fails on the present tables.
    const isGone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'query_failed');
    if (isGone || error instanceof ObjectMissingError) {
      return refusedFinding(source, new ResearchRefused('unreadable', null, error));
    }
    throw error;
  }
}

/** The statuses by which a server says that a page no longer exists. */
const goneStatuses: readonly (string | null)[] = ['404', '410'];

/** A source that is gone no longer backs its citations. One that could not be read this time tells nothing (REC-7). */
function refusedFinding(cited: CitedSource, { refusal }: ResearchRefused): SourceFinding {
  if (refusal.reason !== 'status' || !goneStatuses.includes(refusal.detail)) {
    return { outcome: 'unread', refusal, changes: [] };
  }
  const changed = cited.statements.map((statement) => {
    const { quote, passage } = statement.citation;
    return { type: 'gone' as const, before: quote ?? passage ?? '', after: null, statement };
  });
  return { outcome: 'gone', refusal, changes: toChanges(cited, changed, null) };
}
