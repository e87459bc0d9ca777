import type { EngagementUpdate, UpdateChange } from '@ecp/contract/work/recurring';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { mailRecipient } from '../../notices/mail-recipient.ts';
import { recordNotice } from '../../notices/record-notice.ts';
import type { CheckContext } from './check-context.ts';
import { priceChanges } from './price-changes.ts';
import { selectFindings } from './source-rows.ts';

/** Most changes of a proposal. */
const maxChanges = 100;
/** Decided proposals whose changes are not proposed again, the newest. */
const rememberedProposals = 100;

/**
 * Ends a check: what changed materially becomes a proposal with the price of the reruns (REC-8). Changes that are
 * settled are not proposed again. The state, the event and the notice commit together, once. Error: `engine_error`.
 */
export async function finishCheck(context: CheckContext, updateId: string): Promise<void> {
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
    if (!(await lockEngagement(tx, tenantId, engagement.id))) return;
    if (!(await endCheck(tx, context, updateId, { changes, cost }))) return;
    if (cost) await tellProposal(tx, context, updateId, changes);
  });
}

/** A change is the same if the same source is gone, or the same words of it have become the same other words. */
const keyOf = ({ kind, type, source, before, after }: UpdateChange) =>
  JSON.stringify(type === 'gone' ? [kind, source.id] : [kind, source.id, before, after]);

type DecidedRow = Pick<EngagementUpdate, 'changes'> & { status: 'dismissed' | 'accepted' };

/**
 * Lists the changes of a decided proposal that are settled (REC-10): all of a dismissed one, and of an accepted one the
 * words that a source has lost, because the amended statement still cites the archived copy, and the note of a run that
 * failed stays open.
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

/** Ends the check, and replaces the proposals before it that are open. Returns false if it has been ended before. */
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
      ...[tenantId, updateId, cost ? 'proposed' : 'unchanged', services.clock.now()],
      ...[JSON.stringify(changes), cost && JSON.stringify(cost)],
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
  const files = new Set(changes.flatMap(({ documents }) => documents.map(({ filename }) => filename)));
  const counts = { changes: changes.length, documents: files.size };
  const about = { engagementId, engagementName: engagement.name };
  const mail = { kind: 'updateProposed', ...about, ...counts, id: `updateProposed-${updateId}` } as const;
  await recordNotice(tx, services, tenantId, {
    ...{ kind: 'update_proposed', data: { updateId, ...counts }, ...about, cause: updateId, userId: madeBy },
    mail: (recipient) => mailRecipient(tx, services, tenantId, { mail, recipient, setting: 'runs' }),
  });
}
