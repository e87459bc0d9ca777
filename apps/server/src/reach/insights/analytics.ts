import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { AnalyzedEngagement } from '@ecp/contract/reach/insights';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { RequestContext } from '../../kernel/context.ts';

interface Row {
  id: string;
  name: string;
  client: string;
  status: EngagementStatus;
  archived: boolean;
  created_at: Date;
  due_date: string | null;
  budget_nano_usd: number;
  spent_nano_usd: number;
  completed_runs: number;
  documents: number;
  approved: number;
  revisions: number;
  started_at: Date | null;
  approved_at: Date | null;
  client_approved: number;
  client_rejected: number;
}

const maxEngagements = 2_000;
const hourMs = 3_600_000;

/**
 * Reads the engagements of a period as an owner counts them, newest first. Internal files and the
 * sample are left out.
 */
export async function getAnalytics(
  { services, tenantId }: RequestContext,
  { from, to }: { from?: string; to?: string },
): Promise<{ engagements: AnalyzedEngagement[] }> {
  const [rows] = await services.database.batchTenant<[Row]>(tenantId, [
    {
      name: 'read_analytics',
      text: `select e.id, e.name, e.client, e.status, e.archived_at is not null as archived, e.created_at,
          e.due_date::text as due_date, e.budget_nano_usd,
          (e.judging_nano_usd + ran.spent + coalesce(planned.spent, 0))::bigint as spent_nano_usd,
          ran.completed as completed_runs, written.documents, written.approved, written.revisions,
          ran.started_at, written.approved_at, decided.approved as client_approved, decided.rejected as client_rejected
        from platform.engagements e
        cross join lateral (
          select coalesce(sum(r.cost_nano_usd), 0) as spent, min(r.started_at) as started_at,
            count(*) filter (where r.status = 'completed') as completed
          from platform.runs r where r.tenant_id = e.tenant_id and r.engagement_id = e.id
        ) ran
        cross join lateral (
          select sum(p.spent_nano_usd) as spent
          from platform.plans p where p.tenant_id = e.tenant_id and p.engagement_id = e.id
        ) planned
        cross join lateral (
          select count(*) as documents, count(*) filter (where approval_status = 'approved') as approved,
            coalesce(sum(version - 1), 0)::bigint as revisions,
            max(reviewed_at) filter (where approval_status = 'approved') as approved_at
          from (
            select distinct on (d.filename) d.version, d.approval_status, d.reviewed_at
            from platform.deliverables d
            where d.tenant_id = e.tenant_id and d.engagement_id = e.id and not starts_with(d.filename, '_')
            order by d.filename, d.version desc
          ) latest
        ) written
        cross join lateral (
          select count(*) filter (where action = 'approve') as approved, count(*) filter (where action = 'reject') as rejected
          from (
            select distinct on (d.filename) c.action
            from platform.deliverables d
            join platform.client_decisions c on c.tenant_id = d.tenant_id and c.deliverable_id = d.id
            where d.tenant_id = e.tenant_id and d.engagement_id = e.id
            order by d.filename, d.version desc, c.created_at desc, c.id desc
          ) last
        ) decided
        where e.tenant_id = $1 and not e.sample
          and ($2::timestamptz is null or e.created_at >= $2) and ($3::timestamptz is null or e.created_at < $3)
        order by e.created_at desc, e.id desc limit $4`,
      values: [tenantId, from ?? null, to ?? null, maxEngagements],
    },
  ]);
  return { engagements: rows.map(toEngagement) };
}

function toEngagement(row: Row): AnalyzedEngagement {
  const { id, name, client, status, archived, documents, approved, revisions } = row;
  const isApproved = documents > 0 && approved === documents;
  const start = row.started_at?.getTime();
  const end = isApproved ? row.approved_at?.getTime() : undefined;
  return {
    id,
    name,
    client,
    status,
    archived,
    documents,
    revisions,
    createdAt: row.created_at.toISOString(),
    dueDate: row.due_date,
    budget: nanoToUsd(row.budget_nano_usd),
    spent: nanoToUsd(row.spent_nano_usd),
    completedRuns: row.completed_runs,
    approvedDocuments: approved,
    hoursToApproval:
      start === undefined || end === undefined ? null : Math.max(0, end - start) / hourMs,
    clientDecisions: { approved: row.client_approved, rejected: row.client_rejected },
  };
}
