import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import type { EventData, EventName } from '@ecp/contract/reach/webhook-events';
import { displayNameOf } from '@ecp/contract/values/authors';
import type { ClientDecision, ClientDecisions } from '@ecp/contract/values/review-answers';
import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit, type Speaker } from '../../../kernel/audit/record-audit.ts';
import type { ExportPart } from '../../../kernel/export-part.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementState } from '../../../material/engagements/engagement-rows.ts';
import {
  type CitationCountColumns,
  requireClosedCitations,
} from '../../../material/evidence/citations.ts';
import { quoteClient, recordClientNotice } from '../../../material/notices/notices.ts';
import { documentTitle } from '../deliverable-rows.ts';

interface DecidedVersion extends CitationCountColumns {
  id: string;
  filename: string;
  content: string;
  version: number;
  approval_status: ApprovalStatus;
}

interface Decision {
  action: 'approve' | 'reject';
  notes: string | null;
  /** The version that the client has read; absent if the client does not say. */
  version: number | undefined;
}

/** A client's decision. The firm's own approval of the version is not told. */
interface Decided {
  deliverableId: string;
  approvalStatus: null;
  reviewedAt: string;
  reviewedBy: string;
  author: Author;
}

/**
 * Records a client's decision about the released version, under the engagement's lock; the firm's
 * own approval stays. Errors: `not_latest_version`, `citations_open`, `review_limit_reached`.
 */
export async function recordReleaseDecision(
  tx: Transaction,
  services: Services,
  engagement: EngagementState,
  shown: DecidedVersion,
  { action, notes, version }: Decision,
  { author, actor, metadata }: Speaker,
): Promise<Decided> {
  const { tenant_id: tenantId, id: engagementId } = engagement;
  if (version !== undefined && version !== shown.version) {
    throw new ApiError('not_latest_version', { values: { version: shown.version } });
  }
  if (action === 'approve') {
    await requireClosedCitations(tx, tenantId, shown, {
      override: undefined,
      isAdmin: false,
      isClient: true,
    });
  }
  const { id: decisionId, decision } = await recordClientDecision(tx, tenantId, shown, {
    action,
    notes,
    author,
  });
  const { id: deliverableId, filename, approval_status: approvalStatus } = shown;
  const title = documentTitle(shown, undefined);
  const about = { engagementId, deliverableId, filename, version: shown.version };
  const reviewedBy = displayNameOf(author);
  const reviewed = { ...about, action, approvalStatus, notes, reviewedBy, author };
  await announceReview(tx, services, engagement, { reviewId: decisionId, event: null, reviewed });
  await recordAudit(tx, actor, {
    action: 'deliverable.decide',
    resourceType: 'deliverable',
    resourceId: deliverableId,
    metadata: { engagementId, filename, title, version: shown.version, action, ...metadata },
  });
  return { deliverableId, approvalStatus: null, reviewedAt: decision.at, reviewedBy, author };
}

/** Bounds the decisions about a version, so that a leaked link cannot fill the database. */
const maxDecisions = 1_000;

/** Records a client's decision under the engagement's lock. Error: `review_limit_reached`. */
export async function recordClientDecision(
  tx: Transaction,
  tenantId: string,
  { id: deliverableId, version }: { id: string; version: number },
  { action, notes, author }: { action: 'approve' | 'reject'; notes: string | null; author: Author },
): Promise<{ id: string; decision: NonNullable<ClientDecision> }> {
  const id = createId();
  const { rows } = await tx.query<{ created_at: Date }>({
    name: 'record_client_decision',
    text: `insert into platform.client_decisions (tenant_id, id, deliverable_id, action, notes, token_id, author_name)
      select $1, $2, $3, $4, $5, $6, $7
      where (select count(*) from platform.client_decisions where tenant_id = $1 and deliverable_id = $3) < $8
      returning created_at`,
    values: [tenantId, id, deliverableId, action, notes, author.id, author.name, maxDecisions],
  });
  const [saved] = rows;
  if (!saved) throw new ApiError('review_limit_reached', { values: { limit: maxDecisions } });
  const row = { version, action, notes, token_id: author.id, author_name: author.name, ...saved };
  return { id, decision: toClientDecision(row) };
}

type Reviewed = EventData['deliverable.reviewed'];

export type ReviewEvent = Extract<
  EventName,
  'deliverable.approved' | 'deliverable.revision_requested' | 'deliverable.rejected'
