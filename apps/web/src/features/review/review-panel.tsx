import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Version } from '../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../domain/deliverables/version-props.ts';
import { useEngagementRun } from '../../domain/runs/use-engagement-run.ts';
import { useSession } from '../../session/session.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { defer } from '../../ui/defer.ts';
import { stickToBottom } from '../../ui/layout/sticky-bar.ts';
import { listRerunPoints } from './rerun/rerun-notes.ts';
import { useRerun } from './rerun/use-rerun.ts';
import { ReviewRow } from './review-row.tsx';
import { useReviewFlow } from './use-review-flow.ts';
import { useReviewKeys } from './use-review-keys.ts';

const openReview = defer(() => import('./open-review.tsx'));
const olderVersion = defer(() => import('./versions/older-version.tsx'));
const rerunProgress = defer(() => import('./rerun/rerun-progress.tsx'));
const rerunDialog = defer(() => import('./rerun/rerun-dialog.tsx'));

interface ReviewPanelProps extends VersionProps {
  versions: readonly Version[];
  latest: Version;
  openPoints: ReactNode;
  release: ReactNode;
}

/** The review bar after its versions have loaded. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { engagementId, version, versions, latest } = props;
  const mayWrite = useSession().has('member');
  const flow = useReviewFlow(props, versions);
  const rerun = useRerun(props, latest.version);
  const { isActive } = useEngagementRun(engagementId);
  const [asksRerun, setAsksRerun] = useState(false);
  const parts = openReview.useModule(flow.action !== null);
  const dialog = rerunDialog.useModule(asksRerun);
  const isLatest = version === latest.version;
  useReviewKeys({ ...props, flow, status: mayWrite && isLatest && !flow.held ? latest.approvalStatus : null });
  useLoadedByKeys();
  const section = useFocusAfter(flow.action !== null);
  const isWorking = isActive || (rerun.isStarted && rerun.failure === null);
  const older = olderVersion.useModule(!isLatest);
  const [latestBefore] = useState(latest.version);
  const progress = rerunProgress.useModule(isWorking || rerun.failure !== null);
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
        {isWorking && progress && <progress.RerunProgress engagementId={engagementId} projection={rerun.projection} />}
        {rerun.failure !== null && progress && (
          <progress.RerunFailure reason={rerun.failure} onDismiss={rerun.forget} />
        )}
        {parts && <parts.OpenReview {...props} flow={flow} canRerun={!isWorking} onRerun={rerunAtOnce} />}
        {(flow.action === null || flow.action === 'approve') && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            {isLatest ? (
              <ReviewRow
                latest={latest}
                flow={flow}
                mayWrite={mayWrite}
                canRerun={!isWorking}
                onRerun={() => setAsksRerun(true)}
                release={props.release}
              />
            ) : (
              older && <older.OlderVersion {...props} latest={latest.version} isNews={version === latestBefore} />
            )}
          </div>
        )}
        {dialog && (
          <dialog.RerunDialog
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

/** Loads the composer at the first key, so that it is there for the words typed right after the key that opens it. */
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
