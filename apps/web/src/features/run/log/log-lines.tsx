import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useRef } from 'react';
import type { LogLine } from '../../../live/log-line.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFollowEnd } from '../use-follow-end.ts';
import { LogRow } from './log-row.tsx';

const texts = runTexts.log;
/** Height of a line without a line break. */
const rowHeightPx = 26;

/** Renders only the visible lines of a log of any length. It follows the end until the user scrolls up. */
export function LogLines({ lines, wanted }: { lines: readonly LogLine[]; wanted: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => lines[index]?.number ?? index,
    overscan: 10,
  });
  const heightPx = virtualizer.getTotalSize();
  const { unseen, follows, onScroll, toEnd } = useFollowEnd(scroller, lines.length, heightPx);
  // Focusable by Tab, so that the arrow keys can scroll.
  const reachable = { role: 'region', 'aria-label': texts.region, tabIndex: 0 };
  return (
    <div className="relative">
      <div
        ref={scroller}
        onScroll={onScroll}
        {...reachable}
        className="h-96 overflow-y-auto py-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <ol className="relative" style={{ height: heightPx }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            return line === undefined ? null : (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={lines.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogRow line={line} wanted={wanted} />
              </li>
            );
          })}
        </ol>
      </div>
      {!follows && <ToEnd unseen={unseen} onClick={toEnd} />}
    </div>
  );
}

/** Button that scrolls to the end and shows the number of new lines there. */
function ToEnd({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button size="small" onClick={onClick} className="pointer-events-auto shadow-black/10 shadow-md">
        <ArrowDown aria-hidden className="size-3.5" />
        {unseen > 0 ? texts.newLines(unseen) : texts.toEnd}
      </Button>
    </div>
  );
}
