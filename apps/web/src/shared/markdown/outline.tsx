import { TableOfContents } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { readingTexts } from '../../base/texts/reading.ts';
import { classNames } from '../../base/ui/class-names.ts';
import { Sheet } from '../../base/ui/dialogs/dialog.tsx';
import { stickyPx } from '../../base/ui/layout/sticky-bar.ts';
import { jumpTo } from './find-words.ts';

interface OutlineProps {
  headings: readonly HeadingEntry[];
  /** Called when a section is chosen; by default jumps to it. */
  onChoose?: ((id: string) => void) | undefined;
}

/** Jumps to a section and puts it into the address, so that the link can be shared. */
export function goToSection(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  history.replaceState(history.state, '', `#${id}`);
  jumpTo(heading);
}

/**
 * Shows headings as links and marks the current section. It tracks scrolling itself, so that only
 * it re-renders.
 */
export function Outline({ headings, onChoose = goToSection }: OutlineProps) {
  const texts = readingTexts.outline;
  const currentId = useCurrentHeading(headings);
  if (headings.length === 0) return <p className="px-3 text-muted text-sm">{texts.none}</p>;
  return (
    <ul className="flex flex-col border-l">
      {headings.map(({ id, text, depth }) => {
        const isCurrent = id === currentId;
        return (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={isCurrent ? 'location' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onChoose(id);
              }}
              className={classNames(
                '-ml-px block border-l-2 py-1 pr-2 text-sm leading-snug transition-colors focus-visible:-outline-offset-2',
                depth === 0 ? 'pl-3' : 'pl-6',
                isCurrent
                  ? 'border-accent-text font-medium text-accent-text'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {text}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Replaces the outline on narrow screens: a bar that names the current section and opens the
 * outline.
 */
export function ContentsBar({ headings }: { headings: readonly HeadingEntry[] }) {
  const currentId = useCurrentHeading(headings);
  const [open, setOpen] = useState(false);
  const chosen = useRef<string>(null);
  const texts = readingTexts.outline;
  const current = headings.find(({ id }) => id === currentId);
  const show = () => {
    chosen.current = null;
    setOpen(true);
  };
  const choose = (id: string) => {
    chosen.current = id;
    setOpen(false);
  };
  const focusChosen = () => {
    const { current: id } = chosen;
    if (id === null) return true;
    // The sheet returns the focus as it closes; the section must end up with it.
    goToSection(id);
    return document.getElementById(id) ?? true;
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={show}
        className="flex w-full min-w-0 items-center gap-2 border-b bg-surface px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 md:px-8"
      >
        <TableOfContents aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="shrink-0 font-medium">{texts.open}</span>
        <span className="truncate text-muted">{current?.text ?? texts.top}</span>
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={texts.title}
        finalFocus={focusChosen}
      >
        <nav aria-label={texts.title}>
          <Outline headings={headings} onChoose={choose} />
        </nav>
      </Sheet>
    </>
  );
}

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
export function useHeadings(
  article: RefObject<HTMLElement | null>,
  text: string,
): readonly HeadingEntry[] {
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
function useCurrentHeading(headings: readonly HeadingEntry[]): string | null {
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
