import type { AnalyzedEngagement } from '@ecp/contract/reach/insights';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { api } from '../../../base/api/client.ts';
import { toDayInput } from '../../../base/format/days.ts';
import {
  formatCount,
  formatDecimal,
  formatUsd,
  formatUtcDay,
} from '../../../base/format/format.ts';
import { linkStyle } from '../../../base/ui/buttons.tsx';
import { BarList } from '../../../base/ui/charts/bars.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { CompactSelect } from '../../../base/ui/fields/select.tsx';
import { Page, PageHeader, Section } from '../../../base/ui/layout/page.tsx';
import { type Column, Table } from '../../../base/ui/layout/table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import type { InsightsSearch } from './insights-search.ts';
import { type Figure, figures } from './insights-search.ts';
import { belongs, countBy, type OwnerFigures, stateOf, sumUp } from './owner-figures.ts';
import { firmAnalyticsTexts as texts } from './texts.ts';

const route = getRouteApi('/shell/analytics');

/**
 * Answers an owner's questions about all engagements of a period. Each figure lists its engagements
 * below.
 */
export function FirmAnalyticsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const analytics = useQuery(analyticsQuery(search.days));
  const periods = Object.entries(texts.periods).map(([value, label]) => ({ value, label }));
  const choose = (value: string) => {
    const { days: _before, ...rest } = search;
    void navigate({
      search: value === 'all' ? rest : { ...rest, days: Number(value) },
      resetScroll: false,
    });
  };
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={<p>{texts.description}</p>}
        actions={
          <CompactSelect
            label={texts.period}
            options={periods}
            value={search.days === undefined ? 'all' : String(search.days)}
            onChange={choose}
          />
        }
      />
      {analytics.isLoadingError && (
        <ErrorState error={analytics.error} onRetry={() => void analytics.refetch()} />
      )}
      {analytics.isPending && <SkeletonRows rows={3} className="h-32 w-full" />}
      {analytics.data && <Figures engagements={analytics.data} search={search} />}
    </Page>
  );
}

interface FiguresProps {
  engagements: readonly AnalyzedEngagement[];
  search: InsightsSearch;
}

function Figures({ engagements, search }: FiguresProps) {
  if (engagements.length === 0) {
    return (
      <EmptyState icon={ChartColumn} title={texts.empty.title}>
        {texts.empty.advice}
      </EmptyState>
    );
  }
  const today = toDayInput(Date.now());
  const shown = engagements.filter((one) => belongs(one, search, today));
  const { days, ...filter } = search;
  return (
    <>
      <Tiles sums={sumUp(engagements, today)} search={search} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title={texts.byState}>
          <CountBars
            label={texts.byState}
            counts={countBy(engagements, stateOf)}
            nameOf={(state) => texts.states[state]}
            searchOf={(status) => ({ ...(days === undefined ? {} : { days }), status })}
          />
        </Section>
        <Section title={texts.byClient}>
          <CountBars
            label={texts.byClient}
            counts={countBy(engagements, ({ client }) => client).slice(0, mostBars)}
            nameOf={(client) => client}
            searchOf={(client) => ({ ...(days === undefined ? {} : { days }), client })}
          />
        </Section>
      </div>
      <Section
        title={`${describeFilter(search)} (${formatCount(shown.length)})`}
        actions={
          Object.keys(filter).length > 0 && (
            <Link
              to="/analytics"
              search={days === undefined ? {} : { days }}
              resetScroll={false}
              className={linkStyle}
            >
              {texts.list.all}
            </Link>
          )
        }
      >
        <Table
          caption={texts.list.title}
          columns={columns()}
          rows={shown}
          rowKey={({ id }) => id}
        />
      </Section>
    </>
  );
}

function describeFilter({ figure, status, client }: InsightsSearch): string {
  if (client !== undefined) return client;
  if (status !== undefined) return texts.states[status];
  return texts.figures[figure ?? 'all'];
}

/** Greatest number of bars. The list below has all engagements. */
const mostBars = 10;

