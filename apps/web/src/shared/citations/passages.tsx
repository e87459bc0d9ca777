import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { classNames } from '../../base/ui/class-names.ts';
import { findFolded, foldText } from '../markdown/find-words.ts';
import type { ShownSource } from './cited-sources.ts';
import { sourceTexts as texts } from './texts.ts';

/** Shows the text around a passage, as plain characters, with the passage marked and in view. */
export function PassageText({ source, text }: { source: ShownSource; text: string }) {
  const { mark, passage, quote } = source;
  const box = useRef<HTMLElement>(null);
  const marks = useMemo(
    () => (mark ? [mark] : findCited(text, [passage, quote])),
    [mark, text, passage, quote],
  );
  const blocks = useMemo(() => splitPassages(text, marks, text.length), [text, marks]);
  useLayoutEffect(() => {
    const found = box.current?.querySelector('mark');
    if (found) scrollToMark(found);
  }, []);
  return (
    <>
      {marks.length === 0 && (passage ?? quote) !== null && (
        <SourceNote>{texts.notFound}</SourceNote>
      )}
      <article ref={box} aria-label={texts.passage} className="flex flex-col gap-3 leading-relaxed">
        <MarkedBlocks blocks={blocks} />
      </article>
    </>
  );
}

/** Shows blocks of plain text, tables in letters of one width, with their marked pieces. */
export function MarkedBlocks({ blocks }: { blocks: ReturnType<typeof splitPassages> }) {
  return blocks.map(({ at, isTable, pieces }) => (
    <p
      key={at}
      dir="auto"
      className={classNames('wrap-anywhere whitespace-pre-wrap', isTable && 'font-mono text-sm')}
    >
      {pieces.map((piece) =>
        piece.marked ? (
          <mark key={piece.at} className="rounded-sm bg-good-soft text-good outline-offset-2">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </p>
  ));
}

export function SourceNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-lg bg-sunken px-3 py-2 text-sm">
      {children}
    </p>
  );
}

interface PassagePiece {
  /** Position in the text, in characters. */
  at: number;
  text: string;
  marked: boolean;
}

interface PassageBlock {
  at: number;
  isTable: boolean;
  pieces: readonly PassagePiece[];
}

interface Span {
  start: number;
  end: number;
}

/** Returns the places of the first wording that a text contains; none without one. */
export function findCited(text: string, wordings: readonly (string | null)[]): Span[] {
  const wanted = wordings.filter((words): words is string => words !== null && words.trim() !== '');
  if (wanted.length === 0) return [];
  const folded = foldText(text);
  return wanted.map((words) => findFolded(folded, words)).find((spans) => spans.length > 0) ?? [];
}

/** Splits a text at its empty lines, up to `limit` characters, and marks the ranges in it. */
export function splitPassages(text: string, marks: readonly Span[], limit: number): PassageBlock[] {
  const blocks: PassageBlock[] = [];
  let at = 0;
  for (const block of text.split(/(\n[ \t]*\n\s*)/)) {
    if (at >= limit) break;
    const shown = block.slice(0, limit - at);
    if (shown.trim() !== '') {
      blocks.push({
        at,
        isTable: shown.trimStart().startsWith('|'),
        pieces: splitAtMarks(shown, at, marks),
      });
    }
    at += block.length;
  }
  return blocks;
}

function splitAtMarks(block: string, at: number, marks: readonly Span[]): PassagePiece[] {
  const pieces: PassagePiece[] = [];
  let from = 0;
  const add = (to: number, marked: boolean) => {
    if (to > from) pieces.push({ at: at + from, text: block.slice(from, to), marked });
    from = Math.max(from, to);
  };
  for (const { start, end } of marks) {
    if (end <= at || start >= at + block.length) continue;
    add(Math.max(0, start - at), false);
    add(Math.min(block.length, end - at), true);
  }
  add(block.length, false);
  return pieces;
}

export const scrollerProps = { 'data-source-scroller': '' } as const;

/**
 * Scrolls the viewer to an element in it that is not in view. Unlike `scrollIntoView`, this never
 * moves the page.
 */
export function scrollToMark(element: Element): void {
  const scroller = element.closest('[data-source-scroller]');
  if (!scroller) return;
  const { top, bottom } = element.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (top >= view.top + roomPx && bottom <= view.bottom - roomPx) return;
  scroller.scrollTop += top - view.top - scroller.clientHeight / 3;
}

/** Pixels to the edges of the viewer, where a bar may stick. */
const roomPx = 48;
