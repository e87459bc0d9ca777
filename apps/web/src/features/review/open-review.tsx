import { lazy, Suspense } from 'react';
import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { ReviewComposer } from './review-composer.tsx';
import type { ReviewFlow } from './use-review-flow.ts';

// Few reviews meet a refusal of the service or have comments to choose from.
const ConflictNotice = lazy(async () => ({ default: (await import('./conflict-notice.tsx')).ConflictNotice }));
const CitationsOpenNotice = lazy(async () => ({
  default: (await import('./override/citations-open-notice.tsx')).CitationsOpenNotice,
}));
const CommentChoice = lazy(async () => ({ default: (await import('./points/comment-choice.tsx')).CommentChoice }));

interface OpenReviewProps extends FileProps {
  flow: ReviewFlow;
  canRerun: boolean;
  onRerun: () => void;
}

/** The review in progress: its text and any conflict. An approval shows its question and the conflict. */
export function OpenReview({ engagementId, filename, flow, canRerun, onRerun }: OpenReviewProps) {
  const { action, conflict, error, hasOpenCitations, draft, comments } = flow;
  const hasComments = action === 'request_revision' && comments.count > 0;
  if (action === null) return null;
  const notice = conflict ? (
    <Suspense>
      <ConflictNotice
        engagementId={engagementId}
        filename={filename}
        conflict={conflict}
        action={action}
        onReplace={action !== 'request_revision' || draft.hasWords || hasComments ? flow.replace : undefined}
        onLeave={flow.end}
      />
    </Suspense>
  ) : (
    <FormError error={error} />
  );
  if (action === 'approve' && hasOpenCitations && !conflict) {
    return (
      <div className="border-b p-3">
        <Suspense>
          <CitationsOpenNotice flow={flow} />
        </Suspense>
      </div>
    );
  }
  if (action === 'approve' && flow.asksToApprove && !conflict) return <ApprovalQuestion flow={flow} />;
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
          <Suspense>
            <CommentChoice open={comments.open} leftOut={comments.leftOut} onChange={comments.leaveOut} />
          </Suspense>
        )
      }
    />
  );
}

/** Asks before a key approves, with what is still open. Enter approves, Escape leaves it. */
function ApprovalQuestion({ flow }: { flow: ReviewFlow }) {
  const { question, open, approve, leave } = reviewTexts.approvalQuestion;
  return (
    <fieldset
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3"
      onKeyDown={({ key }) => key === 'Escape' && flow.end()}
    >
      <legend className="sr-only">{question}</legend>
      <p className="min-w-0 flex-1 font-medium">
        {question}
        {flow.openCitations !== null && flow.openCitations > 0 && (
          <span className="ml-2 text-warn">{open(flow.openCitations)}</span>
        )}
      </p>
      <Button onClick={flow.end}>{leave}</Button>
      <Button kind="primary" autoFocus onClick={flow.approveAsked}>
        {approve}
      </Button>
    </fieldset>
  );
}
