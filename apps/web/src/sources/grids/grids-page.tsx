import type { GridListItem } from '@ecp/contract/work/grids';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Grid3x3, Plus } from 'lucide-react';
import { formatUsd } from '../../base/format/format.ts';
import { listed } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { Badge, ProgressBar, TimeAgo } from '../../base/ui/badges.tsx';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { attachmentsQuery } from '../../shared/attachments/upload-queue.ts';
import { gridTones, groupOf } from './cells.ts';
import { gridsQuery } from './grid-queries.ts';
import { type CellGroup, cellGroups } from './grid-search.ts';
import { gridTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/grids');

/** The grids of an engagement, newest first. */
export function GridsPage() {
  const { engagementId } = route.useParams();
  const mayCreate = useSession().has('member');
  const { data, error, isLoadingError, refetch } = useQuery(gridsQuery(engagementId));
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} className="h-20 w-full" />;
  if (data.length === 0) return <NoGrids engagementId={engagementId} />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-muted">{gridTexts.description}</p>
        {mayCreate && <NewGridLink engagementId={engagementId} />}
      </div>
      <ul
        aria-label={gridTexts.list.label}
        className="divide-y overflow-hidden rounded-xl border bg-surface"
      >
        {data.map((grid) => (
          <GridItem key={grid.id} engagementId={engagementId} grid={grid} />
        ))}
      </ul>
    </div>
  );
}

function NewGridLink({ engagementId }: { engagementId: string }) {
  return (
    <Link
      to="/engagements/$engagementId/grids/new"
      params={{ engagementId }}
      className={buttonStyle('primary')}
    >
      <Plus aria-hidden className="size-4" />
      {gridTexts.list.create}
    </Link>
  );
}

function NoGrids({ engagementId }: { engagementId: string }) {
  const mayCreate = useSession().has('member');
  const { data: files } = useQuery(attachmentsQuery(engagementId));
  const texts = gridTexts.empty;
  const hasFiles = files === undefined || files.length > 0;
  const toFiles = (
    <Link
      to="/engagements/$engagementId/attachments"
      params={{ engagementId }}
      className={buttonStyle()}
    >
      {texts.toFiles}
    </Link>
  );
  return (
    <EmptyState
      icon={Grid3x3}
      title={texts.title}
      action={mayCreate && (hasFiles ? <NewGridLink engagementId={engagementId} /> : toFiles)}
    >
      <p>{texts.advice}</p>
      {(!hasFiles || !mayCreate) && (
        <p className="mt-2">{mayCreate ? texts.noFiles : texts.viewer}</p>
      )}
    </EmptyState>
  );
}

function GridItem({ engagementId, grid }: { engagementId: string; grid: GridListItem }) {
  const { id, title, status, columns, files, cost, createdAt, createdBy } = grid;
  const counts = countByGroup(grid);
  const total = columns * files;
  const asked = total - counts.waiting;
  const said = cellGroups
    .filter((group) => counts[group] > 0 && group !== 'waiting')
    .map((group) => gridTexts.group.counted(gridTexts.group[group], counts[group]));
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to="/engagements/$engagementId/grids/$gridId"
            params={{ engagementId, gridId: id }}
            className="wrap-anywhere min-w-0 font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {title}
          </Link>
          <Badge tone={gridTones[status]} dot>
            {gridTexts.status[status]}
          </Badge>
        </div>
        <p className="figures text-muted text-sm">
          {gridTexts.list.size(files, columns)}
          {said.length > 0 && ` · ${listed(said)}`}
        </p>
      </div>
      {status !== 'completed' && (
        <div className="flex w-52 items-center gap-3">
          <ProgressBar label={gridTexts.progress.label} value={total === 0 ? 0 : asked / total} />
          <span className="figures whitespace-nowrap text-muted text-sm">
            {gridTexts.progress.of(asked, total)}
          </span>
        </div>
      )}
      <p className="figures text-muted text-sm sm:w-44 sm:text-right">
        {cost > 0 && `${formatUsd(cost)} · `}
        <TimeAgo at={createdAt} />
        <span className="block truncate">{gridTexts.list.by(createdBy.name)}</span>
      </p>
    </li>
  );
}

function countByGroup({ cells }: Pick<GridListItem, 'cells'>): Record<CellGroup, number> {
  const counts = Object.fromEntries(cellGroups.map((group) => [group, 0])) as Record<
    CellGroup,
    number
  >;
  for (const state of Object.keys(cells) as (keyof typeof cells)[])
    counts[groupOf({ state })] += cells[state];
  return counts;
}
