import type { Engagement } from '@ecp/contract/work/engagements';
import { Link } from '@tanstack/react-router';
import { formatDay, formatUsd } from '../../format/format.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';

/** Columns of the list and its header. */
export const engagementGrid =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 px-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_8rem_4rem_6rem_7.5rem]';

/** One engagement in the list. The whole row is a link. */
export function EngagementRow({ engagement }: { engagement: Engagement }) {
  const { id, name, client, status, tasks, budget, createdAt, archivedAt } = engagement;
  return (
    <Link
      to="/engagements/$engagementId"
      params={{ engagementId: id }}
      className={`${engagementGrid} h-full border-b hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-muted text-sm md:hidden">{client}</span>
      </span>
      <span className="hidden truncate text-muted md:block">{client}</span>
      <span className="flex flex-wrap gap-1">
        {archivedAt ? <Badge>{engagementTexts.archived}</Badge> : <StatusBadge status={status} />}
      </span>
      <span className="figures hidden text-right text-muted md:block">{tasks.length}</span>
      <span className="figures hidden text-right md:block">{formatUsd(budget)}</span>
      <time dateTime={createdAt} className="figures hidden text-right text-muted md:block">
        {formatDay(createdAt)}
      </time>
    </Link>
  );
}
