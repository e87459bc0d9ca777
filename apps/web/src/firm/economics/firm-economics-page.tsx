import type { EconomicsFigures, FirmEconomics } from '@ecp/contract/work/economics';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Calculator, Download } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import { saveDownload } from '../../base/api/save-download.ts';
import { formatCount, formatMonth, formatShare, formatUsd } from '../../base/format/format.ts';
import { ForRole } from '../../base/session/for-role.tsx';
import { Button, buttonStyle, linkStyle } from '../../base/ui/buttons.tsx';
import { FigureTiles } from '../../base/ui/charts/bars.tsx';
import { CompactSelect } from '../../base/ui/fields/select.tsx';
import { Page, PageHeader } from '../../base/ui/layout/page.tsx';
import { type Column, Table } from '../../base/ui/layout/table.tsx';
import { Tabs } from '../../base/ui/layout/tabs.tsx';
import { EmptyState, ErrorState, SkeletonRows, Warning } from '../../base/ui/states.tsx';
import { formatAmount, formatHours } from './amounts.ts';
import { firmEconomicsQuery } from './economics-queries.ts';
import { type FirmEconomicsSearch, type FirmTable, firmTables } from './firm-economics-search.ts';
import { economicsTexts, firmEconomicsTexts as texts } from './texts.ts';

const route = getRouteApi('/shell/economics');

/** What the firm's engagements bring in and cost, by client, month and person. For admins. */
export function FirmEconomicsPage() {
  return (
    <Page wide>
      <ForRole needs="admin">
        <EconomicsOfFirm />
      </ForRole>
    </Page>
  );
}

function EconomicsOfFirm() {
  const search = route.useSearch();
  const { by: _, ...range } = search;
  const firm = useQuery(firmEconomicsQuery(range));
  return (
    <>
      <PageHeader
        title={texts.title}
        description={<p>{texts.description}</p>}
        actions={<RangeSelects search={search} />}
      />
      {firm.isLoadingError && <ErrorState error={firm.error} onRetry={() => void firm.refetch()} />}
      {firm.isPending && <SkeletonRows rows={3} className="h-32 w-full" />}
      {firm.data && <Figures firm={firm.data} search={search} />}
    </>
  );
}

/** Months that can be chosen, the present one first. */
const chosenMonths = 36;

function RangeSelects({ search }: { search: FirmEconomicsSearch }) {
  const navigate = route.useNavigate();
  const now = new Date();
  const months = Array.from({ length: chosenMonths }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7);
    return { value: month, label: nameMonth(month) };
  });
  const choose = (end: 'from' | 'to') => (value: string) => {
    const { [end]: _before, ...rest } = search;
    void navigate({ search: value === '' ? rest : { ...rest, [end]: value }, resetScroll: false });
  };
  return (
    <>
      <CompactSelect
        label={texts.from}
        options={[{ value: '', label: texts.start }, ...months]}
        value={search.from ?? ''}
        onChange={choose('from')}
      />
      <CompactSelect
        label={texts.to}
        options={[{ value: '', label: texts.end }, ...months]}
        value={search.to ?? ''}
        onChange={choose('to')}
      />
    </>
  );
}

const nameMonth = (month: string): string => formatMonth(new Date(`${month}-02T00:00:00`));

