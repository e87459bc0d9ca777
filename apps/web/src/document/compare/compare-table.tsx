import { UnfoldVertical } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { reviewTexts } from '../../base/texts/review.ts';
import { classNames } from '../../base/ui/class-names.ts';
import type { Segment } from '../word-changes.tsx';
import type { ComparedBlock, Row, TextComparison } from './compare-texts.ts';
import { comparisonTexts } from './texts.ts';

interface CompareTableProps {
  comparison: TextComparison;
  from: number;
  to: number;
  isSplit: boolean;
  current: number | null;
}

/** Compares two versions row by row, with unchanged rows folded. */
export function CompareTable({ comparison, from, to, isSplit, current }: CompareTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const entries = useMemo(() => collapseRows(comparison.rows, opened), [comparison, opened]);
  const drawn = useIncrementalCount(entries.length);
  const open = (at: number) => setOpened((known) => new Set(known).add(at));
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{comparisonTexts.table}</caption>
      <thead className={isSplit ? 'border-b text-left text-muted text-sm' : 'sr-only'}>
        <tr>
          {(isSplit ? [from, to] : [to]).map((version) => (
            <th
              key={version}
              scope="col"
              className="figures border-r px-4 py-2 font-medium last:border-r-0"
            >
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
          className="flex w-full flex-wrap items-center gap-x-2 px-4 py-2 text-left text-muted text-sm hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
        >
          <UnfoldVertical aria-hidden className="size-3.5 shrink-0" />
          <span>{comparisonTexts.fold(count)}</span>
          {heading && (
            <span className="wrap-anywhere min-w-0">{comparisonTexts.foldIn(heading)}</span>
          )}
        </button>
      </td>
    </tr>
  );
}

/** Number of rows that are rendered in one frame. The page handles input between frames. */
const stepRows = 20;

/**
 * Returns how many of `count` rows to render. The number grows with each frame, so that the page
 * never blocks.
 */
function useIncrementalCount(count: number): number {
  const [drawn, setDrawn] = useState(stepRows);
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + stepRows));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
}

/** Which words of a change are shown: those of one side, or all of them inline. */
type ShownSide = 'before' | 'after' | 'both';

const headings = ['', 'text-xl', 'text-lg', 'text-base', 'text-base', 'text-base', 'text-base'];
const depths = ['', 'ml-5', 'ml-10', 'ml-15', 'ml-20', 'ml-25'];

interface BlockTextProps {
  block: ComparedBlock;
  /** Segments of each text of the block, if only some words changed. */
  parts?: readonly (readonly Segment[])[];
  side: ShownSide;
  /** Marks a block that was removed or added as a whole. */
  whole?: 'removed' | 'added';
}

/** Renders a block: headings larger, rows as cells, code in monospace. */
function BlockText({ block, parts, side, whole }: BlockTextProps) {
  const words = (at: number): ReactNode => {
    const segments = parts?.[at] ?? [
      { kind: whole ?? 'same', text: block.texts[at] ?? '' } as const,
    ];
    return <Words segments={segments} side={side} />;
  };
  const { kind, level, marker } = block;
  if (kind === 'row') {
    const columns = { gridTemplateColumns: `repeat(${block.texts.length}, minmax(0, 1fr))` };
    return (
      <div className="relative overflow-x-clip">
        <div className={classNames('grid divide-x', level === 1 && 'font-medium')} style={columns}>
          {[...block.texts.keys()].map((at) => (
            <div key={at} className="min-w-0 px-2 first:pl-0">
              {words(at)}
              <span className="sr-only">, </span>
            </div>
          ))}
        </div>
      </div>
    );
  }
  if (kind === 'code') {
    return <div className="min-h-5 whitespace-pre-wrap font-mono text-sm">{words(0)}</div>;
  }
  if (kind === 'heading')
    return <p className={classNames('font-semibold', headings[level])}>{words(0)}</p>;
  if (kind === 'quote') return <p className="border-l-2 pl-3 text-muted">{words(0)}</p>;
  if (kind === 'meta') return <p className="font-mono text-muted text-sm">{words(0)}</p>;
  if (kind === 'text') return <p>{words(0)}</p>;
  return (
    <div className={classNames('flex gap-2', depths[level], kind === 'footnote' && 'text-sm')}>
      <span className="figures shrink-0 text-muted">
        {kind === 'footnote' ? `[${marker}]` : marker}
      </span>
      <p className="min-w-0">{words(0)}</p>
    </div>
  );
}

/**
 * Strikes out removed words and underlines added ones, so that colour is not the only difference.
 */
function Words({ segments, side }: { segments: readonly Segment[]; side: ShownSide }) {
  const hidden = side === 'before' ? 'added' : side === 'after' ? 'removed' : null;
  return [...segments.entries()].map(([at, { kind, text }]) => {
    if (kind === hidden) return null;
    if (kind === 'same') return <span key={at}>{text}</span>;
    return kind === 'removed' ? (
      <del
        key={at}
        className="rounded-xs bg-danger-soft text-danger line-through decoration-1 decoration-current/50"
      >
        {text}
      </del>
    ) : (
      <ins
        key={at}
        className="rounded-xs bg-good-soft text-good underline decoration-1 decoration-current/50 underline-offset-2"
      >
        {text}
      </ins>
    );
  });
}

