import { memo } from 'react';
import { compareTexts } from '../../texts/en/compare.ts';
import { classNames } from '../../ui/class-names.ts';
import { BlockText } from './block-text.tsx';
import type { Row } from './compare-texts.ts';

interface CompareRowProps {
  row: Row;
  isSplit: boolean;
  /** Number of the change that starts with this row; otherwise null. The stepper jumps to such rows. */
  stop: number | null;
  isCurrent: boolean;
}

const cell = 'min-w-0 px-4 py-1.5 align-top';
const signs = { same: '', removed: '−', added: '+', changed: '±' } as const;

/** One row of the comparison: two cells side by side, or one cell. */
export const CompareRow = memo(function CompareRow({ row, isSplit, stop, isCurrent }: CompareRowProps) {
  return (
    <tr
      {...(stop === null ? {} : { 'data-change': stop, tabIndex: -1 })}
      className={classNames('outline-none', isCurrent && 'shadow-[inset_3px_0_0_var(--accent-text)]')}
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
  return <BlockText block={block} side={side} {...(row.kind === 'changed' ? { parts: row.parts } : {})} />;
}

/** A sign in the margin, with its meaning for screen readers. */
function Sign({ row: { kind }, side }: { row: Row; side: Side }) {
  const isHere =
    kind === 'changed' || (kind === 'removed' && side !== 'after') || (kind === 'added' && side !== 'before');
  if (!isHere) return null;
  return (
    <span className="float-left -ml-3 w-3 select-none text-muted text-xs leading-5.5">
      <span aria-hidden>{signs[kind]}</span>
      <span className="sr-only">{compareTexts[kind]}: </span>
    </span>
  );
}

function tint({ kind }: Row, side: Side): string {
  if (kind === 'same') return '';
  if (kind === 'removed') return side === 'after' ? 'bg-sunken' : 'bg-danger-soft/45';
  if (kind === 'added') return side === 'before' ? 'bg-sunken' : 'bg-good-soft/45';
  return side === 'before' ? 'bg-danger-soft/45' : side === 'after' ? 'bg-good-soft/45' : '';
}
