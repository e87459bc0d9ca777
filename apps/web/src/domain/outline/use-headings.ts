import { type RefObject, useEffect, useState } from 'react';
import { stickyPx } from '../../ui/layout/sticky-bar.ts';

/** A heading of the displayed text. */
export interface HeadingEntry {
  id: string;
  text: string;
  /** 0 for the highest headings. */
  depth: number;
}

/** Deeper headings would make the outline too long to help. */
const maxDepth = 1;
const topLevel = 2;
/** A section becomes the current one when its heading is this close to the bars at the top. */
const currentBelowPx = 72;

/** Reads the headings of an article from the page after each change of `text`. */
export function useHeadings(article: RefObject<HTMLElement | null>, text: string): readonly HeadingEntry[] {
  const [headings, setHeadings] = useState<readonly HeadingEntry[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headings on the page change with `text`.
  useEffect(() => {
    const found = article.current?.querySelectorAll('.prose :is(h2, h3)[id]') ?? [];
    const entries = [...found].map((heading) => ({
      id: heading.id,
      text: readHeading(heading),
      depth: Number(heading.tagName.slice(1)) - topLevel,
    }));
    setHeadings(entries.filter(({ depth }) => depth <= maxDepth));
  }, [article, text]);
  return headings;
}

function readHeading(heading: Element): string {
  const copy = heading.cloneNode(true) as Element;
  for (const aside of copy.querySelectorAll('sup, .sr-only')) aside.remove();
  return copy.textContent.trim();
}

/** Id of the current section; null above the first. */
export function useCurrentHeading(headings: readonly HeadingEntry[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setCurrent(findCurrent(headings));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
    };
  }, [headings]);
  return current;
}

/** Finds the current section without waiting for a render, as shortcuts need. */
export function findCurrent(headings: readonly HeadingEntry[]): string | null {
  const edgePx = stickyPx('top') + currentBelowPx;
  const passed = headings.findLast(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top <= edgePx;
  });
  return passed?.id ?? null;
}
