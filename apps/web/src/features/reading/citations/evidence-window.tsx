import { Popover } from '@base-ui/react/popover';
import { ListTree, MoveDown } from 'lucide-react';
import { useMemo } from 'react';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { NamedScrollBox } from '../../../ui/layout/named-scroll-box.tsx';
import { stickyPx } from '../../../ui/layout/sticky-bar.ts';
import { StatementOrigin } from '../origin/statement-origin.tsx';
import { CitationEvidence } from './citation-evidence.tsx';
import type { EvidenceControl, ShownEvidence } from './evidence-control.ts';
import { OpenSource } from './open-source.tsx';
import { placeOfEvidence } from './place-of-evidence.ts';

const texts = readingTexts.citations;

export interface EvidencePopoverProps {
  control: EvidenceControl;
  engagementId: string;
  onShowInList: (citation: NumberedCitation) => void;
}

interface EvidenceWindowProps extends EvidencePopoverProps {
  shown: ShownEvidence | null;
}

/** Renders the popover. Only `evidence-popover.tsx` imports it, when evidence is first requested. */
export function EvidenceWindow({ control, shown, engagementId, onShowInList }: EvidenceWindowProps) {
  const { popup, returning } = control;
  const place = useMemo(() => shown && placeOfEvidence(shown), [shown]);
  const close = () => {
    const hasFocus = popup.current?.contains(document.activeElement) === true;
    control.hide();
    if (!hasFocus) return;
    returning.current = true;
    shown?.trigger.focus({ preventScroll: true });
  };
  const follow = (open: boolean, { event }: { event: Event }) => {
    // The trigger handles presses on itself.
    const isOwn = event.type !== 'keydown' && event.target instanceof Node && shown?.trigger.contains(event.target);
    if (!open && !isOwn) close();
  };
  return (
    <Popover.Root open={shown !== null} onOpenChange={follow}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={place}
          sideOffset={8}
          collisionPadding={paddingOfBars()}
          // Beside the place, the window would cover it where the text fills the width.
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
          onPointerEnter={control.stay}
          onPointerLeave={control.leave}
          className="z-40"
        >
          <Popover.Popup
            ref={(element) => {
              popup.current = element;
            }}
            initialFocus={false}
            finalFocus={false}
            className="w-[min(26rem,calc(100vw-1.5rem))] rounded-xl border bg-surface shadow-black/10 shadow-xl outline-none"
          >
            {shown && (
              <EvidenceOf shown={shown} engagementId={engagementId} onShowInList={onShowInList} onClose={close} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The window covers none of the bars at the edges, such as the one with the button Approve. */
const paddingOfBars = () => ({
  top: stickyPx('top') + edgePx,
  bottom: stickyPx('bottom') + edgePx,
  left: edgePx,
  right: edgePx,
});
const edgePx = 12;

interface EvidenceOfProps extends Pick<EvidencePopoverProps, 'engagementId' | 'onShowInList'> {
  shown: ShownEvidence;
  onClose: () => void;
}

/** Shows the result of the check, and links to the list. */
function EvidenceOf({ shown, engagementId, onShowInList, onClose }: EvidenceOfProps) {
  const { citation, footnoteId } = shown;
  return (
    <>
      <Popover.Title className="sr-only">
        {citation.number === null ? texts.quoteOnly : texts.number(citation.number)}
      </Popover.Title>
      <NamedScrollBox
        label={texts.evidence}
        className="max-h-[min(40dvh,var(--available-height)-4rem)] overflow-y-auto p-4"
      >
        <div className="flex min-w-0 flex-col gap-3">
          <CitationEvidence citation={citation} engagementId={engagementId} />
          <StatementOrigin citation={citation} />
        </div>
      </NamedScrollBox>
      <div className="flex flex-wrap gap-1 border-t p-2">
        <OpenSource citation={citation} onPress={onClose} />
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            onClose();
            onShowInList(citation);
          }}
        >
          <ListTree aria-hidden className="size-3.5" />
          {texts.showInList}
        </Button>
        {footnoteId !== null && (
          <a href={`#${footnoteId}`} onClick={onClose} className={buttonStyle('quiet', 'small')}>
            <MoveDown aria-hidden className="size-3.5" />
            {texts.toFootnote}
          </a>
        )}
      </div>
    </>
  );
}
