import { MessageSquareText } from 'lucide-react';
import { documentStatusOf } from '../../../domain/clients/document-status.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { stickToBottom } from '../../../ui/layout/sticky-bar.ts';
import type { PortalAction } from '../decision/client-review-dialog.tsx';
import { DecisionButtons } from '../decision/decision-buttons.tsx';
import type { SharedDocument } from '../portal-client.ts';
import { usePortal } from '../portal-context.ts';

interface PhoneBarProps {
  document: SharedDocument;
  onDecide: (action: PortalAction) => void;
  onComments: () => void;
}

/** The actions within reach of a thumb. The bar sticks to the bottom edge and ends below the text, so it covers none. */
export function PhoneBar({ document, onDecide, onComments }: PhoneBarProps) {
  const { view } = usePortal();
  const count = view.comments.filter(({ filename }) => filename === document.filename).length;
  const hasComments = count > 0 || view.permissions.includes('comment');
  const isAsked = documentStatusOf(document, view.permissions.includes('approve')) === 'waiting';
  if (!hasComments && !isAsked) return null;
  return (
    <div
      ref={stickToBottom}
      className="sticky bottom-0 z-10 -mx-4 mt-8 flex gap-2 border-t bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 print:hidden"
    >
      {hasComments && (
        <Button
          onClick={onComments}
          aria-label={portalTexts.comments.open(count)}
          className={isAsked ? 'h-11' : 'h-11 flex-1'}
        >
          <MessageSquareText aria-hidden className="size-4" />
          {isAsked ? count > 0 && <span className="figures">{count}</span> : portalTexts.comments.open(count)}
        </Button>
      )}
      {isAsked && <DecisionButtons onDecide={onDecide} />}
    </div>
  );
}
