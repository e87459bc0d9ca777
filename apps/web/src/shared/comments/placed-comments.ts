import './highlights.css';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import {
  type DocumentWords,
  type PassageComment,
  readDocumentWords,
  renderDocument,
} from './document-words.ts';

export interface PlacedComment<C extends PassageComment = PassageComment> {
  comment: C;
  ranges: readonly [Range, ...Range[]];
}

/**
 * Finds the passages of comments on the page. Returns those that the version shows, in the order of
 * the text.
 */
export function placeComments<C extends PassageComment>(
  words: DocumentWords,
  comments: readonly C[],
  version: number,
): PlacedComment<C>[] {
  return comments
    .flatMap((comment) => {
      const [first, ...others] = comment.quote === null ? [] : words.rangesOf(comment, version);
      return first ? [{ comment, ranges: [first, ...others] as const }] : [];
    })
    .sort((one, other) =>
      one.ranges[0].compareBoundaryPoints(Range.START_TO_START, other.ranges[0]),
    );
}

/**
 * Returns the comment whose passage is shown at a point of the window, the shortest one; undefined
 * without one.
 */
export function commentAt<C extends PassageComment>(
  placed: readonly PlacedComment<C>[],
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): PlacedComment<C> | undefined {
  const holds = (range: Range) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    );
  return placed
    .filter(({ ranges }) => ranges.some(holds))
    .toSorted((one, other) => String(one.ranges[0]).length - String(other.ranges[0]).length)[0];
}

/**
 * Reads the words of an article again when its elements change. Null until then, and while it is
 * not settled.
 */
export function useDocumentWords(
  article: RefObject<HTMLElement | null>,
  markdown: string,
  isSettled = true,
): DocumentWords | null {
  const rendered = useMemo(() => renderDocument(markdown), [markdown]);
  const [words, setWords] = useState<DocumentWords | null>(null);
  useEffect(() => {
    const element = article.current;
    if (!element || !isSettled) return;
    let frame = 0;
    const read = () => setWords(readDocumentWords(element, rendered));
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(read);
    });
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    read();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [article, rendered, isSettled]);
  return words;
}

const names = { comment: 'comment', active: 'comment-active' } as const;
type HighlightKind = keyof typeof names;

/** Marks ranges of the page without changing an element; none removes the marks. */
export function showHighlights(kind: HighlightKind, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  const name = names[kind];
  if (ranges.length === 0) {
    CSS.highlights.delete(name);
    return;
  }
  const highlight = new Highlight(...ranges);
  highlight.priority = kind === 'active' ? 1 : 0;
  CSS.highlights.set(name, highlight);
}
