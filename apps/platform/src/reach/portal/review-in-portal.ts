import type { PortalReviewBody, PortalReviewResult } from '@ecp/contract/reach/portal';
import type { PortalContext } from '../../kernel/context.ts';
import { decideAsClient } from '../../work/deliverables/client-decisions/decide-as-client.ts';
import { reviewAs } from '../../work/deliverables/reviewing/review-deliverable.ts';
import { clientAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';
import { findReleased } from './shown-documents.ts';

/** Bounds client reviews by all reviews of a version, so that a leaked link cannot fill the database. */
const maxReviews = 1_000;

/**
 * Takes the client's decision about the version that the link shows (POR-9, REL-9). By a link of `latest` it is a
 * review as well, like a member's. Errors: `not_found`, `not_latest_version`, `citations_open`, `review_limit_reached`,
 * `invalid_portal_token`.
 */
export async function reviewInPortal(
  context: PortalContext,
  filename: string,
  body: PortalReviewBody,
): Promise<PortalReviewResult> {
  const { tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId, documents } = visitor;
  const author = clientAuthor(visitor);
  const { action, version } = body;
  const notes = body.notes?.trim() ? body.notes : null;
  const client = {
    author,
    actor: { tenantId, userId: null, ipAddress },
    metadata: { portalTokenId: tokenId },
    check: (tx: Parameters<typeof lockPortalToken>[0]) => lockPortalToken(tx, visitor),
  };
  if (documents === 'released') {
    const findVersion = (tx: Parameters<typeof findReleased>[0]) => findReleased(tx, visitor, filename);
    const decision = { engagementId, action, notes, version };
    return decideAsClient(context, decision, { ...client, findVersion });
  }
  const review = { engagementId, filename, action, notes, ...(version !== undefined && { version }) };
  return reviewAs(context, review, {
    ...client,
    maxReviews,
    toBody: ({ citations: _counts, openCitations: _open, ...decided }) => decided,
  });
}
