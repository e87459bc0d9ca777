import type { ApprovalStatus, ReviewAction } from '@ecp/contract/work/deliverables';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  type FileProps,
  type Version,
  type VersionProps,
  versionsQuery,
} from '../../base/api/document-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { reviewTexts } from '../../base/texts/review.ts';
import { ApprovalBadge } from '../../base/ui/badges.tsx';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { defer } from '../../base/ui/defer.ts';
import { Menu, MenuItem } from '../../base/ui/dialogs/menu.tsx';
import { Kbd, type PageShortcut, usePageShortcuts, useSingleKeys } from '../../base/ui/keys.tsx';
import { stickToBottom } from '../../base/ui/layout/sticky-bar.ts';
import { ErrorState, Skeleton } from '../../base/ui/states.tsx';
import { useEngagementRun } from '../../shared/runs/engagement-run.ts';
import type { ReviewButtonsProps } from './judged-version.tsx';
import { listRerunPoints, useRerun } from './rerun/rerun.tsx';
import { type ReviewFlow, useReviewFlow } from './review-flow.ts';
import { type Hindrance, useHindrance } from './sign-off.ts';

const pollMs = 3_000;

interface ReviewBarProps extends VersionProps {
  /** The points that a reviewer has to look at. Absent on pages that do not know them. */
  openPoints?: ReactNode;
}

/** Bar at the bottom edge to review or rerun a version. Internal files are not reviewed. */
export function ReviewBar({ engagementId, filename, version, openPoints }: ReviewBarProps) {
  const isInternal = filename.startsWith('_');
  const { data, error, refetch } = useQuery({
    ...versionsQuery(engagementId, filename),
    refetchInterval: pollMs,
    enabled: !isInternal,
  });
  if (isInternal) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-15 w-full rounded-xl" />;
  const [latest] = data;
  if (!latest) return null;
  return (
    <ReviewPanel
      engagementId={engagementId}
      filename={filename}
      version={version}
      versions={data}
      latest={latest}
      openPoints={openPoints}
    />
  );
}

const openReview = defer(() => import('./open-review.tsx'));
const approvalDialog = defer(() => import('./approval-dialog.tsx'));
const olderVersion = defer(() => import('./older-version.tsx'));
const rerunParts = defer(() => import('./rerun/rerun-dialog.tsx'));
const signOffParts = defer(() => import('./sign-off-parts.tsx'));
const judgedParts = defer(() => import('./judged-version.tsx'));
const released = defer(() => import('../released-version.tsx'));

interface ReviewPanelProps extends VersionProps {
  versions: readonly Version[];
  latest: Version;
  openPoints: ReactNode;
}

function ReviewPanel(props: ReviewPanelProps) {
  const { engagementId, version, versions, latest } = props;
  const mayWrite = useSession().has('member');
  const flow = useReviewFlow(props, versions);
  const hindrance = useHindrance(latest);
  const rerun = useRerun(props, latest.version);
  const { isActive } = useEngagementRun(engagementId);
  const [asksRerun, setAsksRerun] = useState(false);
  const parts = openReview.useModule(flow.action !== null);
  const isLatest = version === latest.version;
  const approval = approvalDialog.useModule(flow.asksToApprove);
  useReviewKeys({
    ...props,
    flow,
    hindrance,
    status: mayWrite && isLatest ? latest.approvalStatus : null,
  });
  useLoadedByKeys();
  const section = useFocusAfter(flow.action !== null);
  const isWorking = isActive || (rerun.isStarted && rerun.failure === null);
  const older = olderVersion.useModule(!isLatest);
  const [latestBefore] = useState(latest.version);
  const rerunning = rerunParts.useModule(asksRerun || isWorking || rerun.failure !== null);
  const closeDialog = () => {
    setAsksRerun(false);
    rerun.start.reset();
  };
  // After a refusal, the dialog opens to show the reason and to retry.
  const rerunAtOnce = () => rerun.start.mutate(undefined, { onError: () => setAsksRerun(true) });
  return (
    <div ref={stickToBottom} className="sticky bottom-3 z-20">
      <section
        ref={section}
        onPointerEnter={openReview.load}
        tabIndex={-1}
        aria-label={reviewTexts.title}
        className="@container rounded-xl border bg-surface shadow-black/5 shadow-lg outline-none"
      >
        {rerun.following}
        {props.openPoints}
        {isWorking && rerunning && (
          <rerunning.RerunProgress engagementId={engagementId} projection={rerun.projection} />
        )}
        {rerun.failure !== null && rerunning && (
          <rerunning.RerunFailure reason={rerun.failure} onDismiss={rerun.forget} />
        )}
        {approval && <approval.ApprovalDialog {...props} flow={flow} />}
        {parts && (
          <parts.OpenReview {...props} flow={flow} canRerun={!isWorking} onRerun={rerunAtOnce} />
        )}
        {(flow.action === null || flow.action === 'approve') && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            {isLatest ? (
              <ReviewRow
                file={{ engagementId, filename: props.filename }}
                latest={latest}
                flow={flow}
                hindrance={mayWrite ? hindrance : null}
                mayWrite={mayWrite}
                canRerun={!isWorking}
                onRerun={() => setAsksRerun(true)}
              />
            ) : (
              older && (
                <older.OlderVersion
                  {...props}
                  latest={latest.version}
                  isNews={version === latestBefore}
                />
              )
            )}
          </div>
        )}
        {rerunning && (
          <rerunning.RerunDialog
            engagementId={engagementId}
            filename={props.filename}
            open={asksRerun}
            onClose={closeDialog}
            points={listRerunPoints(latest.reviews)}
            start={rerun.start}
          />
        )}
      </section>
    </div>
  );
}

