import { UnfoldVertical } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { compareTexts } from '../../texts/en/compare.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { collapseRows, type Entry } from './collapse-rows.ts';
import { CompareRow } from './compare-row.tsx';
import type { TextComparison } from './compare-texts.ts';

interface CompareTableProps {
  comparison: TextComparison;
  from: number;
  to: number;
  isSplit: boolean;
  current: number | null;
}

/**
 * Compares two versions row by row, so that both sides scroll together. Unchanged rows are folded; a click opens them.
 */
export function CompareTable({ comparison, from, to, isSplit, current }: CompareTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const entries = useMemo(() => collapseRows(comparison.rows, opened), [comparison, opened]);
  const drawn = useIncrementalCount(entries.length);
  const open = (at: number) => setOpened((known) => new Set(known).add(at));
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{compareTexts.table}</caption>
      <thead className={isSplit ? 'border-b text-left text-muted text-sm' : 'sr-only'}>
        <tr>
          {(isSplit ? [from, to] : [to]).map((version) => (
            <th key={version} scope="col" className="figures border-r px-4 py-2 font-medium last:border-r-0">
              {reviewTexts.version(version)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries
          .slice(0, drawn)
          .map((entry) =>
            entry.kind === 'fold' ? (
              <Fold key={`fold ${entry.at}`} fold={entry} isSplit={isSplit} onOpen={open} />
            ) : (
              <CompareRow
                key={entry.at}
                row={entry.row}
                isSplit={isSplit}
                stop={entry.startsChange ? entry.change : null}
                isCurrent={current !== null && entry.change === current}
              />
            ),
          )}
      </tbody>
    </table>
  );
}

interface FoldProps {
  fold: Extract<Entry, { kind: 'fold' }>;
  isSplit: boolean;
  onOpen: (at: number) => void;
}

function Fold({ fold: { at, count, heading }, isSplit, onOpen }: FoldProps) {
  return (
    <tr className="border-y bg-canvas">
      <td colSpan={isSplit ? 2 : 1}>
        <button
          type="button"
          onClick={() => onOpen(at)}
          className="flex w-full items-center gap-2 px-4 py-2 text-left text-muted text-sm hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
        >
          <UnfoldVertical aria-hidden className="size-3.5 shrink-0" />
          <span className="shrink-0">{compareTexts.fold(count)}</span>
          {heading && <span className="truncate">{compareTexts.foldIn(heading)}</span>}
        </button>
      </td>
    </tr>
  );
}

/** Number of rows that are rendered in one frame. The page handles input between frames. */
const stepRows = 20;

/** Returns how many of `count` rows to render. The number grows with each frame, so that the page never blocks. */
function useIncrementalCount(count: number): number {
  const [drawn, setDrawn] = useState(stepRows);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + stepRows));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
}
