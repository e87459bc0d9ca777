import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { isApiError } from '@ecp/sdk/create-client';
import { useState } from 'react';
import type { Version } from '../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../domain/deliverables/version-props.ts';
import { writePoints } from './points/points.ts';
import { useReviewDraft } from './points/use-review-draft.ts';
import { useSentComments } from './points/use-sent-comments.ts';
import { findConflict, type ReviewBasis, reviewBasisOf } from './review-conflict.ts';
import { useReview } from './use-review.ts';

interface Begun {
  action: ReviewAction;
  seen: ReviewBasis;
}

/**
 * A review from its start to its response. The reviewer's view is captured at the start. Later differences are a
 * conflict, which is reported as soon as it is known, at the latest by the API.
 */
export function useReviewFlow({ engagementId, filename, version }: VersionProps, versions: readonly Version[]) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [hasOpenCitations, setHasOpenCitations] = useState(false);
  const draft = useReviewDraft(engagementId, filename);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const sentComments = useSentComments({ engagementId, filename }, leftOut);
  const review = useReview(engagementId, filename);
  const end = () => {
    setBegun(null);
    setHasOpenCitations(false);
    setLeftOut(new Set());
    review.reset();
  };
  const send = ({ action, seen }: Begun, andThen?: () => void, overrideReason: string | null = null) => {
    const notes = action === 'approve' ? '' : writePoints(draft.points);
    const onSent = () => {
      if (action !== 'approve') draft.clear();
      end();
      andThen?.();
    };
    review.mutate(
      {
        action,
        notes,
        seen,
        overrideReason,
        comments: action === 'request_revision' ? sentComments.ids : null,
        onSent,
      },
      { onError: (error) => isApiError(error, 'citations_open') && setHasOpenCitations(true) },
    );
  };
  return {
    action: begun?.action ?? null,
    conflict: begun && !review.isPending ? findConflict(begun.seen, versions) : null,
    /** Error response of the API. It is shown if no conflict explains it. */
    error: review.error,
    /** The workspace requires verified citations, so the API has refused the approval. */
    hasOpenCitations,
    isSending: review.isPending,
    /** The open comments, and those that a revision does not send back. */
    comments: { ...sentComments, leftOut, leaveOut: setLeftOut },
    draft,
    /** An approval has no notes, so it is sent at once. */
    begin(action: ReviewAction) {
      const next = { action, seen: reviewBasisOf(version, versions) };
      review.reset();
      setHasOpenCitations(false);
      setBegun(next);
      if (action === 'approve') send(next);
    },
    send: (andThen?: () => void) => begun && send(begun, andThen),
    /** Approves in spite of open citations, for a reason that stays in the history. */
    override: (reason: string) => begun && send(begun, undefined, reason),
    /** Sends the review despite the conflict, which the reviewer has now seen. */
    replace() {
      if (!begun) return;
      const next = { ...begun, seen: reviewBasisOf(version, versions) };
      setBegun(next);
      send(next);
    },
    end,
  };
}

export type ReviewFlow = ReturnType<typeof useReviewFlow>;
