import type { EngagementFilter } from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { CompactSelect } from '../../ui/fields/compact-select.tsx';
import { type Sorting, sortColumns, sortingOf } from './sorting.ts';

const options = sortColumns.map(({ sort, label }) => ({ value: sort, label: engagementTexts.sortBy(label) }));

interface SortSelectProps {
  filter: EngagementFilter;
  onSort: (sorting: Sorting) => void;
}

/** Chooses the order of the list where it has no heads of columns: on a phone and in a narrow window. */
export function SortSelect({ filter, onSort }: SortSelectProps) {
  const choose = (value: string) => {
    const column = sortColumns.find(({ sort }) => sort === value);
    if (column) onSort({ sort: column.sort, order: column.order });
  };
  return (
    <div className="lg:hidden">
      <CompactSelect label={engagementTexts.sort} options={options} value={sortingOf(filter).sort} onChange={choose} />
    </div>
  );
}
