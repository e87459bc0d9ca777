import { CircleCheck, PencilLine } from 'lucide-react';
import { useId } from 'react';
import { documentStatusOf } from '../../../domain/clients/document-status.ts';
import { formatMoment } from '../../../format/format.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import type { SharedDocument } from '../portal-client.ts';
import type { PortalAction } from './client-review-dialog.tsx';
import { DecisionButtons } from './decision-buttons.tsx';

const { decision } = portalTexts;

interface ClientReviewPanelProps {
  document: SharedDocument;
  /** Opens the dialog of a decision. */
  onDecide: (action: PortalAction) => void;
}

/**
 * Shows what the client decided about a document and when, and asks for a decision about a version without one. On
 * narrow screens the buttons stand in the bar at the bottom.
 */
export function ClientReviewPanel({ document, onDecide }: ClientReviewPanelProps) {
  const id = useId();
  const { clientDecision, decisions, version } = document;
  const standing = documentStatusOf(document, true);
  const isDecided = clientDecision?.version === version;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 print:hidden">
      <h2 id={id} className="font-semibold text-lg">
        {decision.title}
      </h2>
      {clientDecision && <GivenDecision decision={clientDecision} isCurrent={isDecided} />}
      {standing === 'waiting' && <p className="text-muted">{decision.ask}</p>}
      {standing === 'waiting' && (
        <div className="flex gap-2 max-lg:hidden">
          <DecisionButtons onDecide={onDecide} />
        </div>
      )}
      {decisions.of > 1 && <p className="figures text-muted text-sm">{decision.count(decisions.made, decisions.of)}</p>}
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
          <p dir="auto" className="mt-1.5 line-clamp-6 whitespace-pre-wrap border-line border-l-2 pl-3 text-muted">
            {notes}
          </p>
        )}
      </div>
    </div>
  );
}
