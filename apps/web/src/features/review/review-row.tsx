import type { ReactNode } from 'react';
import type { Version } from '../../domain/deliverables/queries.ts';
import { approvalTexts } from '../../texts/en/documents/approvals.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { listRerunPoints } from './rerun/rerun-notes.ts';
import { ReviewButtons } from './review-buttons.tsx';
import { ReviewState } from './review-state.tsx';
import type { ReviewFlow } from './use-review-flow.ts';

const statusAfter = { approve: 'approved', request_revision: 'revision_requested', reject: 'rejected' } as const;

interface ReviewRowProps {
  latest: Version;
  flow: ReviewFlow;
  mayWrite: boolean;
  canRerun: boolean;
  onRerun: () => void;
  release: ReactNode;
}

/** Shows the approval status of the latest version, and the review actions for users who may use them. */
export function ReviewRow({ latest, flow, mayWrite, canRerun, onRerun, release }: ReviewRowProps) {
  const { action, draft, isSending, begin, held } = flow;
  const sent = held ? 'approve' : isSending && action;
  return (
    <>
      <ReviewState version={latest} expected={sent ? statusAfter[sent] : undefined} />
      {held === 'waiting' && (
        <Button className="ml-auto" onClick={flow.undo}>
          {approvalTexts.undo}
        </Button>
      )}
      {mayWrite && !held && (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {draft.hasWords && draft.action && (
            <Button kind="quiet" onClick={() => draft.action && begin(draft.action)}>
              {reviewTexts.draft}
            </Button>
          )}
          <ReviewButtons
            version={latest}
            busy={isSending}
            canRerun={canRerun}
            pointCount={listRerunPoints(latest.reviews).length}
            onBegin={begin}
            onRerun={onRerun}
          />
          {latest.approvalStatus === 'approved' && !isSending && release}
        </div>
      )}
    </>
  );
}