function Figures({ firm, search }: { firm: FirmEconomics; search: FirmEconomicsSearch }) {
  const navigate = route.useNavigate();
  const entered = firm.totals.filter(({ currency }) => currency !== null);
  const idle = firm.totals.find(({ currency }) => currency === null);
  const isNarrowed = search.from !== undefined || search.to !== undefined;
  if (entered.length === 0 && !idle) {
    return isNarrowed ? <p className="text-muted">{texts.none}</p> : <NoEconomics />;
  }
  const by = search.by ?? 'clients';
  const show = (table: string) =>
    void navigate({ search: { ...search, by: table as FirmTable }, resetScroll: false });
  return (
    <>
      {entered.length === 0 && <NoEconomics />}
      {entered.map((sums) => (
        <section key={sums.currency} className="flex flex-col gap-2">
          <h2 className="font-semibold">{texts.totals(sums.currency ?? '')}</h2>
          <Totals sums={sums} />
        </section>
      ))}
      {idle && (
        <div className="flex flex-wrap items-center gap-3">
          <Warning>{texts.withoutFee(idle.engagements, formatUsd(idle.aiCostUsd))}</Warning>
          {by !== 'engagements' && (
            <Button size="small" onClick={() => show('engagements')}>
              {texts.show}
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-col gap-3">
        <div className="flex justify-end">
          <DownloadButton search={search} content={by} />
        </div>
        <Tabs
          label={texts.by}
          value={by}
          onChange={show}
          tabs={firmTables.map((value) => ({
            value,
            label: texts.tabs[value],
            content: <FirmTableOf table={value} firm={firm} />,
          }))}
        />
      </div>
    </>
  );
}

function NoEconomics() {
  const open = (
    <Link to="/engagements" search={{}} className={buttonStyle()}>
      {texts.empty.action}
    </Link>
  );
  return (
    <EmptyState icon={Calculator} title={texts.empty.title} action={open}>
      {texts.empty.advice}
    </EmptyState>
  );
}

function DownloadButton({
  search: { from, to },
  content,
}: {
  search: FirmEconomicsSearch;
  content: FirmTable;
}) {
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const download = useMutation({
    mutationFn: async () =>
      saveDownload(
        await api.exportFirmEconomics({ ...range, content }),
        `economics-${content}.csv`,
      ),
  });
  return (
    <Button
      icon={Download}
      size="small"
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {texts.download}
    </Button>
  );
}

function Totals({ sums }: { sums: EconomicsFigures }) {
  const { columns } = texts;
  const currency = sums.currency ?? '';
  const share = sums.margin === null || sums.revenue === 0 ? null : sums.margin / sums.revenue;
  return (
    <FigureTiles
      tiles={[
        {
          label: columns.revenue,
          value: formatAmount(sums.revenue, currency),
          note: texts.count(sums.engagements),
        },
        {
          label: columns.hoursCost,
          value: formatAmount(sums.hoursCost, currency),
          note: economicsTexts.figures.spent(formatHours(sums.hours)),
        },
        { label: columns.otherCosts, value: formatAmount(sums.otherCosts, currency) },
        {
          label: columns.aiCost,
          value: formatAiCost(sums),
          note: currency !== 'USD' && formatUsd(sums.aiCostUsd),
        },
        {
          label: columns.margin,
          value: <Margin sums={sums} />,
          note:
            sums.margin === null
              ? texts.noRate
              : share !== null && economicsTexts.figures.share(formatShare(share)),
        },
      ]}
    />
  );
}

const none = '–';

const formatAiCost = ({ aiCost, aiCostUsd, currency }: EconomicsFigures): string =>
  aiCost === null || currency === null ? formatUsd(aiCostUsd) : formatAmount(aiCost, currency);

function Margin({ sums: { margin, currency } }: { sums: EconomicsFigures }) {
  if (margin === null || currency === null) return <span title={texts.noRate}>{none}</span>;
  return (
    <span className={margin < 0 ? 'text-danger' : undefined}>{formatAmount(margin, currency)}</span>
  );
}

function sumColumns<Row extends EconomicsFigures>(): Column<Row>[] {
  const { columns } = texts;
  const money = (row: Row, amount: number) =>
    row.currency === null ? none : formatAmount(amount, row.currency);
  return [
    {
      title: columns.revenue,
      numeric: true,
      cell: (row) =>
        row.currency === null ? (
          <span className="text-muted">{texts.notEntered}</span>
        ) : row.withoutFee === row.engagements ? (
          <span className="text-muted">{texts.noFee}</span>
        ) : (
          money(row, row.revenue)
        ),
    },
    {
      title: columns.hours,
      numeric: true,
      wideOnly: true,
      cell: ({ hours, currency }) => (currency === null ? none : formatHours(hours)),
    },
    {
      title: columns.hoursCost,
      numeric: true,
      wideOnly: true,
      cell: (row) => money(row, row.hoursCost),
    },
    {
      title: columns.otherCosts,
      numeric: true,
      wideOnly: true,
      cell: (row) => money(row, row.otherCosts),
    },
    { title: columns.aiCost, numeric: true, wideOnly: true, cell: formatAiCost },
    { title: columns.margin, numeric: true, cell: (row) => <Margin sums={row} /> },
  ];
}

function FirmTableOf({ table, firm }: { table: FirmTable; firm: FirmEconomics }) {
  const { columns, tabs } = texts;
  if (firm[table].length === 0) return <p className="text-muted">{texts.none}</p>;
  if (table === 'clients') {
    return (
      <Table
        caption={tabs.clients}
        columns={[{ title: columns.client, cell: ({ client }) => client }, ...sumColumns()]}
        rows={firm.clients}
        rowKey={({ client, currency }) => `${client} ${currency}`}
      />
    );
  }
  if (table === 'months') {
    return (
      <Table
        caption={tabs.months}
        columns={[{ title: columns.month, cell: ({ month }) => nameMonth(month) }, ...sumColumns()]}
        rows={firm.months}
        rowKey={({ month, currency }) => `${month} ${currency}`}
      />
    );
  }
  if (table === 'engagements') {
    return (
      <Table
        caption={tabs.engagements}
        columns={[
          {
            title: columns.engagement,
            cell: ({ id, name }) => (
              <Link
                to="/engagements/$engagementId/economics"
                params={{ engagementId: id }}
                className={linkStyle}
              >
                {name}
              </Link>
            ),
          },
          { title: columns.client, wideOnly: true, cell: ({ client }) => client },
          ...sumColumns<FirmEconomics['engagements'][number]>(),
        ]}
        rows={firm.engagements.slice(0, shownEngagements)}
        rowKey={({ id }) => id}
      />
    );
  }
  return (
    <Table
      caption={tabs.persons}
      columns={[
        { title: columns.person, cell: ({ person }) => person },
        {
          title: columns.engagements,
          numeric: true,
          cell: ({ engagements }) => formatCount(engagements),
        },
        { title: columns.hours, numeric: true, cell: ({ hours }) => formatHours(hours) },
        {
          title: columns.hoursCost,
          numeric: true,
          cell: (row) => formatAmount(row.hoursCost, row.currency),
        },
      ]}
      rows={firm.persons}
      rowKey={({ userId, currency }) => `${userId} ${currency}`}
    />
  );
}

/** Rows of the table; the file has all. */
const shownEngagements = 300;
