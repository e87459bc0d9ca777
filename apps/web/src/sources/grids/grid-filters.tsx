import { X } from 'lucide-react';
import { useMemo } from 'react';
import { classNames } from '../../base/ui/class-names.ts';
import { SearchField } from '../../base/ui/fields/fields.tsx';
import type { Grid } from './cells.ts';
import { AskOpen } from './grid-progress.tsx';
import { type CellGroup, cellGroups, type GridView, type ViewChange } from './grid-search.ts';
import { gridTexts } from './texts.ts';
import { countGroups } from './view-rows.ts';

const texts = gridTexts.group;

interface GridFiltersProps {
  engagementId: string;
  grid: Grid;
  view: GridView;
  onView: (change: ViewChange) => void;
  /** The number of rows that match. */
  shown: number;
}

/** Searches files and answers, and filters the rows by groups of answers, which it counts. */
export function GridFilters({ engagementId, grid, view, onView, shown }: GridFiltersProps) {
  const { q = '', group, column } = view;
  const counts = useMemo(() => countGroups(grid), [grid]);
  const named = grid.columns.find(({ id }) => id === column);
  const isFiltered = q !== '' || group !== undefined;
  const choose = (next: CellGroup | undefined) => onView({ group: next, column: undefined });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchField
        label={gridTexts.table.search}
        value={q}
        onSearch={(text) => onView({ q: text })}
        className="min-w-48 max-sm:w-full sm:w-72"
      />
      <fieldset className="flex min-w-0 max-w-full gap-1 overflow-x-auto max-sm:w-full">
        <legend className="sr-only">{texts.label}</legend>
        <GroupButton
          name={texts.all}
          count={null}
          isChosen={group === undefined}
          onChoose={() => choose(undefined)}
        />
        {cellGroups
          .filter((one) => counts[one] > 0 || one === group)
          .map((one) => (
            <GroupButton
              key={one}
              name={texts[one]}
              count={counts[one]}
              isChosen={one === group && named === undefined}
              onChoose={() => choose(one === group && named === undefined ? undefined : one)}
            />
          ))}
      </fieldset>
      {named && group !== undefined && (
        <button
          type="button"
          onClick={() => choose(undefined)}
          aria-label={gridTexts.column.clear(named.name, texts[group])}
          className="inline-flex h-8 min-w-0 max-w-full items-center gap-1.5 rounded-lg bg-accent-soft px-2.5 text-accent-text text-sm"
        >
          <span className="truncate">{gridTexts.column.filtered(named.name, texts[group])}</span>
          <X aria-hidden className="size-3.5 shrink-0" />
        </button>
      )}
      <p
        role="status"
        className={classNames('figures text-muted text-sm', !isFiltered && 'sr-only')}
      >
        {gridTexts.table.shown(shown, grid.rows.length)}
      </p>
      {group === 'failed' && grid.status !== 'running' && (
        <AskOpen engagementId={engagementId} grid={grid} label={gridTexts.actions.askFailed} />
      )}
    </div>
  );
}

interface GroupButtonProps {
  name: string;
  count: number | null;
  isChosen: boolean;
  onChoose: () => void;
}

function GroupButton({ name, count, isChosen, onChoose }: GroupButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={count === null ? undefined : texts.read(name, count)}
      onClick={onChoose}
      className={classNames(
        'figures h-8 whitespace-nowrap rounded-lg px-2.5 text-sm focus-visible:-outline-offset-2',
        isChosen ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:bg-hover',
      )}
    >
      {count === null ? name : texts.counted(name, count)}
    </button>
  );
}