/**
 * Loads the composer at the first key, so that it is there for the words typed right after the key
 * that opens it.
 */
function useLoadedByKeys() {
  useEffect(() => {
    addEventListener('keydown', openReview.load, { once: true });
    return () => removeEventListener('keydown', openReview.load);
  }, []);
}

/** Takes the focus when a closed element has lost it, but never on the first render. */
function useFocusAfter(isOpen: boolean) {
  const place = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const isLost = wasOpen.current && !isOpen && document.activeElement === document.body;
    if (isLost) place.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return place;
}

const statusAfter = {
  approve: 'approved',
  request_revision: 'revision_requested',
  reject: 'rejected',
} as const;

interface ReviewRowProps {
  file: FileProps;
  latest: Version;
  flow: ReviewFlow;
  hindrance: Hindrance | null;
  mayWrite: boolean;
  canRerun: boolean;
  onRerun: () => void;
}

function ReviewRow({ file, latest, flow, hindrance, mayWrite, canRerun, onRerun }: ReviewRowProps) {
  const { action, draft, isSending, begin } = flow;
  const hindranceId = useId();
  const parts = signOffParts.useModule(hindrance !== null);
  // Loads on demand, because only approved versions have this step.
  const isReleasable = mayWrite && latest.approvalStatus === 'approved' && !isSending;
  const release = released.useModule(isReleasable);
  const sent = isSending && action;
  const isPart = sent === 'approve' && latest.approvals.length + 1 < latest.approvalsNeeded;
  return (
    <>
      <ReviewState version={latest} expected={sent && !isPart ? statusAfter[sent] : undefined} />
      {hindrance !== null && parts && (
        <parts.HindranceReason id={hindranceId} hindrance={hindrance} />
      )}
      {mayWrite && (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {draft.hasWords && draft.action && (
            <Button kind="quiet" onClick={() => draft.action && begin(draft.action)}>
              {reviewTexts.draft}
            </Button>
          )}
          <ReviewButtons
            version={latest}
            hindranceId={hindrance === null ? undefined : hindranceId}
            busy={isSending}
            knowsOpen={flow.knowsOpen}
            canRerun={canRerun}
            pointCount={listRerunPoints(latest.reviews).length}
            onBegin={begin}
            onRerun={onRerun}
          />
          {isReleasable && release && (
            <release.ReleaseVersionButton {...file} version={latest.version} />
          )}
        </div>
      )}
    </>
  );
}

interface ReviewStateProps {
  version: Version;
  expected: Version['approvalStatus'] | undefined;
}

function ReviewState({ version, expected }: ReviewStateProps) {
  const { approvals, approvalsNeeded, approvalStatus, reviews } = version;
  const [review] = reviews;
  const judged = judgedParts.useModule(review !== undefined);
  const isShared =
    approvals.length > 1 || (approvalsNeeded > 1 && approvalStatus === 'pending_review');
  const parts = signOffParts.useModule(isShared);
  return (
    <div aria-live="polite" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="figures whitespace-nowrap font-medium">
        {reviewTexts.version(version.version)}
      </span>
      <ApprovalBadge status={expected ?? approvalStatus} />
      {!expected && isShared && parts && <parts.GivenApprovals version={version} />}
      {!expected && review && !isShared && judged && <judged.LastReview review={review} />}
      {!(expected || review || isShared) && (
        <span className="hidden text-muted text-sm @4xl:inline">{reviewTexts.waiting}</span>
      )}
    </div>
  );
}

