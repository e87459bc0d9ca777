import { type MouseEvent, type ReactNode, type RefObject, useRef, useSyncExternalStore } from 'react';
import type { EvidenceControl, ShownEvidence } from './evidence-control.ts';
import { loadEvidence } from './evidence-popover.tsx';

interface EvidenceTriggerProps {
  control: EvidenceControl;
  payload: Omit<ShownEvidence, 'trigger'>;
  /** Anchor of this place in the text, for links. */
  id?: string;
  label?: string;
  className: string;
  children: ReactNode;
}

/** A place in the text that shows its evidence. It is a button, so that hover, focus, Enter and tap all open it. */
export function EvidenceTrigger({ control, payload, id, label, className, children }: EvidenceTriggerProps) {
  const { popup, returning } = control;
  const button = useRef<HTMLButtonElement>(null);
  const isShown = useIsShown(control, button);
  const evidenceOf = (trigger: HTMLElement) => ({ ...payload, trigger });
  const press = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    const byKey = detail === 0;
    const inside = byKey && isShown ? popup.current?.querySelector<HTMLElement>('a, button') : null;
    if (inside) inside.focus();
    else control.show(evidenceOf(currentTarget));
  };
  return (
    <button
      ref={button}
      type="button"
      id={id}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isShown}
      data-citation={payload.citation.index}
      className={className}
      onPointerEnter={({ currentTarget, pointerType }) => {
        loadEvidence();
        if (pointerType === 'mouse') control.point(evidenceOf(currentTarget));
      }}
      onPointerLeave={control.leave}
      onFocus={({ currentTarget }) => {
        if (!returning.current && currentTarget.matches(':focus-visible')) control.show(evidenceOf(currentTarget));
        returning.current = false;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !popup.current?.contains(relatedTarget)) hideLater(control);
      }}
      onClick={press}
    >
      {children}
    </button>
  );
}

function useIsShown({ subscribe, getShown }: EvidenceControl, button: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(subscribe, () => button.current !== null && getShown()?.trigger === button.current);
}

/** Waits a frame, because focus guards around the popup pass the focus on within the same frame. */
function hideLater({ popup, hide }: EvidenceControl): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (!popup.current?.contains(focused) && focused?.getAttribute('aria-haspopup') !== 'dialog') hide();
  });
}
