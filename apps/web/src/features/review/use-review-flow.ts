import { countOpen } from '@ecp/contract/values/citation-counts';
import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { isApiError } from '@ecp/sdk/create-client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { undoApproval, useHeldApproval } from '../../domain/approvals/held-approvals.ts';
import type { Version } from '../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../domain/deliverables/version-props.ts';
import { policiesQuery } from '../../domain/policies/queries.ts';
import { writePoints } from './points/points.ts';
import { useReviewDraft } from './points/use-review-draft.ts';
import { useSentComments } from './points/use-sent-comments.ts';
import { findConflict, type ReviewBasis, reviewBasisOf } from './review-conflict.ts';
import { useApprove } from './use-approve.ts';
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
  const [asksToApprove, setAsksToApprove] = useState(false);
  const draft = useReviewDraft(engagementId, filename);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const sentComments = useSentComments({ engagementId, filename }, leftOut);
  const review = useReview(engagementId, filename);
  const approve = useApprove({ engagementId, filename });
  const held = useHeldApproval({ engagementId, filename });
  const isRefused = useIsRefused(version, versions);
  const end = () => {
    setBegun(null);
    setHasOpenCitations(false);
    setAsksToApprove(false);
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
  const approveOrExplain = async (next: Begun) => {
    if (await approve(next.seen, isRefused)) return;
    setBegun(next);
    setHasOpenCitations(true);
  };
  return {
    action: begun?.action ?? null,
    conflict: begun && !review.isPending ? findConflict(begun.seen, versions) : null,
    /** Error response of the API. It is shown if no conflict explains it. */
    error: review.error,
    /** Whether an approval waits, so that it can be taken back, or is on its way. */
    held,
    undo: () => undoApproval({ engagementId, filename }),
    /** An approval that was begun by a key waits for a word. */
    asksToApprove,
    /** Statements of the version that are neither verified nor computed; null if they were never checked. */
    openCitations: openCitationsOf(version, versions),
    /** The workspace requires verified citations, so that it would refuse the approval. */
    hasOpenCitations,
    isSending: review.isPending,
    /** The open comments, and those that a revision does not send back. */
    comments: { ...sentComments, leftOut, leaveOut: setLeftOut },
    draft,
    /** An approval has no notes, so it is held at once, unless the workspace would refuse it. */
    begin(action: ReviewAction) {
      const next = { action, seen: reviewBasisOf(version, versions) };
      review.reset();
      setHasOpenCitations(false);
      if (action === 'approve') void approveOrExplain(next);
      else setBegun(next);
    },
    /** Asks before an approval. */
    askToApprove() {
      review.reset();
      setHasOpenCitations(false);
      setAsksToApprove(true);
      setBegun({ action: 'approve', seen: reviewBasisOf(version, versions) });
    },
    /** Approves what was asked about. */
    approveAsked() {
      if (!begun) return;
      end();
      void approveOrExplain(begun);
    },
    send: (andThen?: () => void) => begun && send(begun, andThen),
    /** Approves in spite of open citations, for a reason that stays in the history. */
    override: (reason: string) => begun && send(begun, undefined, reason),
    /** Sends the review despite the conflict, which the reviewer has now seen. */
    replace() {
      if (!begun) return;
      const next = { ...begun, seen: reviewBasisOf(version, versions) };
      if (next.action === 'approve') {
        end();
        return void approveOrExplain(next);
      }
      setBegun(next);
      send(next);
    },
    end,
  };
}

/** Returns a check: whether the workspace refuses to approve a version with open citations (REV-18). */
function useIsRefused(version: number, versions: readonly Version[]): () => Promise<boolean> {
  const queryClient = useQueryClient();
  const open = openCitationsOf(version, versions);
  return async () => {
    if (open === null || open === 0) return false;
    // The approval is held even without an answer: the service refuses it when it is sent.
    const policies = await queryClient.fetchQuery({ ...policiesQuery, staleTime: 0 }).catch(() => null);
    return policies?.requireVerifiedCitations ?? false;
  };
}

function openCitationsOf(version: number, versions: readonly Version[]): number | null {
  const counts = versions.find((entry) => entry.version === version)?.citations ?? null;
  return counts && countOpen(counts);
}

export type ReviewFlow = ReturnType<typeof useReviewFlow>;