const { actions } = reviewTexts;

function ReviewButtons(props: ReviewButtonsProps) {
  const isDecided = props.version.approvalStatus !== 'pending_review';
  const parts = judgedParts.useModule(isDecided);
  if (!isDecided) return <FirstDecision {...props} />;
  return parts && <parts.DecidedButtons {...props} />;
}

/**
 * The review actions for a version without a verdict. On a narrow bar, more of them are in the
 * menu.
 */
function FirstDecision(props: ReviewButtonsProps) {
  const { hindranceId, onBegin, busy, knowsOpen } = props;
  return (
    <>
      <div className="@xl:hidden">
        <MoreMenu {...props} hasReject />
      </div>
      <div className="@max-xl:hidden">
        <MoreMenu {...props} hasReject={false} />
      </div>
      <KeyButton
        shortcut="x"
        className="@max-xl:hidden"
        disabled={busy}
        onClick={() => onBegin('reject')}
      >
        {actions.reject}
      </KeyButton>
      <KeyButton shortcut="r" disabled={busy} onClick={() => onBegin('request_revision')}>
        {actions.request_revision}
      </KeyButton>
      <KeyButton
        shortcut="a"
        kind="primary"
        describedBy={hindranceId}
        disabled={busy || !knowsOpen || hindranceId !== undefined}
        onClick={() => onBegin('approve')}
      >
        {actions.approve}
      </KeyButton>
    </>
  );
}

/** Menu for rare actions, and for actions that do not fit on narrow screens. */
function MoreMenu({
  onBegin,
  onRerun,
  canRerun,
  busy,
  hasReject,
}: ReviewButtonsProps & { hasReject: boolean }) {
  const trigger = <IconButton icon={Ellipsis} label={reviewTexts.more} />;
  return (
    <Menu side="top" trigger={trigger}>
      {hasReject && (
        <MenuItem
          icon={X}
          label={actions.reject}
          disabled={busy}
          onSelect={() => onBegin('reject')}
        />
      )}
      <MenuItem
        icon={RotateCcw}
        label={reviewTexts.rerun}
        disabled={!canRerun || busy}
        onSelect={onRerun}
      />
    </Menu>
  );
}

interface KeyButtonProps {
  shortcut: string;
  kind?: 'primary';
  className?: string;
  describedBy?: string | undefined;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function KeyButton({ shortcut, describedBy, children, ...rest }: KeyButtonProps) {
  const works = useSingleKeys();
  return (
    <Button
      aria-keyshortcuts={works ? shortcut : undefined}
      aria-describedby={describedBy}
      {...rest}
    >
      {children}
      {works && (
        <span aria-hidden className="hidden @2xl:inline">
          <Kbd>{shortcut.toUpperCase()}</Kbd>
        </span>
      )}
    </Button>
  );
}

const { keys } = reviewTexts;
const keyOfAction = { approve: 'a', request_revision: 'r', reject: 'x' } as const satisfies Record<
  ReviewAction,
  string
>;

interface ReviewKeys extends VersionProps {
  flow: ReviewFlow;
  hindrance: Hindrance | null;
  /**
   * Approval status of the version; null if it cannot be reviewed, because it is older or the role
   * may not.
   */
  status: ApprovalStatus | null;
}

/** Shortcuts of the review. `a` asks before it approves, because one key is soon hit. */
function useReviewKeys({
  engagementId,
  filename,
  version,
  flow,
  hindrance,
  status,
}: ReviewKeys): void {
  const navigate = useNavigate();
  const compare = () =>
    void navigate({
      to: '/engagements/$engagementId/deliverables/$filename/compare',
      params: { engagementId, filename },
      search: { from: String(version - 1), to: String(version) },
    });
  const review = (action: ReviewAction): PageShortcut => ({
    key: keyOfAction[action],
    does: keys[action],
    act: () =>
      flow.action === null && (action === 'approve' ? flow.askToApprove() : flow.begin(action)),
  });
  usePageShortcuts([
    ...(status !== null && status !== 'approved' && hindrance === null ? [review('approve')] : []),
    ...(status !== null ? [review('request_revision')] : []),
    ...(status !== null && status !== 'rejected' ? [review('reject')] : []),
    ...(version > 1 ? [{ key: 'd', does: keys.compare, act: compare }] : []),
  ]);
}
