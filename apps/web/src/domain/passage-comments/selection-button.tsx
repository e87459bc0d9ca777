import { MessageSquarePlus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { commentTexts } from '../../texts/en/documents/comments.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { Kbd } from '../../ui/keys/kbd.tsx';
import { useSingleKeys } from '../../ui/keys/single-keys.ts';
import { stickyPx } from '../../ui/layout/sticky-bar.ts';
import type { Selected } from './use-selected-passage.ts';

interface SelectionButtonProps {
  selected: Selected;
  /** The key that does the same; undefined without one. */
  shortcut?: string | undefined;
  onComment: (selected: Selected) => void;
}

const distancePx = 6;

/**
 * The button at the end of a selection, below it, where no menu of the system stands. It keeps the selection. Its parent
 * is positioned and begins where the text does.
 */
export function SelectionButton({ selected, shortcut, onComment }: SelectionButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const hasKeys = useSingleKeys();
  useLayoutEffect(() => {
    const own = button.current;
    const frame = own?.offsetParent?.getBoundingClientRect();
    const last = [...selected.range.getClientRects()].filter(({ width }) => width > 0).at(-1);
    if (!own || !frame || !last) return;
    const lowest = innerHeight - stickyPx('bottom') - own.offsetHeight - distancePx;
    setPlace({
      left: Math.max(0, Math.min(last.right - own.offsetWidth / 2, frame.right - own.offsetWidth) - frame.left),
      top: Math.min(last.bottom + distancePx, lowest) - frame.top,
    });
  }, [selected]);
  return (
    <button
      ref={button}
      type="button"
      aria-keyshortcuts={hasKeys ? shortcut : undefined}
      aria-label={commentTexts.commentOn}
      // A press would end the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onComment(selected)}
      style={place ?? { left: 0, top: 0, visibility: 'hidden' }}
      className={buttonStyle('secondary', 'small', 'absolute z-10 shadow-black/10 shadow-md print:hidden')}
    >
      <MessageSquarePlus aria-hidden className="size-4" />
      {commentTexts.comment}
      {hasKeys && shortcut !== undefined && (
        <span aria-hidden className="pointer-coarse:hidden">
          <Kbd>{shortcut.toUpperCase()}</Kbd>
        </span>
      )}
    </button>
  );
}