interface CompareRowProps {
  row: Row;
  isSplit: boolean;
  /**
   * Number of the change that starts with this row; otherwise null. The stepper jumps to such rows.
   */
  stop: number | null;
  isCurrent: boolean;
}

const cell = 'min-w-0 px-4 py-1.5 align-top';
const signs = { same: '', removed: '−', added: '+', changed: '±' } as const;

/** One row of the comparison: two cells side by side, or one cell. */
const CompareRow = memo(function CompareRow({ row, isSplit, stop, isCurrent }: CompareRowProps) {
  return (
    <tr
      {...(stop === null ? {} : { 'data-change': stop, tabIndex: -1 })}
      className={classNames(
        'outline-none',
        isCurrent && 'shadow-[inset_3px_0_0_var(--accent-text)]',
      )}
    >
      {isSplit ? (
        <>
          <td className={classNames(cell, 'border-r', tint(row, 'before'))}>
            <Sign row={row} side="before" />
            {row.kind !== 'added' && <Text row={row} side="before" />}
          </td>
          <td className={classNames(cell, tint(row, 'after'))}>
            <Sign row={row} side="after" />
            {row.kind !== 'removed' && <Text row={row} side="after" />}
          </td>
        </>
      ) : (
        <td className={classNames(cell, tint(row, 'both'))}>
          <Sign row={row} side="both" />
          <Text row={row} side="both" />
        </td>
      )}
    </tr>
  );
});

type Side = 'before' | 'after' | 'both';

function Text({ row, side }: { row: Row; side: Side }) {
  if (row.kind === 'removed') return <BlockText block={row.before} side={side} whole="removed" />;
  if (row.kind === 'added') return <BlockText block={row.after} side={side} whole="added" />;
  const block = side === 'before' ? row.before : row.after;
  return (
    <BlockText
      block={block}
      side={side}
      {...(row.kind === 'changed' ? { parts: row.parts } : {})}
    />
  );
}

function Sign({ row: { kind }, side }: { row: Row; side: Side }) {
  const isHere =
    kind === 'changed' ||
    (kind === 'removed' && side !== 'after') ||
    (kind === 'added' && side !== 'before');
  if (!isHere) return null;
  return (
    <span className="float-left -ml-3 w-3 select-none text-muted text-xs leading-5.5">
      <span aria-hidden>{signs[kind]}</span>
      <span className="sr-only">{comparisonTexts[kind]}: </span>
    </span>
  );
}

function tint({ kind }: Row, side: Side): string {
  if (kind === 'same') return '';
  if (kind === 'removed') return side === 'after' ? 'bg-sunken' : 'bg-danger-soft/45';
  if (kind === 'added') return side === 'before' ? 'bg-sunken' : 'bg-good-soft/45';
  return side === 'before' ? 'bg-danger-soft/45' : side === 'after' ? 'bg-good-soft/45' : '';
}

/**
 * An entry of a comparison: a row with the number of its change, or a fold that hides unchanged
 * rows.
 */
type Entry =
  | { kind: 'row'; row: Row; at: number; change: number | null; startsChange: boolean }
  | { kind: 'fold'; at: number; count: number; heading: string | null };

/** Number of unchanged rows that stay visible beside a change. */
const context = 1;
const minFolded = 3;

/**
 * Whether an unchanged row is one of a table below its head: it may be high, and says nothing about
 * its neighbors.
 */
const isTableRow = (row: Row | undefined): boolean =>
  row?.kind === 'same' && row.after.kind === 'row' && row.after.level !== 1;

/**
 * Folds unchanged rows, except those beside a change. `opened` identifies folds by their first row.
 */
export function collapseRows(rows: readonly Row[], opened: ReadonlySet<number>): Entry[] {
  const entries: Entry[] = [];
  let change = -1;
  let at = 0;
  while (at < rows.length) {
    const isSame = rows[at]?.kind === 'same';
    let end = at;
    while (end < rows.length && (rows[end]?.kind === 'same') === isSame) end += 1;
    if (!isSame) change += 1;
    const first = at === 0 || isTableRow(rows[at]) ? at : at + context;
    const last = end === rows.length || isTableRow(rows[end - 1]) ? end : end - context;
    const least = rows.slice(first, last).some(isTableRow) ? 1 : minFolded;
    const isFolded = isSame && last - first >= least && !opened.has(first);
    for (let index = at; index < end; index += 1) {
      const row = rows[index];
      if (!row) continue;
      if (isFolded && index >= first && index < last) {
        if (index === first) entries.push(fold(rows, first, last));
        continue;
      }
      entries.push({
        kind: 'row',
        row,
        at: index,
        change: isSame ? null : change,
        startsChange: !isSame && index === at,
      });
    }
    at = end;
  }
  return entries;
}

/** Names the fold by its last heading, because the rows after the fold belong to that section. */
function fold(rows: readonly Row[], first: number, last: number): Entry {
  const heading = rows
    .slice(first, last)
    .findLast((row) => row.kind === 'same' && row.after.kind === 'heading');
  const title = heading?.kind === 'same' ? (heading.after.texts[0] ?? null) : null;
  return { kind: 'fold', at: first, count: last - first, heading: title };
}

export const countChanges = (rows: readonly Row[]): number =>
  rows.filter((row, at) => row.kind !== 'same' && (at === 0 || rows[at - 1]?.kind === 'same'))
    .length;
