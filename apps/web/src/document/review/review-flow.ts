import { countOpen } from '@ecp/contract/values/citation-counts';
import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../base/api/client.ts';
import {
  conflictsQuery,
  documentCommentsQuery,
  type FileProps,
  refreshDeliverables,
  titleOf,
  type Version,
  type VersionProps,
  type VersionReview,
  versionsQuery,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { reviewTexts } from '../../base/texts/review.ts';
import { useIsUnmounted } from '../../base/ui/screen.ts';
import { showActionToast, showDoneToast, showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import { listOpenPoints } from '../../shared/citations/open-points.tsx';
import { writePoints } from './points.tsx';
import { findHindrance, type SentReview } from './sign-off.ts';

interface Begun {
  action: ReviewAction;
  seen: ReviewBasis;
}

/** A review from its start to its response. What changes after the start is a conflict. */
export function useReviewFlow(
  { engagementId, filename, version }: VersionProps,
  versions: readonly Version[],
) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [hasOpenCitations, setHasOpenCitations] = useState(false);
  const [asksToApprove, setAsksToApprove] = useState(false);
  const draft = useReviewDraft(engagementId, filename);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const sentComments = useSentComments({ engagementId, filename }, leftOut);
  const review = useReview(engagementId, filename);
  const openNext = useOpenNext({ engagementId, filename });
  const { isClear, knowsOpen } = useOpenness({ engagementId, filename, version }, versions);
  const end = () => {
    setBegun(null);
    setHasOpenCitations(false);
    setAsksToApprove(false);
    setLeftOut(new Set());
    review.reset();
  };
  const send = (
    { action, seen }: Begun,
    andThen?: () => void,
    overrideReason: string | null = null,
  ) => {
    const notes = action === 'approve' ? '' : writePoints(draft.points);
    const onSent = (sent: SentReview) => {
      end();
      if (action === 'approve') void openNext(sent);
      else draft.clear();
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
  const askToApprove = () => {
    review.reset();
    setHasOpenCitations(false);
    setAsksToApprove(true);
    setBegun({ action: 'approve', seen: reviewBasisOf(version, versions) });
  };
  return {
    action: begun?.action ?? null,
    conflict: begun && !review.isPending ? findConflict(begun.seen, versions) : null,
    /** Error response of the API. It is shown if no conflict explains it. */
    error: review.error,
    /** An approval waits for the reviewer's word, because a key began it or something is open. */
    asksToApprove,
    /** The version is known to have no open citation and no open conflict. */
    isClear,
    /** The page has loaded the open conflicts, or has failed to. */
    knowsOpen,
    /** The workspace requires verified citations, so that it would refuse the approval. */
    hasOpenCitations,
    isSending: review.isPending,
    comments: { ...sentComments, leftOut, leaveOut: setLeftOut },
    draft,
    /** An approval has no notes, so it is sent at once if nothing is open. */
    begin(action: ReviewAction) {
      if (action === 'approve' && !isClear) return askToApprove();
      const next = { action, seen: reviewBasisOf(version, versions) };
      review.reset();
      setHasOpenCitations(false);
      setBegun(next);
      if (action === 'approve') send(next);
    },
    askToApprove,
    approveAsked() {
      if (!begun) return;
      setAsksToApprove(false);
      send(begun);
    },
    send: (andThen?: () => void) => begun && send(begun, andThen),
    /** Approves despite open citations, for a reason that stays in the history. */
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

/**
 * Tells whether a version has no open citation and no open conflict, and whether the page knows
 * that yet.
 */
function useOpenness(
  { engagementId, filename, version }: VersionProps,
  versions: readonly Version[],
) {
  const { data: conflicts, isPending } = useQuery(conflictsQuery(engagementId));
  const counts = versions.find((entry) => entry.version === version)?.citations ?? null;
  const isFree = counts === null || countOpen(counts) === 0;
  const isClear =
    isFree && conflicts !== undefined && listOpenPoints([], conflicts, filename).length === 0;
  return { isClear, knowsOpen: !isPending };
}

export type ReviewFlow = ReturnType<typeof useReviewFlow>;

interface ReviewInput {
  action: ReviewAction;
  notes: string;
  seen: ReviewBasis;
  /** Why an admin approves despite open citations; null without a reason. */
  overrideReason: string | null;
  /** The comments that a revision sends back; null for all open ones. */
  comments: readonly string[] | null;
  /** Called after the review is recorded, even if the page was left in the meantime. */
  onSent: (sent: SentReview) => void;
}

/**
 * Sends a review with what its reviewer has seen, also while the page is being left. The API
 * refuses it after a change.
 */
function useReview(engagementId: string, filename: string) {
  const queryClient = useQueryClient();
  const query = versionsQuery(engagementId, filename);
  const isUnmounted = useIsUnmounted();
  return useMutation({
    meta: { showsError: true },
    async mutationFn({ action, notes, seen, overrideReason, comments }: ReviewInput) {
      const { version, reviewedAt: lastReviewedAt } = seen;
      const override = overrideReason === null ? {} : { override: { reason: overrideReason } };
      const chosen = comments === null ? {} : { comments: [...comments] };
      const review = {
        action,
        notes: notes === '' ? null : notes,
        version,
        lastReviewedAt,
        ...override,
        ...chosen,
      };
      try {
        // A browser limits what it sends after a page is left, so that only a review without notes
        // is.
        return await api.reviewDeliverable(
          { id: engagementId, filename, ...review },
          { keepalive: notes === '' },
        );
      } catch (error) {
        if (isApiError(error, 'not_latest_version', 'reviewed_meanwhile')) {
          await queryClient.invalidateQueries({ queryKey: query.queryKey });
        }
        throw error;
      }
    },
    async onSuccess(result, { action, notes, overrideReason, onSent }) {
      const { deliverableId, approvalStatus, approvals, approvalsNeeded, openCitations } = result;
      const { reviewedAt, reviewedBy, author } = result;
      const signOff = { approvalStatus, approvals, approvalsNeeded };
      const review = {
        action,
        notes: notes === '' ? null : notes,
        reviewedBy,
        reviewedAt,
        author,
        overrideReason,
      };
      const add = (version: Version): Version =>
        version.id === deliverableId
          ? { ...version, ...signOff, reviews: [review, ...version.reviews] }
          : version;
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      queryClient.setQueryData(query.queryKey, (versions) => versions?.map(add));
      void refreshDeliverables(queryClient, engagementId);
      if (action === 'approve' && openCitations > 0)
        showDoneToast(reviewTexts.approvedOpen(openCitations));
      onSent(signOff);
    },
    onError(error) {
      // The bar that would show the error is unmounted.
      if (isUnmounted.current) showErrorToast(error);
    },
  });
}

/** Opens the next document to review after an approval. Without one, this document stays. */
function useOpenNext({ engagementId, filename }: FileProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const open = (params: FileProps) =>
    void navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search: {} });
  return async (sent: SentReview) => {
    const approved = { engagementId, filename };
    const found = await import('./find-next-review.ts')
      .then(async ({ findNextReview, describeSent }) => ({
        next: await findNextReview(queryClient, approved, findHindrance),
        describeSent,
      }))
      .catch(() => null);
    if (!found?.next || isUnmounted.current) return;
    const { next, describeSent } = found;
    const title = titleOf(
      filename,
      queryClient.getQueryData(engagementQuery(engagementId).queryKey),
    );
    showActionToast(describeSent(title, sent), reviewTexts.openAgain, () => open(approved));
    open(next);
  };
}

/** The version that a reviewer has seen, and its last review. */
interface ReviewBasis {
  version: number;
  reviewedAt: string | null;
}

/**
 * A change that the reviewer has not seen: a newer version, or another review of the same version.
 */
export type ReviewConflict =
  | { kind: 'newer'; version: number }
  | { kind: 'reviewed'; review: VersionReview };

export function reviewBasisOf(version: number, versions: readonly Version[]): ReviewBasis {
  const review = versions.find((entry) => entry.version === version)?.reviews[0];
  return { version, reviewedAt: review?.reviewedAt ?? null };
}

/**
 * Returns what the reviewer has not seen: a review applies to the latest version and replaces an
 * earlier one.
 */
export function findConflict(
  seen: ReviewBasis,
  versions: readonly Version[],
): ReviewConflict | null {
  const [latest] = versions;
  if (latest && latest.version > seen.version) return { kind: 'newer', version: latest.version };
  const review = latest?.reviews[0];
  return review && review.reviewedAt !== seen.reviewedAt ? { kind: 'reviewed', review } : null;
}

interface ReviewDraft {
  action: ReviewAction;
  points: readonly string[];
}

const emptyPoints = [''] as const;
const readReviewDraft = (text: string) => JSON.parse(text) as ReviewDraft | null;

/**
 * Stores the unsent points of this user for a file. They survive reloads, conflicts and newer
 * versions.
 */
function useReviewDraft(engagementId: string, filename: string) {
  const name = `review-draft ${engagementId} ${filename}`;
  const {
    value: draft,
    change,
    forget,
  } = usePersistedState<ReviewDraft | null>(name, readReviewDraft, () => null);
  return {
    action: draft?.action ?? null,
    points: draft?.points ?? emptyPoints,
    hasWords: draft?.points.some((point) => point.trim() !== '') ?? false,
    setPoints: (action: ReviewAction, points: readonly string[]) => change({ action, points }),
    clear() {
      change(null);
      forget();
    },
  };
}

/** The open comments on a document that a revision sends back. */
export function useSentComments(
  { engagementId, filename }: FileProps,
  leftOut: ReadonlySet<string>,
) {
  const { data = [] } = useQuery(documentCommentsQuery(engagementId, filename));
  const open = data.filter(({ status }) => status === 'open');
  const sent = open.filter(({ id }) => !leftOut.has(id)).map(({ id }) => id);
  return {
    open,
    count: sent.length,
    /**
     * The ids that the request names. Null selects all comments that are open when the rerun
     * starts.
     */
    ids: sent.length === open.length ? null : sent,
  };
}
