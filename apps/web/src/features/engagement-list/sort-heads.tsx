import { ArrowDown, ArrowUp } from 'lucide-react';
import type { EngagementFilter } from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { engagementGrid } from './engagement-row.tsx';
import { type Sorting, sortColumns, sortingOf } from './sorting.ts';

interface SortHeadsProps {
  filter: EngagementFilter;
  onSort: (sorting: Sorting) => void;
}

/** The heads of the columns. A click sorts by the column, and another one turns the order round. */
export function SortHeads({ filter, onSort }: SortHeadsProps) {
  const current = sortingOf(filter);
  return (
    <fieldset className={`${engagementGrid} h-9 border-b bg-canvas text-muted text-sm`}>
      <legend className="sr-only">{engagementTexts.sort}</legend>
      {sortColumns.map(({ label, ...first }) => {
        const isCurrent = current.sort === first.sort;
        const turned = { sort: first.sort, order: current.order === 'asc' ? 'desc' : 'asc' } as const;
        const Arrow = current.order === 'asc' ? ArrowUp : ArrowDown;
        return (
          <button
            key={first.sort}
            type="button"
            aria-label={engagementTexts.sortBy(label, isCurrent ? current.order : undefined)}
            aria-pressed={isCurrent}
            onClick={() => onSort(isCurrent ? turned : first)}
            className="flex h-full min-w-0 items-center gap-1 text-left hover:text-ink focus-visible:-outline-offset-2 aria-pressed:font-medium aria-pressed:text-ink"
          >
            <span className="truncate">{label}</span>
            {isCurrent && <Arrow aria-hidden className="size-3.5 shrink-0" />}
          </button>
        );
      })}
    </fieldset>
  );
}
