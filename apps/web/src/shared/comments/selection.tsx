import { MessageSquarePlus } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { Kbd, useSingleKeys } from '../../base/ui/keys.tsx';
import { stickyPx } from '../../base/ui/layout/sticky-bar.ts';
import type { DocumentWords, SelectedPassage } from './document-words.ts';
import { commentTexts } from './texts.ts';

interface SelectionButtonProps {
  selected: Selected;
  /** The key that does the same; undefined without one. */
  shortcut?: string | undefined;
  onComment: (selected: Selected) => void;
}

const distancePx = 6;

/** The button at the end of a selection, below it, where no menu of the system appears. */
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
      left: Math.max(
        0,
        Math.min(last.right - own.offsetWidth / 2, frame.right - own.offsetWidth) - frame.left,
      ),
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
      className={buttonStyle(
        'secondary',
        'small',
        'absolute z-10 shadow-black/10 shadow-md print:hidden',
      )}
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

export interface Selected {
  passage: SelectedPassage;
  range: Range;
}

/** The selection is read once it has stayed the same for a moment. */
const settledMs = 120;

/** Returns what is selected in an article, if the API can find it there; else null. */
export function useSelectedPassage(
  article: RefObject<HTMLElement | null>,
  words: DocumentWords | null,
): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const read = () => setSelected(words && readSelection(article.current, words));
    const change = () => {
      clearTimeout(timer);
      if (getSelection()?.isCollapsed !== false) setSelected(null);
      else if (!isPressed) timer = setTimeout(read, settledMs);
    };
    const press = ({ pointerType }: PointerEvent) => {
      isPressed = pointerType === 'mouse';
    };
    const release = () => {
      isPressed = false;
      change();
    };
    // The reader may have selected words before those of the text were read.
    change();
    document.addEventListener('selectionchange', change);
    document.addEventListener('pointerdown', press);
    document.addEventListener('pointerup', release);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', change);
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('pointerup', release);
    };
  }, [article, words]);
  return selected;
}

/** Reads the selection; null if it is empty, or reaches beyond the article. */
export function readSelection(article: HTMLElement | null, words: DocumentWords): Selected | null {
  const selection = getSelection();
  if (!article || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!article.contains(range.startContainer)) return null;
  const inside = clip(range, article);
  const passage = words.select(inside);
  return passage && { passage, range: inside };
}

/** A selection by three clicks on the last paragraph ends behind the article. */
function clip(range: Range, article: HTMLElement): Range {
  const inside = range.cloneRange();
  if (!article.contains(range.endContainer)) inside.setEnd(article, article.childNodes.length);
  return inside;
}
