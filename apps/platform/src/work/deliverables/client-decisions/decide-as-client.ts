import { ApiError } from '@ecp/contract/declaring/errors';
import { type Author, displayNameOf } from '@ecp/contract/values/authors';
import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { announceReview } from '../announce-review.ts';
import type { CitationCountColumns } from '../citations/citation-counts.ts';
import { requireClosedCitations } from '../citations/require-closed-citations.ts';
import { recordClientDecision } from './record-client-decision.ts';

/** A version that a client decides about. */
interface DecidedVersion extends CitationCountColumns {
  id: string;
  filename: string;
  version: number;
  approval_status: ApprovalStatus;
}

interface Decision {
  engagementId: string;
  action: 'approve' | 'reject';
  notes: string | null;
  /** The version that the client has read; absent if the client does not say. */
  version: number | undefined;
}

interface Decider {
  author: Author;
  /** The actor in the audit log. */
  actor: AuditActor;
  metadata: Record<string, unknown>;
  /** Throws when the client has lost the permission. Runs under the engagement's lock. */
  check(tx: Transaction): Promise<void>;
  /** Finds the version that the client sees; undefined without one. */
  findVersion(tx: Transaction): Promise<DecidedVersion | undefined>;
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
 * Takes a client's decision about a released version. The firm's own approval stays what it is (REL-9). Errors:
 * `not_found` without such a version, `not_latest_version` when the client has read another one, `citations_open`,
 * `review_limit_reached`, those of the decider's check.
 */
export async function decideAsClient(
  { services, tenantId, commit }: Pick<RequestContext, 'services' | 'tenantId' | 'commit'>,
  { engagementId, action, notes, version }: Decision,
  decider: Decider,
): Promise<Decided> {
  const { author, actor, metadata } = decider;
  return commit(async (tx) => {
    const engagement = await lockEngagement(tx, tenantId, engagementId);
    await decider.check(tx);
    const shown = await decider.findVersion(tx);
    if (!engagement || !shown) throw new ApiError('not_found');
    if (version !== undefined && version !== shown.version) {
      throw new ApiError('not_latest_version', { values: { version: shown.version } });
    }
    if (action === 'approve') {
      await requireClosedCitations(tx, tenantId, shown, { override: undefined, isAdmin: false, isClient: true });
    }
    const { id: decisionId, decision } = await recordClientDecision(tx, tenantId, shown, { action, notes, author });
    const { id: deliverableId, filename, approval_status: approvalStatus } = shown;
    const about = { engagementId, deliverableId, filename, version: shown.version };
    const reviewedBy = displayNameOf(author);
    const said = { action, approvalStatus, notes, reviewedBy, author };
    const reviewed = { ...about, ...said };
    await announceReview(tx, services, engagement, { reviewId: decisionId, event: null, reviewed });
    await recordAudit(tx, actor, {
      action: 'deliverable.decide',
      resourceType: 'deliverable',
      resourceId: deliverableId,
      metadata: { engagementId, filename, version: shown.version, action, ...metadata },
    });
    return { deliverableId, approvalStatus: null, reviewedAt: decision.at, reviewedBy, author };
  });
}