>;

/**
 * Sends a review's events and the notice of a client's decision; `event` is null if no approval
 * status changes.
 */
export async function announceReview(
  tx: Transaction,
  services: Services,
  engagement: EngagementState,
  {
    reviewId,
    event,
    reviewed,
  }: { reviewId: string; event: ReviewEvent | null; reviewed: Reviewed },
): Promise<void> {
  const { tenant_id: tenantId, id: engagementId, name: engagementName } = engagement;
  const { action, ...data } = reviewed;
  if (event) await recordEvent(tx, services, tenantId, event, data);
  await recordEvent(tx, services, tenantId, 'deliverable.reviewed', reviewed);
  const { author, filename, version, notes } = reviewed;
  if (author.kind !== 'client') return;
  await recordClientNotice(tx, services, tenantId, {
    kind: 'client_decision',
    data: { filename, version, action, ...quoteClient(author.name, notes) },
    engagementId,
    engagementName,
    cause: reviewId,
  });
}

/** The last decision about one version by one link. */
export interface ClientDecisionRow {
  filename: string;
  version: number;
  action: 'approve' | 'reject';
  notes: string | null;
  token_id: string | null;
  author_name: string;
  created_at: Date;
}

/** Selects each link's last decision about each version of one file, or of all, oldest first. */
export function selectClientDecisions(
  tenantId: string,
  engagementId: string,
  filename?: string,
): Statement<ClientDecisionRow> {
  return {
    name: 'select_client_decisions',
    text: `select filename, version, action, notes, token_id, author_name, created_at from (
        select distinct on (d.filename, d.version, c.token_id) d.filename, d.version, c.action, c.notes, c.token_id,
          c.author_name, c.created_at, c.id
        from platform.deliverables d
        join platform.client_decisions c on c.tenant_id = d.tenant_id and c.deliverable_id = d.id
        where d.tenant_id = $1 and d.engagement_id = $2 and ($3::text is null or d.filename = $3)
        order by d.filename, d.version, c.token_id, c.created_at desc, c.id desc
      ) latest order by filename, version, created_at, id`,
    values: [tenantId, engagementId, filename ?? null],
  };
}

/**
 * Finds the decision that a version shows: the last one about it, or about the newest version
 * before it.
 */
export function readClientDecisions(
  rows: readonly ClientDecisionRow[],
): (filename: string, version: number) => ClientDecision {
  const ofFile = Map.groupBy(rows, ({ filename }) => filename);
  return (filename, version) => {
    const row = ofFile.get(filename)?.findLast((decided) => decided.version <= version);
    return row === undefined ? null : toClientDecision(row);
  };
}

/**
 * Lists what each link has decided last about a version or the ones before it, the newest decision
 * first.
 */
export function listClientDecisions(
  rows: readonly ClientDecisionRow[],
  filename: string,
  version: number,
): ClientDecisions {
  const about = rows.filter((row) => row.filename === filename && row.version <= version);
  const ofLink = Map.groupBy(about, (row) => row.token_id);
  return [...ofLink.values()]
    .flatMap((decided) => decided.at(-1) ?? [])
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
    .map((row) => ({
      linkId: row.token_id,
      clientName: row.author_name,
      action: row.action,
      notes: row.notes,
      at: row.created_at.toISOString(),
      version: row.version,
    }));
}

function toClientDecision(row: Omit<ClientDecisionRow, 'filename'>): NonNullable<ClientDecision> {
  return {
    action: row.action,
    author: { kind: 'client', id: row.token_id, name: row.author_name },
    notes: row.notes,
    at: row.created_at.toISOString(),
    version: row.version,
  };
}

export const exportedClientDecisions: ExportPart<
  ClientDecisionRow & { id: string; deliverable_id: string }
> = {
  name: 'clientDecisions',
  page: {
    text: `select c.id, c.deliverable_id, d.filename, d.version, c.action, c.notes, c.token_id, c.author_name,
        c.created_at
      from platform.client_decisions c
      join platform.deliverables d on d.tenant_id = c.tenant_id and d.id = c.deliverable_id
      where c.tenant_id = $1 and c.id > $2 order by c.id limit $3`,
  },
  pageRows: 200,
  toRecord: (row) => ({
    id: row.id,
    deliverableId: row.deliverable_id,
    filename: row.filename,
    ...toClientDecision(row),
  }),
};
