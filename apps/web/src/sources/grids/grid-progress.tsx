import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleStop, Play, TriangleAlert } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import { formatUsd } from '../../base/format/format.ts';
import { sentences } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { ProgressBar } from '../../base/ui/badges.tsx';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import type { Grid } from './cells.ts';
import { gridQuery, keepGrid } from './grid-queries.ts';
import { gridTexts } from './texts.ts';

interface GridProgressProps {
  engagement: EngagementDetail;
  grid: Grid;
}

/** Shows how far a working grid is, or why it has stopped. Renders nothing for a complete one. */
export function GridProgress({ engagement, grid }: GridProgressProps) {
  const { progress, status } = grid;
  if (status === 'running') return <Working engagementId={engagement.id} grid={grid} />;
  if (status === 'completed' || progress.asked >= progress.total) return null;
  return <Stopped engagement={engagement} grid={grid} />;
}

/** Says how large a grid is, and what it has cost. */
export function GridSize({ grid: { rows, columns, cost } }: { grid: Grid }) {
  return (
    <span className="figures text-muted text-sm">
      {gridTexts.list.size(rows.length, columns.length)}
      {cost > 0 && ` · ${formatUsd(cost)}`}
    </span>
  );
}

const texts = gridTexts.progress;

function Working({ engagementId, grid }: { engagementId: string; grid: Grid }) {
  const { asked, total } = grid.progress;
  const mayStop = useSession().has('member');
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.stopGrid({ id: engagementId, gridId: grid.id }),
    onSuccess(stopped) {
      keepGrid(queryClient, engagementId, stopped);
      showDoneToast(gridTexts.actions.stopped);
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="w-40 max-sm:flex-1">
        <ProgressBar label={texts.label} value={total === 0 ? 0 : asked / total} />
      </div>
      <p className="figures text-sm">{texts.of(asked, total)}</p>
      {mayStop && (
        <Button icon={CircleStop} size="small" busy={stop.isPending} onClick={() => stop.mutate()}>
          {gridTexts.actions.stop}
        </Button>
      )}
    </div>
  );
}

function Stopped({ engagement, grid }: GridProgressProps) {
  const { asked, total } = grid.progress;
  const reason = grid.failureReason ?? (grid.status === 'failed' ? 'internal_error' : 'person');
  const said = gridTexts.stoppedFor[reason];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="figures min-w-40 flex-1">
        <span className="font-medium">{said.title}</span>{' '}
        {sentences([gridTexts.waiting(total - asked), 'advice' in said && said.advice])}{' '}
        {reason === 'budget_exceeded' && (
          <Link
            to="/engagements/$engagementId/edit"
            params={{ engagementId: engagement.id }}
            className={linkStyle}
          >
            {gridTexts.stoppedFor.budget_exceeded.raise}
          </Link>
        )}
      </p>
      <AskOpen engagementId={engagement.id} grid={grid} label={gridTexts.actions.goOn} />
    </div>
  );
}

interface AskOpenProps {
  engagementId: string;
  grid: Grid;
  label: string;
}

/**
 * Asks all cells that wait or have no answer. The service does so when one of them is asked anew.
 */
export function AskOpen({ engagementId, grid, label }: AskOpenProps) {
  const mayAsk = useSession().has('member');
  const queryClient = useQueryClient();
  const open = findOpen(grid);
  const ask = useMutation({
    mutationFn: (cell: { attachmentId: string; column: string }) =>
      api.editGridCell({ id: engagementId, gridId: grid.id, ...cell, value: null, ask: true }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: gridQuery(engagementId, grid.id).queryKey }),
  });
  if (!mayAsk || !open) return null;
  return (
    <Button icon={Play} size="small" busy={ask.isPending} onClick={() => ask.mutate(open)}>
      {label}
    </Button>
  );
}

function findOpen({ rows, columns }: Grid): { attachmentId: string; column: string } | undefined {
  for (const { attachmentId, cells } of rows) {
    const column =
      columns[cells.findIndex(({ state }) => state === 'waiting' || state === 'failed')];
    if (column) return { attachmentId, column: column.id };
  }
  return undefined;
}
