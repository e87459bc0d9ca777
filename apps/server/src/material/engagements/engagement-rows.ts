import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { nanoToUsd } from '@ecp/contract/declaring/money';
import type {
  AskBack,
  Engagement,
  EngagementStatus,
  TaskConfiguration,
} from '@ecp/contract/work/engagements';
import type { Database, Transaction } from '@ecp/database/database';
import type { NoRow, RowsOf, Statement, Statements } from '@ecp/database/statement';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';

export interface EngagementRow {
  id: string;
  tenant_id: string;
  name: string;
  client: string;
  slug: string;
  brief: string;
  budget_nano_usd: number;
  tasks: TaskConfiguration[];
  status: EngagementStatus;
  created_at: Date;
  archived_at: Date | null;
  model: string | null;
  ask_back: AskBack;
  ask_back_hours: number;
  research_enabled: boolean;
  research_domains: string[];
  research_max_pages: number;
  adversary: boolean;
  approve_answer: boolean;
  library: boolean;
  owner_id: string | null;
  /** The owner's name, or else the address. */
  owner_name: string | null;
  /** YYYY-MM-DD. */
  due_date: string | null;
  /** Whether it is the finished sample of the workspace. */
  sample: boolean;
}

export const responsibilityColumns = `owner_id, due_date::text as due_date, (
    select coalesce(u.name, u.email) from platform.users u
    where u.tenant_id = platform.current_tenant_id() and u.id = owner_id
  ) as owner_name`;

/** SQL for the people who may own engagements of the tenant $1, with the same names. */
export const possibleOwners = `select id as owner_id, coalesce(name, email) as owner_name
  from platform.users where tenant_id = $1`;

/** SQL for the row version of an engagement's owner, beside its other columns. */
export const ownerVersion = `(
    select u.xmin::text from platform.users u where u.tenant_id = platform.current_tenant_id() and u.id = owner_id
  )`;

export const engagementColumns =
  'id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, status, created_at, archived_at, model, ' +
  `ask_back, ask_back_hours, research_enabled, research_domains, research_max_pages, adversary, approve_answer, library, sample, ${responsibilityColumns}`;

export function toEngagement(row: EngagementRow): Engagement {
  return {
    ...toPlainFields(row),
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    tasks: row.tasks,
  };
}

type ReadFields = 'tasks' | 'createdAt' | 'archivedAt';

export function toPlainFields(
  row: Omit<EngagementRow, 'tasks' | 'created_at' | 'archived_at'>,
): Omit<Engagement, ReadFields> {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    client: row.client,
    slug: row.slug,
    brief: row.brief,
    budget: nanoToUsd(row.budget_nano_usd),
    status: row.status,
    model: row.model,
    askBack: row.ask_back,
    askBackHours: row.ask_back_hours,
    research: {
      enabled: row.research_enabled,
      domains: row.research_domains,
      maxPages: row.research_max_pages,
    },
    adversary: row.adversary,
    approveAnswer: row.approve_answer,
    library: row.library,
    ownerId: row.owner_id,
    ...toResponsibility(row),
    sample: row.sample,
  };
}

export function toResponsibility({
  owner_id: id,
  owner_name: name,
  due_date: dueDate,
}: Pick<EngagementRow, 'owner_id' | 'owner_name' | 'due_date'>): Pick<
  Engagement,
  'owner' | 'dueDate'
> {
  return { owner: id === null || name === null ? null : { id, name }, dueDate };
}

export function selectEngagement(tenantId: string, engagementId: string): Statement<EngagementRow> {
  return {
    name: 'select_engagement',
    text: `select ${engagementColumns} from platform.engagements where tenant_id = $1 and id = $2`,
    values: [tenantId, engagementId],
  };
}

/** The columns that following a run needs, without brief and tasks, which may be megabytes. */
export type EngagementState = Pick<
  EngagementRow,
  'id' | 'tenant_id' | 'name' | 'budget_nano_usd' | 'status' | 'owner_id' | 'sample'
> & {
  /** What judges of people's texts have cost. */
  judging_nano_usd: number;
};

