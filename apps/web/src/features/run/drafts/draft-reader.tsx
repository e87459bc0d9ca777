import { useRef } from 'react';
import type { DraftText as Draft } from '../../../live/draft-texts.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { useFollowEnd } from '../use-follow-end.ts';
import { DraftText } from './draft-text.tsx';

const texts = runTexts.drafts;

interface DraftReaderProps {
  draft: Draft;
  /** Name of the task. */
  name: string;
  className: string;
}

/** A text that grows. Its end stays in view until the user scrolls up; screen readers are not told each word. */
export function DraftReader({ draft, name, className }: DraftReaderProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useCalmText(draft.text);
  const { onScroll } = useFollowEnd(scroller, shown.length, shown.length);
  // Focusable by Tab, so that the arrow keys can scroll.
  const reachable = { role: 'region', 'aria-label': texts.region(name), 'aria-live': 'off', tabIndex: 0 } as const;
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      {...reachable}
      className={classNames(
        'overflow-y-auto px-4 py-3 leading-relaxed [overflow-anchor:none] focus-visible:-outline-offset-2',
        className,
      )}
    >
      <div className="max-w-[72ch]">
        {draft.missing > 0 && <p className="mb-2 text-muted">{texts.joinedLate}</p>}
        <DraftText text={shown} />
      </div>
    </div>
  );
}

/** Returns the text, or its finished paragraphs for people who prefer less motion. */
function useCalmText(text: string): string {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  return isCalm ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}
