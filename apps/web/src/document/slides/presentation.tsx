import { Dialog } from '@base-ui/react/dialog';
import type { Slide } from '@ecp/contract/work/slides';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from '../../base/ui/buttons.tsx';
import { type DeckLook, SlideFrame, SlideView } from './drawing/slide-view.tsx';
import { slidesTexts } from './texts.ts';

interface PresentationProps {
  slides: readonly Slide[];
  look: DeckLook;
  at: number;
  onGo: (at: number) => void;
  onClose: () => void;
}

const forward = ['ArrowRight', 'ArrowDown', 'PageDown', ' '];
const back = ['ArrowLeft', 'ArrowUp', 'PageUp'];
const texts = slidesTexts.present;

/** Shows the slides one by one on the whole screen. Arrow keys go on and back, Escape ends it. */
export function Presentation({ slides, look, at, onGo, onClose }: PresentationProps) {
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where the browser refuses, the slides fill the window.
    screen.current?.requestFullscreen?.().catch(() => undefined);
    const leave = () => {
      if (!document.fullscreenElement) onClose();
    };
    document.addEventListener('fullscreenchange', leave);
    return () => {
      document.removeEventListener('fullscreenchange', leave);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [onClose]);
  const slide = slides[at];
  const go = (to: number) => onGo(Math.max(0, Math.min(to, slides.length - 1)));
  const press = (event: KeyboardEvent) => {
    const onButton = event.target instanceof HTMLButtonElement && event.key === ' ';
    if (onButton) return;
    if (forward.includes(event.key)) go(at + 1);
    else if (back.includes(event.key)) go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(slides.length - 1);
    else return;
    event.preventDefault();
  };
  if (!slide) return null;
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={screen}
          onKeyDown={press}
          className="fixed inset-0 z-50 flex items-center justify-center bg-black outline-none"
        >
          <Dialog.Title className="sr-only">{texts.label}</Dialog.Title>
          <div className="w-full" style={{ maxWidth: 'calc(100dvh * 16 / 9)' }}>
            <SlideFrame>
              <SlideView slide={slide} number={at + 1} look={look} />
            </SlideFrame>
          </div>
          <p role="status" className="sr-only">
            {slidesTexts.slide(at + 1, slide.title)}
          </p>
          <div className="fixed right-3 bottom-3 flex gap-1 rounded-lg bg-surface/90 p-1 opacity-30 focus-within:opacity-100 hover:opacity-100">
            <IconButton
              icon={ChevronLeft}
              label={texts.previous}
              disabled={at === 0}
              onClick={() => go(at - 1)}
            />
            <IconButton
              icon={ChevronRight}
              label={texts.next}
              disabled={at === slides.length - 1}
              onClick={() => go(at + 1)}
            />
            <IconButton icon={X} label={texts.close} onClick={onClose} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
