import type { Run } from '@ecp/contract/work/runs';
import { formatDuration, formatMoment, formatTokens, formatUsd } from '../../format/format.ts';
import { runTexts } from '../../texts/en/run.ts';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';

const { title, caption, columns: names, running } = runTexts.earlier;

const durationOf = ({ startedAt, finishedAt }: Run) =>
  finishedAt === null ? running : formatDuration(Date.parse(finishedAt) - Date.parse(startedAt));

const columns: Column<Run>[] = [
  { title: names.started, cell: ({ startedAt }) => <time dateTime={startedAt}>{formatMoment(startedAt)}</time> },
  { title: names.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { title: names.duration, numeric: true, wideOnly: true, cell: durationOf },
  { title: names.cost, numeric: true, cell: ({ estimatedCost }) => formatUsd(estimatedCost) },
  {
    title: names.tokens,
    numeric: true,
    wideOnly: true,
    cell: ({ inputTokens, outputTokens }) => formatTokens(inputTokens + outputTokens),
  },
  { title: names.note, wideOnly: true, cell: ({ error }) => <span className="text-muted">{error ?? ''}</span> },
];

/** Lists the runs before the latest one. Renders nothing if there are none. */
export function EarlierRuns({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="earlier-runs" className="flex flex-col gap-3">
      <h2 id="earlier-runs" className="font-semibold">
        {title}
      </h2>
      <Table caption={caption} columns={columns} rows={runs} rowKey={({ id }) => id} />
    </section>
  );
}
