import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { DraftText as Draft } from '../../../live/draft-texts.ts';
import { useDrafts } from '../../../live/use-run-events.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { useFollowEnd } from '../log/use-follow-end.ts';
import { DraftText } from './draft-text.tsx';

const texts = runTexts.drafts;

interface DraftPanelProps {
  engagementId: string;
  runId: string;
  task: { id: string; name: string };
}

/** Shows the text of a task's document while it is written; renders nothing at other times (FOL-13). */
export function DraftPanel({ engagementId, runId, task }: DraftPanelProps) {
  const draft = useDrafts(engagementId, runId, (drafts) => drafts.get(task.id));
  return draft ? <GrowingText draft={draft} name={task.name} /> : null;
}

/** The words are not announced as they arrive. Another element tells once that a document is being written. */
function GrowingText({ draft, name }: { draft: Draft; name: string }) {
  const [open, setOpen] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = useCalmText(draft.text);
  const { onScroll } = useFollowEnd(scroller, shown.length, shown.length);
  // Focusable by Tab, so that the arrow keys can scroll.
  const reachable = { role: 'region', 'aria-label': texts.region(name), 'aria-live': 'off', tabIndex: 0 } as const;
  return (
    <div className="overflow-hidden rounded-lg border bg-canvas text-sm">
      <div className="flex items-center gap-3 border-b py-1 pr-1 pl-3 text-muted">
        <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
        <span id={id} className="min-w-0 flex-1 truncate">
          {texts.titles[draft.purpose]}
          <span className="sr-only"> {texts.ofTask(name)}</span>
          <span className="figures"> · {texts.words(countWords(draft.text))}</span>
        </span>
        <Button kind="quiet" size="small" aria-expanded={open} aria-describedby={id} onClick={() => setOpen(!open)}>
          {open ? texts.less : texts.more}
          <ChevronDown aria-hidden className={classNames('size-3.5', open && 'rotate-180')} />
        </Button>
      </div>
      <div
        ref={scroller}
        onScroll={onScroll}
        {...reachable}
        className={classNames(
          'overflow-y-auto px-3 py-2 leading-relaxed [overflow-anchor:none] focus-visible:-outline-offset-2',
          open ? 'h-[min(32rem,60vh)]' : 'h-32',
        )}
      >
        {draft.missing > 0 && <p className="mb-2 text-muted">{texts.joinedLate}</p>}
        <div className="max-w-[72ch]">
          <DraftText text={shown} />
        </div>
      </div>
    </div>
  );
}

/** Returns the text, or its finished paragraphs for people who prefer less motion. */
function useCalmText(text: string): string {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  return isCalm ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}

/** Counts words, and each character of scripts without spaces, without a segmenter: the text grows many times a second. */
const countWords = (text: string): number => text.match(wordPattern)?.length ?? 0;
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:[’'.,][\p{L}\p{N}]+)*/gu;
