import type { PortalReviewBody } from '@ecp/contract/reach/portal';
import type { ReviewResult } from '@ecp/contract/work/deliverables';
import type { Static } from 'typebox';
import type { PortalContext } from '../../kernel/context.ts';
import { reviewAs } from '../../work/deliverables/review-deliverable.ts';
import { cleanAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';

/** Bounds client reviews by all reviews of a version, so that a leaked link cannot fill the database. */
const maxReviews = 1_000;

/**
 * Approves or rejects the latest version as the client, with the same review and event as a member's (POR-9). Errors:
 * `not_found`, `not_latest_version`, `review_limit_reached`, `invalid_portal_token`.
 */
export async function reviewInPortal(
  context: PortalContext,
  filename: string,
  { author, ...review }: PortalReviewBody,
): Promise<Static<typeof ReviewResult>> {
  const { tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  return reviewAs(
    context,
    { engagementId, filename, ...review },
    {
      author: { kind: 'client', id: tokenId, name: cleanAuthor(author) },
      actor: { tenantId, userId: null, ipAddress },
      metadata: { portalTokenId: tokenId },
      check: (tx) => lockPortalToken(tx, visitor),
      maxReviews,
    },
  );
}