const stateColumns =
  'id, tenant_id, name, budget_nano_usd, judging_nano_usd, status, owner_id, sample';

export function selectEngagementState(
  tenantId: string,
  engagementId: string,
): Statement<EngagementState> {
  return {
    name: 'select_engagement_state',
    text: `select ${stateColumns} from platform.engagements where tenant_id = $1 and id = $2`,
    values: [tenantId, engagementId],
  };
}

/**
 * Reads rows of an engagement in one round trip. Error: `not_found` if the tenant lacks the
 * engagement.
 */
export async function readOfEngagement<const Rows extends readonly unknown[]>(
  database: Database,
  tenantId: string,
  engagementId: string,
  statements: Statements<Rows>,
): Promise<RowsOf<Rows>> {
  const [engagements, ...rows] = await database.batchTenant<[NoRow, ...Rows]>(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    ...statements,
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return rows;
}

/** Selects one row if the tenant has the engagement, otherwise none. */
export function selectEngagementExists(tenantId: string, engagementId: string): Statement {
  return {
    name: 'select_engagement_exists',
    text: 'select from platform.engagements where tenant_id = $1 and id = $2',
    values: [tenantId, engagementId],
  };
}

/** Reads an engagement's state and locks its row until the transaction ends. Error: `not_found`. */
export async function lockEngagement(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<EngagementState> {
  const engagement = await lockEngagementIfThere(tx, tenantId, engagementId);
  if (!engagement) throw new ApiError('not_found');
  return engagement;
}

/**
 * Does what lockEngagement does, but returns undefined when the tenant has no engagement of that
 * id.
 */
export async function lockEngagementIfThere(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<EngagementState | undefined> {
  const { rows } = await tx.query<EngagementState>({
    name: 'lock_engagement',
    text: `select ${stateColumns} from platform.engagements where tenant_id = $1 and id = $2 for update`,
    values: [tenantId, engagementId],
  });
  return rows[0];
}

/**
 * Stores what all judgements of people's texts have cost together. A late answer of the engine
 * lowers nothing.
 */
export async function raiseJudgingSpent(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  spentNanoUsd: number,
): Promise<void> {
  await tx.query({
    name: 'raise_judging_spent',
    text: `update platform.engagements set judging_nano_usd = greatest(judging_nano_usd, $3)
      where tenant_id = $1 and id = $2`,
    values: [tenantId, engagementId, spentNanoUsd],
  });
}

/**
 * Throws `missing` unless the tenant has the engagement. An unreadable engagement counts as
 * missing.
 */
export async function requireEngagement(
  database: Database,
  tenantId: string,
  engagementId: string,
  missing: ErrorCode,
): Promise<void> {
  const [rows] = await database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
  ]);
  if (rows.length === 0) throw new ApiError(missing);
}

/** Sets the status of an engagement to that of its run. The caller holds the engagement's lock. */
export async function setEngagementStatus(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  status: EngagementStatus,
): Promise<void> {
  await tx.query({
    name: 'set_engagement_status',
    text: 'update platform.engagements set status = $3, updated_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, engagementId, status],
  });
}

/**
 * Locks all engagements of a tenant until the transaction ends, so that no run begins; returns
 * their ids.
 */
export async function lockEngagementIds(tx: Transaction, tenantId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock_engagement_ids',
    text: 'select id from platform.engagements where tenant_id = $1 order by id for update',
    values: [tenantId],
  });
  return rows.map(({ id }) => id);
}

/**
 * Reads the number of a tenant's engagements that the viewer sees, including archived ones. Every
 * change keeps it; where walls stand they are counted.
 */
export function countEngagements(tenantId: string): Statement<{ total: number }> {
  return {
    name: 'count_engagements',
    text: `select case when platform.sees_all_engagements() then platform.count_engagements($1)
        else (select count(*) from platform.engagements where tenant_id = $1) end::integer as total`,
    values: [tenantId],
  };
}

export const exportedEngagements: ExportPart<EngagementRow> = {
  name: 'engagements',
  page: pageOf('platform.engagements', engagementColumns),
  pageRows: 20,
  toRecord: toEngagement,
};
