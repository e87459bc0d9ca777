import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngagementUpdate, UpdateChange, UpdateStatus } from '@ecp/contract/work/recurring';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { forAgents } from '../../../kernel/as-agents.ts';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import { ObjectMissingError } from '../../../kernel/storage/object-storage.ts';
import {
  lockEngagementIfThere,
  selectEngagement,
} from '../../../material/engagements/engagement-rows.ts';
import { recordNoticeToMail } from '../../../material/notices/notices.ts';
import { mailRecipient } from '../../../material/notices/recipients.ts';
import { ResearchRefused } from '../../../material/research/fetching.ts';
import { priceRerun, readPlanMaterial, toRange } from '../../runs/plans/prices.ts';
import { toChanges } from './cited-changes.ts';
import {
  type CheckedPlace,
  type CitedSource,
  gatherCited,
  recordFinding,
  type SourceFinding,
  selectFindings,
} from './cited-sources.ts';
import { type CheckContext, checkAttachment, checkPage, checkQuery } from './source-checks.ts';

interface OpenRow {
  engagement_id: string;
  made_by: string | null;
  status: UpdateStatus;
}

/**
 * Does the work `checkSources`: reads sources again and proposes updates. Each is recorded once
 * read, so that the next process goes on. Throws StorageUnavailableError, `engine_error` and
 * database errors, so that the queue tries again.
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
  const [[engagement]] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, update.engagement_id),
  ]);
  if (!engagement) return;
  if (engagement.archived_at !== null) return dropCheck(services, tenantId, updateId);
  const own = { services: forAgents(services, engagement.id), tenantId, engagement };
  const context: CheckContext = { ...own, madeBy: update.made_by, signal };
  const cited = await gatherCited(database, tenantId, engagement.id);
  const [found] = await database.batchTenant(tenantId, [selectFindings(tenantId, updateId)]);
  const done = new Set(found.map(({ kind, source_id: id }) => `${kind} ${id}`));
  let pages = 0;
  for (const [position, source] of cited.entries()) {
    if (source.kind === 'page') pages += 1;
    if (done.has(`${source.kind} ${source.source.id}`)) continue;
    if (signal.aborted) return;
    const checked: CheckedPlace = { updateId, source, position };
    const finding = await checkSource(context, checked, pages > engagement.research_max_pages);
    await database.withTenant(tenantId, (tx) => recordFinding(tx, tenantId, checked, finding));
  }
  await finishCheck(context, updateId);
}

async function dropCheck(
  { database }: Services,
  tenantId: string,
  updateId: string,
): Promise<void> {
  await database.withTenant(tenantId, (tx) =>
    tx.query({
      name: 'drop_update',
      text: `delete from platform.engagement_updates where tenant_id = $1 and id = $2 and status = 'checking'`,
      values: [tenantId, updateId],
    }),
  );
}

/** @param isBeyond true if the engagement's limit of pages is reached */
async function checkSource(
  context: CheckContext,
  checked: CheckedPlace,
  isBeyond: boolean,
): Promise<SourceFinding> {
  const { source, ...place } = checked;
  try {
    if (isBeyond) throw new ResearchRefused('limit_reached', context.engagement.research_max_pages);
    if (source.kind === 'page') return await checkPage(context, source);
    if (source.kind === 'attachment') return await checkAttachment(context, { ...place, source });
    return await checkQuery(context, source);
  } catch (error) {
    if (error instanceof ResearchRefused) return refusedFinding(source, error);
    // The source has been deleted meanwhile, or the query fails on the present tables.
    const isGone =
      error instanceof ApiError && (error.code === 'not_found' || error.code === 'query_failed');
    if (isGone || error instanceof ObjectMissingError) {
      return refusedFinding(source, new ResearchRefused('unreadable', null, error));
    }
    throw error;
  }
}

/** The statuses by which a server says that a page no longer exists. */
const goneStatuses: readonly (string | null)[] = ['404', '410'];

/**
 * A source that is gone no longer backs its citations. One that could not be read this time tells
 * nothing.
 */
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

const maxChanges = 100;
/** Decided proposals whose changes are not proposed again, the newest. */
const rememberedProposals = 100;

/**
 * Ends a check once: material changes that are not settled become a priced proposal. Error:
 * `engine_error`.
 */
async function finishCheck(context: CheckContext, updateId: string): Promise<void> {
  const { services, tenantId, engagement } = context;
  const { database } = services;
  const [found, decided] = await database.batchTenant(tenantId, [
    selectFindings(tenantId, updateId),
    selectDecided(tenantId, engagement.id),
  ]);
  const settled = new Set(decided.flatMap(listSettled).map(keyOf));
  const fresh = found.flatMap((row) => row.changes).filter((change) => !settled.has(keyOf(change)));
  const changes = fresh.slice(0, maxChanges);
  const cost = changes.length === 0 ? null : await priceChanges(context, changes);
  await database.withTenant(tenantId, async (tx) => {
    if (!(await lockEngagementIfThere(tx, tenantId, engagement.id))) return;
    if (!(await endCheck(tx, context, updateId, { changes, cost }))) return;
    if (cost) await tellProposal(tx, context, updateId, changes);
  });
}

