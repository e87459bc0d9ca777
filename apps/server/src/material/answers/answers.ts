import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import { displayNameOf } from '@ecp/contract/values/authors';
import type {
  Answer,
  AnswerContent,
  AnswerStatus,
  AnswerVersion,
} from '@ecp/contract/work/answers';
import type { Database, Transaction } from '@ecp/database/database';
import { sql } from '@ecp/database/statement';
import type { ExportPart } from '../../kernel/export-part.ts';
import { lockEngagement, readOfEngagement } from '../engagements/engagement-rows.ts';

interface AnswerTarget {
  tenantId: string;
  engagementId: string;
}

interface AnswerRow {
  version: number;
  status: AnswerStatus;
  content: AnswerContent;
  run_id: string | null;
  editor_kind: 'user' | 'api_key' | null;
  editor_name: string | null;
  approver_name: string | null;
  approved_at: Date | null;
  created_at: Date;
}

const selectVersions = ({ tenantId, engagementId }: AnswerTarget) =>
  sql<AnswerRow>`select version, status, content, run_id, editor_kind, editor_name, approver_name,
      approved_at, created_at
    from platform.answers where tenant_id = ${tenantId} and engagement_id = ${engagementId}
    order by version desc`;

const selectLatest = ({ tenantId, engagementId }: AnswerTarget) =>
  sql<AnswerRow>`select version, status, content, run_id, editor_kind, editor_name, approver_name,
      approved_at, created_at
    from platform.answers where tenant_id = ${tenantId} and engagement_id = ${engagementId}
    order by version desc limit 1`;

/** Reads the latest version of the answer; null before the first analysis. */
export async function findAnswer(database: Database, target: AnswerTarget): Promise<Answer | null> {
  const [[row]] = await database.batchTenant<[AnswerRow]>(target.tenantId, [selectLatest(target)]);
  return row ? toAnswer(row) : null;
}

/** Reads the latest version of the answer. Error: `not_found` also before the first analysis. */
export async function readAnswer(database: Database, target: AnswerTarget): Promise<Answer> {
  const answer = await findAnswer(database, target);
  if (answer === null) throw new ApiError('not_found');
  return answer;
}

/** Lists the versions of the answer, the latest first. Error: `not_found` without one. */
export async function listVersions(
  database: Database,
  target: AnswerTarget,
): Promise<AnswerVersion[]> {
  const { tenantId, engagementId } = target;
  const [rows] = await readOfEngagement<[AnswerRow]>(database, tenantId, engagementId, [
    selectVersions(target),
  ]);
  if (rows.length === 0) throw new ApiError('not_found');
  return rows.map(toVersion);
}

/** The step of a run that makes a version. A repeated step makes it once. */
export interface AnswerStep {
  runId: string;
  step: string;
  status: Exclude<AnswerStatus, 'approved'>;
}

/**
 * Stores the answer of a run's step as the next version, once, and returns it. Error: `not_found`
 * without the engagement.
 */
export async function saveAnswer(
  database: Database,
  target: AnswerTarget,
  content: AnswerContent,
  { runId, step, status }: AnswerStep,
): Promise<Answer> {
  const { tenantId, engagementId } = target;
  return database.withTenant(tenantId, async (tx) => {
    await lockEngagement(tx, tenantId, engagementId);
    await tx.query(sql`insert into platform.answers
        (tenant_id, engagement_id, version, status, content, run_id, step)
      select ${tenantId}, ${engagementId}, coalesce(max(version), 0) + 1, ${status},
        ${JSON.stringify(content)}, ${runId}, ${step}
      from platform.answers where tenant_id = ${tenantId} and engagement_id = ${engagementId}
      on conflict (tenant_id, run_id, step) do nothing`);
    const { rows } = await tx.query(selectStep({ tenantId, runId, step }));
    const [row] = rows;
    if (!row) throw new Error('The insert returned no row');
    return toAnswer(row);
  });
}

