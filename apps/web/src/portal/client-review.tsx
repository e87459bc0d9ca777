import type { PortalReviewBody } from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, PencilLine } from 'lucide-react';
import { useId } from 'react';
import { formatMoment } from '../base/format/format.ts';
import { Button, linkStyle } from '../base/ui/buttons.tsx';
import { Dialog } from '../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../base/ui/dialogs/form-dialogs.tsx';
import { TextAreaField } from '../base/ui/fields/fields.tsx';
import { readForm } from '../base/ui/forms.tsx';
import { showDoneToast } from '../base/ui/toasts/show-toast.ts';
import { documentStatusOf } from './document-status.ts';
import {
  portalClient,
  portalQuery,
  type SharedDocument,
  usePortal,
  VisitorNote,
} from './portal.tsx';
import { portalTexts } from './texts.ts';

const { decision } = portalTexts;

interface ClientReviewPanelProps {
  document: SharedDocument;
  onDecide: (action: PortalAction) => void;
}

export function ClientReviewPanel({ document, onDecide }: ClientReviewPanelProps) {
  const id = useId();
  const { clientDecision, decisions, version } = document;
  const standing = documentStatusOf(document, true);
  const isDecided = clientDecision?.version === version;
  // A paper that asks for none shows a decision that was made all the same.
  if (!document.asksDecision && !clientDecision) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 print:hidden">
      <h2 id={id} className="font-semibold text-lg">
        {decision.title}
      </h2>
      {clientDecision && <GivenDecision decision={clientDecision} isCurrent={isDecided} />}
      {standing === 'waiting' && <p className="text-muted">{decision.ask}</p>}
      {standing === 'waiting' && (
        <div className="flex flex-wrap gap-2 max-lg:hidden">
          <DecisionButtons onDecide={onDecide} />
        </div>
      )}
      {decisions.of > 1 && (
        <p className="figures text-muted text-sm">{decision.count(decisions.made, decisions.of)}</p>
      )}
      {isDecided && (
        <button
          type="button"
          onClick={() => onDecide(clientDecision.action === 'approve' ? 'reject' : 'approve')}
          className={`${linkStyle} self-start text-sm`}
        >
          {decision.change[clientDecision.action]}
        </button>
      )}
    </section>
  );
}

interface GivenDecisionProps {
  decision: NonNullable<SharedDocument['clientDecision']>;
  /** False if it is about an earlier version. */
  isCurrent: boolean;
}

function GivenDecision({ decision: { action, notes, at }, isCurrent }: GivenDecisionProps) {
  const Icon = action === 'approve' ? CircleCheck : PencilLine;
  const given = isCurrent ? decision.given[action] : decision.before[action];
  return (
    <div className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${action === 'approve' ? 'text-good' : 'text-warn'} ${isCurrent ? '' : 'opacity-60'}`}
      />
      <div className="wrap-anywhere min-w-0">
        <p className={isCurrent ? '' : 'text-muted'}>{given(formatMoment(at))}</p>
        {notes && (
          <p
            dir="auto"
            className="mt-1.5 line-clamp-6 whitespace-pre-wrap border-line border-l-2 pl-3 text-muted"
          >
            {notes}
          </p>
        )}
      </div>
    </div>
  );
}

export function DecisionButtons({ onDecide }: { onDecide: (action: PortalAction) => void }) {
  return (
    <>
      <Button onClick={() => onDecide('reject')} className="flex-1 max-lg:h-11">
        {decision.reject}
      </Button>
      <Button kind="primary" onClick={() => onDecide('approve')} className="flex-1 max-lg:h-11">
        {decision.approve}
      </Button>
    </>
  );
}

export type PortalAction = 'approve' | 'reject';

interface ClientReviewDialogProps {
  document: SharedDocument;
  action: PortalAction;
  onClose: () => void;
}

/** Asks for notes before a decision is recorded. */
export function ClientReviewDialog({ document, action, onClose }: ClientReviewDialogProps) {
  const answer = useClientReview(document, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={decision.confirmTitle[action](document.title)}
      description={decision.lead[action]}
    >
      <DialogForm
        onSubmit={(event) => answer.mutate({ action, ...readForm(event, 'notes') })}
        onCancel={onClose}
        submitLabel={decision.send[action]}
        action={answer}
      >
        <VisitorNote />
        <TextAreaField
          label={decision.note[action]}
          hint={decision.noteHint[action]}
          name="notes"
          required={action === 'reject'}
          rows={4}
          maxLength={20_000}
          // Below 16 px phones zoom in when the field gets the focus.
          className="text-lg"
        />
      </DialogForm>
    </Dialog>
  );
}

/**
 * Records the client's decision about the version that they have read. A newer version is shown
 * instead.
 */
function useClientReview(document: SharedDocument, onSettled: () => void) {
  const { token } = usePortal();
  const queryClient = useQueryClient();
  const { queryKey } = portalQuery(token);
  const { filename, id, version } = document;
  // Refetches instead of editing the cache, because the response to an earlier request may still be
  // pending.
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  return useMutation({
    meta: { showsError: true },
    async mutationFn(answer: PortalReviewBody) {
      const newest = await queryClient.fetchQuery({ ...portalQuery(token), staleTime: 0 });
      const latest = newest.deliverables.find((one) => one.filename === filename);
      if (latest && latest.id !== id) return null;
      return portalClient(token).reviewInPortal({ filename, version, ...answer });
    },
    async onSuccess(result, { action }) {
      await refresh();
      onSettled();
      if (!result) return showDoneToast(decision.newer);
      showDoneToast(decision.done[action], decision.doneAdvice);
    },
    onError: refresh,
  });
}
