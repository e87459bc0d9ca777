import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useId } from 'react';
import type { EvidenceControl, EvidencePayload } from './evidence-popover.tsx';

interface EvidenceTriggerProps {
  control: EvidenceControl;
  payload: EvidencePayload;
  /** Its place in the text, where links lead. */
  id?: string;
  label?: string;
  className: string;
  children: ReactNode;
}

const hoverMs = 180;
const leaveMs = 160;

/** A place in the text that shows its evidence: a button, so that hover, focus, Enter and tap all open it. */
export function EvidenceTrigger({ control, payload, id, label, className, children }: EvidenceTriggerProps) {
  const { handle, popup, returning } = control;
  const ownId = useId();
  const triggerId = id ?? ownId;
  return (
    <Popover.Trigger
      handle={handle}
      payload={payload}
      id={triggerId}
      openOnHover
      delay={hoverMs}
      closeDelay={leaveMs}
      aria-label={label}
      data-citation={payload.citation.index}
      className={className}
      onFocus={({ currentTarget }) => {
        if (!returning.current && currentTarget.matches(':focus-visible')) handle.open(triggerId);
        returning.current = false;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !popup.current?.contains(relatedTarget)) closeLater(handle, popup);
      }}
      onClick={(event) => {
        const byKey = event.detail === 0;
        const inside = byKey ? popup.current?.querySelector<HTMLElement>('a, button') : null;
        if (!inside) return;
        event.preventBaseUIHandler();
        inside.focus();
      }}
    >
      {children}
    </Popover.Trigger>
  );
}

/** Guards around the popup pass the focus on within the same moment. */
function closeLater(handle: EvidenceControl['handle'], popup: EvidenceControl['popup']): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (!popup.current?.contains(focused) && focused?.getAttribute('aria-haspopup') !== 'dialog') handle.close();
  });
}