/** Marks a run's answer as challenged, unless a person has approved it. */
export async function markChallenged(
  database: Database,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<void> {
  await database.batchTenant(tenantId, [
    sql`update platform.answers set status = 'challenged'
      where tenant_id = ${tenantId} and run_id = ${runId} and status = 'draft'`,
  ]);
}

/** Reads the answer that a run's step has stored; null if it has not. */
export async function findAnswerOfStep(
  database: Database,
  { tenantId, runId, step }: { tenantId: string; runId: string; step: string },
): Promise<Answer | null> {
  const [[row]] = await database.batchTenant<[AnswerRow]>(tenantId, [
    selectStep({ tenantId, runId, step }),
  ]);
  return row ? toAnswer(row) : null;
}

const selectStep = ({ tenantId, runId, step }: { tenantId: string; runId: string; step: string }) =>
  sql<AnswerRow>`select version, status, content, run_id, editor_kind, editor_name, approver_name,
      approved_at, created_at
    from platform.answers where tenant_id = ${tenantId} and run_id = ${runId} and step = ${step}`;

async function requireLatest(tx: Transaction, target: AnswerTarget): Promise<AnswerRow> {
  const { rows } = await tx.query(selectLatest(target));
  const [row] = rows;
  if (!row) throw new ApiError('not_found');
  return row;
}

/**
 * Stores a person's changes as the next version with `tx`, which holds the lock on the engagement.
 * The status stays, except that a changed answer is approved no more. Error: `not_found` before the
 * first analysis.
 */
export async function editAnswer(
  tx: Transaction,
  target: AnswerTarget,
  changes: Partial<AnswerContent>,
  editor: Author,
): Promise<Answer> {
  const { tenantId, engagementId } = target;
  const latest = await requireLatest(tx, target);
  const status = latest.status === 'approved' ? 'challenged' : latest.status;
  const content = JSON.stringify({ ...latest.content, ...changes });
  const { rows } = await tx.query(sql<AnswerRow>`insert into platform.answers
      (tenant_id, engagement_id, version, status, content, editor_kind, editor_id, editor_name)
    values (${tenantId}, ${engagementId}, ${latest.version + 1}, ${status}, ${content},
      ${editor.kind}, ${editor.id}, ${editor.name})
    returning version, status, content, run_id, editor_kind, editor_name, approver_name,
      approved_at, created_at`);
  const [row] = rows;
  if (!row) throw new Error('The insert returned no row');
  return toAnswer(row);
}

/** The decision of a person on an answer for which a run waits. */
export type ApprovalDecision = { approved: true } | { approved: false; notes: string };

/**
 * Stores a person's decision on the answer of a run with `tx`, which holds the lock on the
 * engagement, and returns the answer as it is now. Errors: `not_waiting`, `not_found`.
 */
export async function decideAnswer(
  tx: Transaction,
  target: AnswerTarget & { runId: string },
  decision: ApprovalDecision,
  by: string,
): Promise<Answer> {
  const { tenantId, engagementId, runId } = target;
  const state = decision.approved ? 'approved' : 'returned';
  const notes = decision.approved ? null : decision.notes;
  const { rowCount } = await tx.query(sql`update platform.answer_approvals
    set state = ${state}, notes = ${notes}, decided_by = ${by}, decided_at = clock_timestamp()
    where tenant_id = ${tenantId} and engagement_id = ${engagementId} and run_id = ${runId}
      and state = 'waiting'`);
  if (rowCount === 0) throw new ApiError('not_waiting');
  if (decision.approved) {
    await tx.query(sql`update platform.answers
      set status = 'approved', approver_name = ${by}, approved_at = clock_timestamp()
      where tenant_id = ${tenantId} and engagement_id = ${engagementId} and version = (
        select max(version) from platform.answers
        where tenant_id = ${tenantId} and engagement_id = ${engagementId})`);
  }
  return toAnswer(await requireLatest(tx, target));
}

/** The state of a run's wait for approval. */
export type ApprovalState =
  | { state: 'waiting' }
  | { state: 'approved' }
  | { state: 'returned'; notes: string };

/**
 * Lets a run wait for a person's decision on its answer, once for each round, and returns the state
 * of that round. Rounds count from 1.
 */
export async function awaitApproval(
  database: Database,
  { tenantId, engagementId, runId, round }: AnswerTarget & { runId: string; round: number },
): Promise<ApprovalState> {
  const [, [row]] = await database.batchTenant<
    [Record<never, never>, { state: ApprovalState['state']; notes: string | null }]
  >(tenantId, [
    sql`insert into platform.answer_approvals (tenant_id, engagement_id, run_id, round)
      values (${tenantId}, ${engagementId}, ${runId}, ${round})
      on conflict (tenant_id, run_id, round) do nothing`,
    sql<{ state: ApprovalState['state']; notes: string | null }>`select state, notes
      from platform.answer_approvals
      where tenant_id = ${tenantId} and run_id = ${runId} and round = ${round}`,
  ]);
  if (!row) throw new ApiError('not_found');
  return row.state === 'returned'
    ? { state: 'returned', notes: row.notes ?? '' }
    : { state: row.state };
}

/** Tells with `tx` whether a run's answer waits for a person's decision. */
export async function isAwaitingApproval(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`select from platform.answer_approvals
    where tenant_id = ${tenantId} and run_id = ${runId} and state = 'waiting'`);
  return rowCount > 0;
}

function toAnswer({ version, status, content, ...row }: AnswerRow): Answer {
  const approvedAt = row.approved_at?.toISOString() ?? null;
  return { version, status, ...content, approvedBy: row.approver_name, approvedAt };
}

function toVersion(row: AnswerRow): AnswerVersion {
  const { editor_kind: kind, editor_name: name } = row;
  const editedBy = kind === null || name === null ? null : displayNameOf({ kind, name });
  return {
    ...toAnswer(row),
    origin: row.run_id === null ? 'human' : 'agent',
    editedBy,
    createdAt: row.created_at.toISOString(),
  };
}

interface ExportedAnswerRow extends AnswerRow {
  /** Engagement and version, which order the pages. */
  id: string;
  engagement_id: string;
}

/** The account export has every version of every answer. */
export const exportedAnswers: ExportPart<ExportedAnswerRow> = {
  name: 'answers',
  page: {
    text: `select engagement_id || ' ' || to_char(version, 'FM0000000') as id, engagement_id, version, status, content,
        run_id, editor_kind, editor_name, approver_name, approved_at, created_at
      from platform.answers
      where tenant_id = $1 and engagement_id || ' ' || to_char(version, 'FM0000000') > $2 order by 1 limit $3`,
  },
  pageRows: 50,
  toRecord: ({ id: _id, engagement_id: engagementId, ...row }) => ({
    ...toVersion(row),
    engagementId,
  }),
};
