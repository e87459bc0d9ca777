import { type RefObject, useEffect, useState } from 'react';
import type { DocumentWords, SelectedPassage } from './document-words.ts';

/** The selected words in the text of a document, and their place on the page. */
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
