import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useSyncExternalStore,
} from 'react';
import { readingTexts } from '../../../base/texts/reading.ts';
import { defer } from '../../../base/ui/defer.ts';
import { nameState, stateIcons } from '../../../shared/citations/citation-state.tsx';
import type { FootnoteCall } from '../../../shared/markdown/markdown.tsx';
import type { NumberedCitation } from './citation-index.ts';
import { nameSource } from './cited-source.tsx';
import type { EvidenceControl, ShownEvidence } from './evidence-control.ts';
import type { EvidencePopoverProps } from './evidence-window.tsx';

const texts = readingTexts.citations;

interface EvidenceCallProps {
  control: EvidenceControl;
  call: FootnoteCall;
  citation: NumberedCitation | undefined;
}

/** The number of a footnote in the text with the state of its citation. It opens the evidence. */
export function EvidenceCall({ control, call, citation }: EvidenceCallProps) {
  const { number, id, footnoteId } = call;
  if (!citation) {
    return (
      <a href={`#${footnoteId}`} id={id} aria-label={texts.unchecked(number)} className="call">
        {number}
      </a>
    );
  }
  const { state } = citation;
  const Icon = stateIcons[state];
  return (
    <EvidenceTrigger
      control={control}
      payload={{ citation, footnoteId }}
      id={id}
      label={texts.call(number, nameState(citation), nameSource(citation))}
      className={`call call-${state}`}
    >
      {state !== 'verified' && <Icon aria-hidden />}
      {number}
    </EvidenceTrigger>
  );
}

interface EvidencePlaceProps {
  control: EvidenceControl;
  citation: NumberedCitation | undefined;
}

/** The state of a statement that has no footnote, behind its words. It opens the evidence. */
export function EvidencePlace({ control, citation }: EvidencePlaceProps) {
  if (!citation) return null;
  const { state } = citation;
  const Icon = stateIcons[state];
  return (
    <EvidenceTrigger
      control={control}
      payload={{ citation, footnoteId: null }}
      label={texts.place(nameState(citation))}
      className={`call place call-${state}`}
    >
      <Icon aria-hidden />
    </EvidenceTrigger>
  );
}

interface EvidenceTriggerProps {
  control: EvidenceControl;
  payload: Omit<ShownEvidence, 'trigger'>;
  id?: string;
  label?: string;
  className: string;
  children: ReactNode;
}

/**
 * A place in the text that shows its evidence. It is a button, so that hover, focus, Enter and tap
 * all open it.
 */
function EvidenceTrigger({
  control,
  payload,
  id,
  label,
  className,
  children,
}: EvidenceTriggerProps) {
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
        if (!returning.current && currentTarget.matches(':focus-visible'))
          control.show(evidenceOf(currentTarget));
        returning.current = false;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !popup.current?.contains(relatedTarget))
          hideLater(control);
      }}
      onClick={press}
    >
      {children}
    </button>
  );
}

function useIsShown(
  { subscribe, getShown }: EvidenceControl,
  button: RefObject<HTMLElement | null>,
): boolean {
  return useSyncExternalStore(
    subscribe,
    () => button.current !== null && getShown()?.trigger === button.current,
  );
}

/** Waits a frame, because focus guards around the popup pass the focus on within the same frame. */
function hideLater({ popup, hide }: EvidenceControl): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (!popup.current?.contains(focused) && focused?.getAttribute('aria-haspopup') !== 'dialog')
      hide();
  });
}

const evidenceWindow = defer(() => import('./evidence-window.tsx'));

const loadEvidence = evidenceWindow.load;

/**
 * Shows the evidence of one citation beside its place in the text, on hover, focus and tap. Escape
 * closes it.
 */
export function EvidencePopover(props: EvidencePopoverProps) {
  const { subscribe, getShown } = props.control;
  const shown = useSyncExternalStore(subscribe, getShown);
  const parts = evidenceWindow.useModule(shown !== null);
  return parts && <parts.EvidenceWindow {...props} shown={shown} />;
}
