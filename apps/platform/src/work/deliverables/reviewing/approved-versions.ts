import { type AuthorKind, displayNameOf } from '@ecp/contract/values/authors';
import type { Review, ReviewAction } from '@ecp/contract/work/deliverables';
import type { Statement } from '@ecp/database/statement';
import type { Static } from 'typebox';
import { deliverableColumns } from '../deliverable-rows.ts';
import type { LatestDeliverable } from '../select-latest-deliverables.ts';

/** Selects the newest approved version of each file with its text, without internal files. */
export function selectApprovedDeliverables(tenantId: string, engagementId: string): Statement<LatestDeliverable> {
  return {
    name: 'select_approved_deliverables',
    text: `select distinct on (filename) ${deliverableColumns}, run_id from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and not starts_with(filename, '_') and approval_status = 'approved'
        and content is not null
      order by filename, version desc`,
    values: [tenantId, engagementId],
  };
}

/** A review of one of several versions. */
interface VersionReviewRow {
  deliverable_id: string;
  action: ReviewAction;
  notes: string | null;
  override_reason: string | null;
  author_kind: AuthorKind;
  author_id: string | null;
  author_name: string;
  created_at: Date;
}

/** Selects the reviews of versions, oldest first. */
export function selectReviewsOfVersions(tenantId: string, deliverableIds: string[]): Statement<VersionReviewRow> {
  return {
    name: 'select_reviews_of_versions',
    text: `select deliverable_id, action, notes, override_reason, author_kind, author_id, author_name, created_at
      from platform.reviews where tenant_id = $1 and deliverable_id = any($2) order by created_at, id`,
    values: [tenantId, deliverableIds],
  };
}

/** Turns a row into the wire form of a review. */
export function toVersionReview(row: VersionReviewRow): Static<typeof Review> {
  const author = { kind: row.author_kind, id: row.author_id, name: row.author_name };
  return {
    action: row.action,
    notes: row.notes,
    reviewedBy: displayNameOf(author),
    reviewedAt: row.created_at.toISOString(),
    author,
    overrideReason: row.override_reason,
  };
}
