import type { ReviewAction } from '@ecp/contract/work/deliverables';
import { isApiError } from '@ecp/sdk/create-client';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FileProps } from '../../base/api/document-queries.ts';
import { formatAgo } from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { decidingTexts } from '../../base/texts/deciding.ts';
import { versionTexts } from '../../base/texts/versions.ts';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { TextAreaField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { AuthorBadge } from '../../shared/comments/author-badge.tsx';
import { ReviewNotes } from './points.tsx';
import type { ReviewConflict, ReviewFlow } from './review-flow.ts';

const conflictTexts = decidingTexts.conflict;

interface ConflictNoticeProps extends FileProps {
  conflict: ReviewConflict;
  action: ReviewAction;
  /** Sends the review despite the conflict; undefined if there is nothing to send yet. */
  onReplace: (() => void) | undefined;
  onLeave: () => void;
}

/**
 * Explains a conflict with the review in progress and offers ways to resolve it. The typed text is
 * preserved.
 */
export function ConflictNotice({
  engagementId,
  filename,
  conflict,
  action,
  onReplace,
  onLeave,
}: ConflictNoticeProps) {
  const notes = conflict.kind === 'reviewed' ? conflict.review.notes : null;
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {describeConflict(conflict)}{' '}
          {conflict.kind === 'reviewed' && <AuthorBadge author={conflict.review.author} />}
        </p>
        <p className="text-sm">
          {conflict.kind === 'newer' ? conflictTexts.newerAdvice : conflictTexts.reviewedAdvice}
        </p>
        {notes !== null && (
          <details className="mt-2 text-sm">
            <summary className="w-fit cursor-pointer rounded">{conflictTexts.theirNotes}</summary>
            <ReviewNotes notes={notes} />
          </details>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {conflict.kind === 'newer' ? (
            <DocumentLink
              engagementId={engagementId}
              filename={filename}
              version={conflict.version}
              className={buttonStyle('secondary', 'small', 'text-ink')}
            >
              {versionTexts.openLatest}
            </DocumentLink>
          ) : (
            onReplace && (
              <Button size="small" className="text-ink" onClick={onReplace}>
                {conflictTexts.replace[action]}
              </Button>
            )
          )}
          <Button size="small" className="text-ink" onClick={onLeave}>
            {conflictTexts.leave}
          </Button>
        </div>
      </div>
    </div>
  );
}

function describeConflict(conflict: ReviewConflict): string {
  if (conflict.kind === 'newer') return conflictTexts.newer(conflict.version);
  const { author, action, reviewedAt } = conflict.review;
  return conflictTexts.reviewed[action](author.name, formatAgo(reviewedAt));
}

const openCitationsTexts = decidingTexts.openCitations;

/** Explains that the workspace requires verified citations. An admin can approve anyway. */
export function CitationsOpenNotice({ flow }: { flow: ReviewFlow }) {
  const mayOverride = useSession().has('admin');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{openCitationsTexts.title}</p>
        <p className="text-sm">
          {mayOverride
            ? openCitationsTexts.advice
            : `${openCitationsTexts.advice} ${openCitationsTexts.admin}`}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {mayOverride && (
            <Button size="small" className="text-ink" onClick={() => setIsAsking(true)}>
              {openCitationsTexts.approve}
            </Button>
          )}
          <Button size="small" className="text-ink" onClick={flow.end}>
            {openCitationsTexts.leave}
          </Button>
        </div>
      </div>
      <OverrideDialog open={isAsking} flow={flow} onClose={() => setIsAsking(false)} />
    </div>
  );
}

const longestReason = 2_000;

interface OverrideDialogProps {
  open: boolean;
  flow: ReviewFlow;
  onClose: () => void;
}

/** Asks for the reason of an approval despite open citations. */
function OverrideDialog({ open, flow, onClose }: OverrideDialogProps) {
  // The notice below the dialog already says that citations are open.
  const error = isApiError(flow.error, 'citations_open') ? null : flow.error;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={openCitationsTexts.dialog}
      description={openCitationsTexts.dialogAdvice}
    >
      <DialogForm
        onSubmit={(event) => flow.override(readForm(event, 'reason').reason)}
        onCancel={onClose}
        submitLabel={openCitationsTexts.confirm}
        action={{ isPending: flow.isSending, error }}
      >
        <TextAreaField
          label={openCitationsTexts.reason}
          name="reason"
          required
          maxLength={longestReason}
          rows={3}
        />
      </DialogForm>
    </Dialog>
  );
}
