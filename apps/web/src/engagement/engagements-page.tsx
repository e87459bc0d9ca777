import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import {
  type EngagementFilter,
  type EngagementSummary,
  engagementListQuery,
  isDone,
  type SummarySort,
} from '../base/api/engagement-queries.ts';
import { toDayInput } from '../base/format/days.ts';
import { formatDay, formatUtcDay } from '../base/format/format.ts';
import { useSession } from '../base/session/session.ts';
import { statusTexts } from '../base/texts/common.ts';
import { engagementTexts } from '../base/texts/engagements.ts';
import { sampleTexts } from '../base/texts/new-engagement.ts';
import { Badge } from '../base/ui/badges.tsx';
import { buttonStyle, ChoiceButtons } from '../base/ui/buttons.tsx';
import { classNames } from '../base/ui/class-names.ts';
import { SearchField } from '../base/ui/fields/fields.tsx';
import { CompactSelect } from '../base/ui/fields/select.tsx';
import { Page, PageHeader } from '../base/ui/layout/page.tsx';
import { PagedList } from '../base/ui/layout/virtual-list.tsx';
import { useMedia } from '../base/ui/screen.ts';
import { ErrorState, NoMatch, SkeletonRows } from '../base/ui/states.tsx';
import { NoEngagements } from './brief/no-engagements.tsx';
import { describeState } from './describe-state.ts';

const route = getRouteApi('/shell/engagements');
const statuses = () => [
  { value: undefined, label: engagementTexts.allStatuses },
  ...(['running', 'paused', 'completed', 'failed', 'pending'] as const).map((value) => ({
    value,
    label: statusTexts.engagement[value],
  })),
];

/** Lists all engagements with search, filter and order, which are stored in the URL. */
export function EngagementsPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { has } = useSession();
  const search = useCallback(
    (q: string) => {
      void navigate({
        search: ({ q: _old, ...rest }) => (q === '' ? rest : { ...rest, q }),
        replace: true,
      });
    },
    [navigate],
  );
  const choose = (status: EngagementStatus | undefined) =>
    // Adds an entry to the browser's history, as a click on a link does.
    void navigate({ search: ({ status: _old, ...rest }) => (status ? { ...rest, status } : rest) });
  const showArchived = (archived: boolean) =>
    void navigate({
      search: ({ archived: _old, ...rest }) => (archived ? { ...rest, archived } : rest),
    });
  const sortBy = (sorting: Sorting) =>
    void navigate({ search: (old) => ({ ...old, ...sorting }), replace: true });
  const create = has('member') && (
    <Link to="/engagements/new" className={buttonStyle('primary')}>
      <Plus aria-hidden className="size-4" />
      {engagementTexts.create}
    </Link>
  );
  return (
    <Page>
      <PageHeader
        title={engagementTexts.title}
        description={engagementTexts.description}
        actions={create}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={engagementTexts.search}
          value={filter.q ?? ''}
          onSearch={search}
          className="w-full sm:w-72"
        />
        <ChoiceButtons
          label={engagementTexts.status}
          choices={statuses()}
          value={filter.status}
          onChange={choose}
        />
        <SortSelect filter={filter} onSort={sortBy} />
        <label className="flex items-center gap-2 text-muted text-sm sm:ml-auto">
          <input
            type="checkbox"
            checked={filter.archived ?? false}
            onChange={({ currentTarget }) => showArchived(currentTarget.checked)}
            className="size-4 accent-accent"
          />
          {engagementTexts.showArchived}
        </label>
      </div>
      <EngagementList filter={filter} onSort={sortBy} />
    </Page>
  );
}

const rowHeightPx = { wide: 36, narrow: 60 };

interface EngagementListProps {
  filter: EngagementFilter;
  onSort: (sort: Sorting) => void;
}

