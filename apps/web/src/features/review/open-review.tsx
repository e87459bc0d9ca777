import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { FormError } from '../../ui/fields/form-error.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { CitationsOpenNotice } from './override/citations-open-notice.tsx';
import { CommentChoice } from './points/comment-choice.tsx';
import { ReviewComposer } from './review-composer.tsx';
import type { ReviewFlow } from './use-review-flow.ts';

interface OpenReviewProps extends FileProps {
  flow: ReviewFlow;
  canRerun: boolean;
  onRerun: () => void;
}

/** The review in progress: its text and any conflict. An approval only shows the conflict. */
export function OpenReview({ engagementId, filename, flow, canRerun, onRerun }: OpenReviewProps) {
  const { action, conflict, error, hasOpenCitations, draft, comments } = flow;
  const hasComments = action === 'request_revision' && comments.count > 0;
  if (action === null) return null;
  const notice = conflict ? (
    <ConflictNotice
      engagementId={engagementId}
      filename={filename}
      conflict={conflict}
      action={action}
      onReplace={action !== 'request_revision' || draft.hasWords || hasComments ? flow.replace : undefined}
      onLeave={flow.end}
    />
  ) : (
    <FormError error={error} />
  );
  if (action === 'approve' && hasOpenCitations && !conflict) {
    return (
      <div className="border-b p-3">
        <CitationsOpenNotice flow={flow} />
      </div>
    );
  }
  if (action === 'approve') return (conflict || error) && <div className="border-b p-3">{notice}</div>;
  return (
    <ReviewComposer
      engagementId={engagementId}
      filename={filename}
      action={action}
      points={draft.points}
      onChange={(points) => draft.setPoints(action, points)}
      onClose={flow.end}
      onSend={(then) => flow.send(then === 'rerun' ? onRerun : undefined)}
      busy={flow.isSending}
      canRerun={canRerun}
      notice={notice}
      isStopped={conflict !== null}
      hasComments={hasComments}
      comments={
        action === 'request_revision' && (
          <CommentChoice open={comments.open} leftOut={comments.leftOut} onChange={comments.leaveOut} />
        )
      }
    />
  );
}