function Tiles({ sums, search }: { sums: OwnerFigures; search: InsightsSearch }) {
  const values = describeFigures(sums);
  const { days } = search;
  return (
    <ul
      aria-label={texts.figuresLabel}
      className="flex flex-wrap gap-px overflow-hidden rounded-xl border bg-line"
    >
      {figures.map((figure) => {
        const { value, note } = values[figure];
        const isShown = search.figure === figure;
        return (
          <li key={figure} className="min-w-0 flex-1 basis-32 bg-surface">
            <Link
              to="/analytics"
              search={{ ...(days === undefined ? {} : { days }), figure }}
              resetScroll={false}
              aria-current={isShown || undefined}
              className={classNames(
                'block h-full px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2',
                isShown && 'bg-accent-soft',
              )}
            >
              <span className="block text-muted text-sm">{texts.figures[figure]}</span>
              <span className="figures mt-0.5 block font-semibold text-xl tracking-tight">
                {value}
              </span>
              <span className="figures mt-0.5 block text-muted text-sm">{note}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function describeFigures(sums: OwnerFigures): Record<Figure, { value: string; note: string }> {
  const { notes } = texts;
  const { medianHours, revisionsPerDocument: revisions } = sums;
  return {
    all: { value: formatCount(sums.engagements), note: notes.runs(sums.runs) },
    due: { value: formatCount(sums.due), note: notes.due },
    late: { value: formatCount(sums.late), note: notes.late },
    spent: { value: formatUsd(sums.spent), note: notes.left(formatUsd(sums.left)) },
    approved: { value: formatHours(medianHours), note: notes.approved },
    revised: {
      value: revisions === null ? none : formatDecimal(revisions),
      note: notes.revised(sums.documents),
    },
    decided: { value: formatCount(sums.clientApproved), note: notes.decided(sums.clientRejected) },
  };
}

/** Stands for a figure that there is not yet. */
const none = '–';
const longHours = 72;

function formatHours(hours: number | null): string {
  if (hours === null) return none;
  return hours < longHours
    ? texts.hours(formatDecimal(hours))
    : texts.days(formatDecimal(hours / 24));
}

interface CountBarsProps<Name extends string> {
  label: string;
  counts: readonly { name: Name; count: number; spent: number }[];
  nameOf: (name: Name) => string;
  searchOf: (name: Name) => InsightsSearch;
}

/** The row clips its content, so the focus ring lies inside. */
const barLinkStyle = `${linkStyle} px-0.5 focus-visible:-outline-offset-2`;

function CountBars<Name extends string>({ label, counts, nameOf, searchOf }: CountBarsProps<Name>) {
  return (
    <BarList
      label={label}
      bars={counts.map(({ name, count, spent }) => ({
        key: name,
        label: (
          <Link
            to="/analytics"
            search={searchOf(name)}
            resetScroll={false}
            className={barLinkStyle}
          >
            {nameOf(name)}
          </Link>
        ),
        value: count,
        text: formatCount(count),
        ...(spent > 0 ? { note: formatUsd(spent) } : {}),
      }))}
    />
  );
}

const { columns: titles, ...cells } = texts.list;

const columns = (): Column<AnalyzedEngagement>[] => [
  {
    title: titles.name,
    cell: ({ id, name }) => (
      <Link to="/engagements/$engagementId" params={{ engagementId: id }} className={linkStyle}>
        {name}
      </Link>
    ),
  },
  { title: titles.client, cell: ({ client }) => client, wideOnly: true },
  { title: titles.state, cell: (engagement) => texts.states[stateOf(engagement)] },
  { title: titles.due, cell: (engagement) => <DueDay engagement={engagement} />, wideOnly: true },
  {
    title: titles.money,
    cell: ({ spent, budget }) => cells.money(formatUsd(spent), formatUsd(budget)),
    numeric: true,
    wideOnly: true,
  },
  {
    title: titles.approved,
    cell: ({ approvedDocuments, documents }) => cells.approved(approvedDocuments, documents),
    numeric: true,
  },
  {
    title: titles.hours,
    cell: ({ hoursToApproval }) => formatHours(hoursToApproval),
    numeric: true,
    wideOnly: true,
  },
  {
    title: titles.decided,
    cell: ({ clientDecisions: { approved, rejected } }) => cells.decided(approved, rejected),
    wideOnly: true,
  },
];

function DueDay({ engagement }: { engagement: AnalyzedEngagement }) {
  const { dueDate } = engagement;
  if (dueDate === null) return null;
  const isLate = belongs(engagement, { figure: 'late' }, toDayInput(Date.now()));
  return (
    <time dateTime={dueDate} className={classNames('figures', isLate && 'font-medium text-danger')}>
      {formatUtcDay(dueDate)}
      {isLate && <span className="sr-only"> {texts.figures.late}</span>}
    </time>
  );
}

const dayMs = 86_400_000;

/** The engagements that began in the last days; all without a number. */
const analyticsQuery = (days: number | undefined) =>
  queryOptions({
    queryKey: ['analytics', days ?? 'all'],
    queryFn: async ({ signal }) => {
      const period =
        days === undefined ? {} : { from: new Date(Date.now() - days * dayMs).toISOString() };
      return (await api.getAnalytics(period, { signal })).engagements;
    },
  });
