import { Popover } from '@base-ui/react/popover';
import { ListTree, MoveDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { readingTexts } from '../../texts/en/reading.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { Evidence } from './evidence.tsx';
import type { NumberedCitation } from './index-citations.ts';
import { NamedScrollBox } from './named-scroll-box.tsx';

/** What a trigger hands to the popover. */
export interface EvidencePayload {
  citation: NumberedCitation;
  /** Id of the footnote in the text; null for quotes without one. */
  footnoteId: string | null;
}

type EvidenceHandle = ReturnType<typeof Popover.createHandle<EvidencePayload>>;

/** Relates one popover to all triggers of a page. */
export interface EvidenceControl {
  handle: EvidenceHandle;
  popup: RefObject<HTMLDivElement | null>;
  /** True while focus comes back from a popover that was closed: that is no wish to open it again. */
  returning: RefObject<boolean>;
}

/** Makes the control that `EvidencePopover` and its triggers share. */
export function useEvidenceControl(): EvidenceControl {
  const [control] = useState<EvidenceControl>(() => ({
    handle: Popover.createHandle<EvidencePayload>(),
    popup: { current: null },
    returning: { current: false },
  }));
  return control;
}

interface EvidencePopoverProps {
  control: EvidenceControl;
  engagementId: string;
  onShowInList: (citation: NumberedCitation) => void;
}

const texts = readingTexts.citations;

/** The evidence of one citation beside its place in the text: on hover, focus and tap; Escape closes it. */
export function EvidencePopover({ control, engagementId, onShowInList }: EvidencePopoverProps) {
  const { handle, popup, returning } = control;
  const close = (open: boolean) => {
    returning.current = !open && popup.current?.contains(document.activeElement) === true;
  };
  return (
    <Popover.Root handle={handle} onOpenChange={close}>
      {({ payload }) => (
        <Popover.Portal>
          <Popover.Positioner sideOffset={8} collisionPadding={12} className="z-40">
            <Popover.Popup
              ref={popup}
              initialFocus={false}
              className="w-[min(26rem,calc(100vw-1.5rem))] rounded-xl border bg-surface shadow-black/10 shadow-xl outline-none"
            >
              {payload && (
                <>
                  <Popover.Title className="sr-only">
                    {payload.citation.footnote === null ? texts.quoteOnly : texts.number(payload.citation.footnote)}
                  </Popover.Title>
                  <NamedScrollBox label={texts.evidence} className="max-h-[60dvh] overflow-y-auto p-4">
                    <Evidence citation={payload.citation} engagementId={engagementId} />
                  </NamedScrollBox>
                  <div className="flex flex-wrap gap-1 border-t p-2">
                    <Button
                      kind="quiet"
                      size="small"
                      onClick={() => {
                        handle.close();
                        onShowInList(payload.citation);
                      }}
                    >
                      <ListTree aria-hidden className="size-3.5" />
                      {texts.showInList}
                    </Button>
                    {payload.footnoteId !== null && (
                      <a
                        href={`#${payload.footnoteId}`}
                        onClick={() => handle.close()}
                        className={buttonStyle('quiet', 'small')}
                      >
                        <MoveDown aria-hidden className="size-3.5" />
                        {texts.toFootnote}
                      </a>
                    )}
                  </div>
                </>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      )}
    </Popover.Root>
  );
}