/**
 * A change is the same if the same source is gone, or the same words of it have become the same
 * other words.
 */
const keyOf = ({ kind, type, source, before, after }: UpdateChange) =>
  JSON.stringify(type === 'gone' ? [kind, source.id] : [kind, source.id, before, after]);

type DecidedRow = Pick<EngagementUpdate, 'changes'> & { status: 'dismissed' | 'accepted' };

/**
 * Lists settled changes: all of a dismissed proposal; of an accepted one the words that a source
 * has lost, because an amended statement still cites the archived copy.
 */
const listSettled = ({ status, changes }: DecidedRow) =>
  status === 'dismissed' ? changes : changes.filter(({ after }) => after === null);

function selectDecided(tenantId: string, engagementId: string): Statement<DecidedRow> {
  return {
    name: 'select_decided_changes',
    text: `select status, changes from platform.engagement_updates
      where tenant_id = $1 and engagement_id = $2 and status in ('dismissed', 'accepted')
      order by due_at desc limit $3`,
    values: [tenantId, engagementId, rememberedProposals],
  };
}

/**
 * Ends the check, and replaces the proposals before it that are open. Returns false if it has been
 * ended before.
 */
async function endCheck(
  tx: Transaction,
  { services, tenantId, engagement }: CheckContext,
  updateId: string,
  { changes, cost }: Pick<EngagementUpdate, 'changes' | 'cost'>,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'end_check',
    text: `update platform.engagement_updates set status = $3, checked_at = $4, changes = $5, cost = $6
      where tenant_id = $1 and id = $2 and status = 'checking'`,
    values: [
      tenantId,
      updateId,
      cost ? 'proposed' : 'unchanged',
      services.clock.now(),
      JSON.stringify(changes),
      cost && JSON.stringify(cost),
    ],
  });
  if (rowCount === 0 || !cost) return rowCount === 1;
  await tx.query({
    name: 'replace_proposals',
    text: `update platform.engagement_updates set status = 'replaced'
      where tenant_id = $1 and engagement_id = $2 and status = 'proposed' and id <> $3`,
    values: [tenantId, engagement.id, updateId],
  });
  return true;
}

async function tellProposal(
  tx: Transaction,
  { services, tenantId, engagement, madeBy }: CheckContext,
  updateId: string,
  changes: UpdateChange[],
): Promise<void> {
  const engagementId = engagement.id;
  await recordEvent(tx, services, tenantId, 'update.proposed', { engagementId, updateId });
  await recordAudit(
    tx,
    { tenantId, userId: null, ipAddress: null },
    {
      action: 'update.propose',
      resourceType: 'update',
      resourceId: updateId,
      metadata: { engagementId, changes: changes.length },
    },
  );
  const files = new Set(
    changes.flatMap(({ documents }) => documents.map(({ filename }) => filename)),
  );
  const counts = { changes: changes.length, documents: files.size };
  const about = { engagementId, engagementName: engagement.name };
  const mail = {
    kind: 'updateProposed',
    ...about,
    ...counts,
    id: `updateProposed-${updateId}`,
  } as const;
  const recipient = await recordNoticeToMail(tx, services, tenantId, {
    kind: 'update_proposed',
    data: { updateId, ...counts },
    ...about,
    cause: updateId,
    userId: madeBy,
  });
  if (!recipient) return;
  await mailRecipient(tx, services, tenantId, {
    mail,
    recipient,
    setting: 'runs',
    engagementIds: [engagementId],
  });
}

type Price = NonNullable<EngagementUpdate['cost']>;

const noCost: Price = { low: 0, expected: 0, high: 0 };

/**
 * Prices the reruns of changed documents at no cost; without a task they cost nothing. Error:
 * `engine_error`.
 */
async function priceChanges(
  context: CheckContext,
  changes: readonly UpdateChange[],
): Promise<Price> {
  const filenames = new Set(
    changes.flatMap(({ documents }) => documents.map(({ filename }) => filename)),
  );
  const { services, tenantId, engagement } = context;
  const material = await services.database.withTenant(tenantId, (tx) =>
    readPlanMaterial(tx, context, engagement.id),
  );
  if (!material) return noCost;
  const concerned = new Set(
    material.previous.flatMap(({ taskId, filename }) => (filenames.has(filename) ? [taskId] : [])),
  );
  const taskIds = material.tasks.flatMap(({ id }) => (concerned.has(id) ? [id] : []));
  if (taskIds.length === 0) return noCost;
  return toRange((await priceRerun(context, material, taskIds)).cost);
}