function EngagementList({ filter, onSort }: EngagementListProps) {
  const isWide = useMedia('(min-width: 64rem)');
  const list = useInfiniteQuery(engagementListQuery(filter));
  const engagements = useMemo(
    () => list.data?.pages.flatMap((page) => page.engagements) ?? [],
    [list.data],
  );
  if (list.isPending) return <SkeletonRows rows={8} />;
  if (list.isLoadingError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (engagements.length === 0)
    return isNarrowed(filter) ? (
      <NoMatch title={engagementTexts.noMatch} to="/engagements" />
    ) : (
      <NoEngagements />
    );
  const shown = columnsOf(engagements);
  return (
    <PagedList
      // The filter and the height of rows change what a scroll position means.
      resetKey={JSON.stringify([filter, isWide])}
      label={engagementTexts.listLabel}
      head={isWide && <SortHeads filter={filter} shown={shown} onSort={onSort} />}
      list={list}
      items={engagements}
      itemKey={idOf}
      rowHeightPx={isWide ? rowHeightPx.wide : rowHeightPx.narrow}
      growing
      renderItem={(engagement) => (
        <EngagementRow engagement={engagement} shown={isWide ? shown : null} />
      )}
      texts={engagementTexts}
    />
  );
}

const idOf = ({ id }: EngagementSummary) => id;
const isNarrowed = ({ q, status }: EngagementFilter) => Boolean(q || status);

/** The columns that have something in a list: names get the room of empty ones. */
interface ShownColumns {
  owner: boolean;
  due: boolean;
}

const columnsOf = (engagements: readonly EngagementSummary[]): ShownColumns => ({
  owner: engagements.some(({ owner }) => owner !== null),
  due: engagements.some(({ dueDate }) => dueDate !== null),
});

const engagementGrid = 'grid items-center gap-3 px-4';
const gridOf = ({ owner, due }: ShownColumns) => ({
  gridTemplateColumns: `minmax(0,2.5fr) minmax(0,1.5fr) minmax(0,1.6fr) ${owner ? 'minmax(0,1fr) ' : ''}${due ? '6.5rem ' : ''}7.5rem`,
});

const colours = {
  danger: 'text-danger',
  warn: 'text-warn',
  info: 'text-info',
  good: 'text-good',
  neutral: 'text-muted',
};

interface EngagementRowProps {
  engagement: EngagementSummary;
  /** Null where there is no room for columns: then the row has two lines or more. */
  shown: ShownColumns | null;
}

function EngagementRow({ engagement, shown }: EngagementRowProps) {
  const { id, name, client, owner, updatedAt } = engagement;
  const place = { to: '/engagements/$engagementId', params: { engagementId: id } } as const;
  const row = 'border-b hover:bg-hover focus-visible:-outline-offset-2';
  if (shown === null) {
    return (
      <Link {...place} className={`${row} flex min-h-15 flex-col justify-center gap-0.5 px-4 py-2`}>
        <span className="flex min-w-0 items-baseline gap-3">
          <span className="wrap-anywhere min-w-0 flex-1 font-medium">{name}</span>
          {engagement.sample && <Badge tone="accent">{sampleTexts.badge}</Badge>}
          <DueDate engagement={engagement} isLabelled />
        </span>
        <span className="flex min-w-0 items-center gap-3 text-sm">
          <State engagement={engagement} wraps />
          <span className="ml-auto min-w-0 max-w-2/5 truncate text-muted">{client}</span>
        </span>
      </Link>
    );
  }
  return (
    <Link {...place} className={`${row} ${engagementGrid} min-h-9 py-1.5`} style={gridOf(shown)}>
      <span className="flex min-w-0 items-center gap-2">
        <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
        {engagement.sample && <Badge tone="accent">{sampleTexts.badge}</Badge>}
      </span>
      <span className="truncate text-muted" title={client}>
        {client}
      </span>
      <State engagement={engagement} />
      {shown.owner && (
        <span className="truncate text-muted" title={owner?.name}>
          {owner?.name ?? engagementTexts.nobody}
        </span>
      )}
      {shown.due && <DueDate engagement={engagement} />}
      <time dateTime={updatedAt} className="figures text-muted">
        {formatDay(updatedAt)}
      </time>
    </Link>
  );
}

function State({ engagement, wraps = false }: { engagement: EngagementSummary; wraps?: boolean }) {
  const { user } = useSession();
  const { tone, text } = describeState(engagement, user.id);
  return (
    <span className={`flex min-w-0 items-center gap-2 text-sm ${colours[tone]}`} title={text}>
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className={wraps ? 'wrap-anywhere' : 'truncate'}>{text}</span>
    </span>
  );
}

function DueDate({
  engagement,
  isLabelled = false,
}: {
  engagement: EngagementSummary;
  isLabelled?: boolean;
}) {
  const { dueDate } = engagement;
  if (dueDate === null) return <span />;
  const isOverdue = !isDone(engagement) && dueDate < toDayInput(Date.now());
  const day = formatUtcDay(dueDate);
  return (
    <time
      dateTime={dueDate}
      title={isOverdue ? engagementTexts.overdue : undefined}
      className={classNames(
        'figures shrink-0 text-sm',
        isOverdue ? 'font-medium text-danger' : 'text-muted',
      )}
    >
      {isLabelled ? engagementTexts.due(day) : day}
      {isOverdue && <span className="sr-only"> {engagementTexts.overdue}</span>}
    </time>
  );
}

interface SortHeadsProps {
  filter: EngagementFilter;
  shown: ShownColumns;
  onSort: (sorting: Sorting) => void;
}

/** The heads of the columns. A click sorts by the column, and another one turns the order round. */
function SortHeads({ filter, shown, onSort }: SortHeadsProps) {
  const current = sortingOf(filter);
  return (
    <fieldset
      className={`${engagementGrid} h-9 border-b bg-canvas text-muted text-sm`}
      style={gridOf(shown)}
    >
      <legend className="sr-only">{engagementTexts.sort}</legend>
      {sortColumns
        .filter(({ sort }) => (sort === 'owner' || sort === 'due' ? shown[sort] : true))
        .map((first) => {
          const label = engagementTexts.columns[first.sort];
          const isCurrent = current.sort === first.sort;
          const turned = {
            sort: first.sort,
            order: current.order === 'asc' ? 'desc' : 'asc',
          } as const;
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

interface Sorting {
  sort: SummarySort;
  order: 'asc' | 'desc';
}

/** The columns of the list from left to right, each with the order that it sorts in at first. */
const sortColumns = [
  { sort: 'name', order: 'asc' },
  { sort: 'client', order: 'asc' },
  { sort: 'waiting', order: 'desc' },
  { sort: 'owner', order: 'asc' },
  { sort: 'due', order: 'asc' },
  { sort: 'updated', order: 'desc' },
] as const;

/** Returns the order of a list, without one in its filter that of the service. */
function sortingOf({ sort = 'updated', order }: EngagementFilter): Sorting {
  return {
    sort,
    order: order ?? sortColumns.find((column) => column.sort === sort)?.order ?? 'asc',
  };
}

const listOptions = () =>
  sortColumns.map(({ sort }) => ({
    value: sort,
    label: engagementTexts.sortBy(engagementTexts.columns[sort]),
  }));

interface SortSelectProps {
  filter: EngagementFilter;
  onSort: (sorting: Sorting) => void;
}

/**
 * Chooses the order of the list where it has no heads of columns: on a phone and in a narrow
 * window.
 */
function SortSelect({ filter, onSort }: SortSelectProps) {
  const choose = (value: string) => {
    const column = sortColumns.find(({ sort }) => sort === value);
    if (column) onSort({ sort: column.sort, order: column.order });
  };
  return (
    <div className="lg:hidden">
      <CompactSelect
        label={engagementTexts.sort}
        options={listOptions()}
        value={sortingOf(filter).sort}
        onChange={choose}
      />
    </div>
  );
}
