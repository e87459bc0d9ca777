import { Link } from '@tanstack/react-router';
import { describeState } from '../../domain/engagements/describe-state.ts';
import type { EngagementSummary } from '../../domain/engagements/queries.ts';
import { toDayInput } from '../../format/day-bounds.ts';
import { formatDay, formatUtcDay } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { sampleTexts } from '../../texts/en/start-engagement.ts';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/states/badge.tsx';

/** Columns of the list and of its heads in a wide window. */
export const engagementGrid =
  'grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,2.5fr)_minmax(0,1fr)_6.5rem_6.5rem] items-center gap-3 px-4';

const colours = {
  danger: 'text-danger',
  warn: 'text-warn',
  info: 'text-info',
  good: 'text-good',
  neutral: 'text-muted',
};

interface EngagementRowProps {
  engagement: EngagementSummary;
  /** Whether there is room for all columns; else the row has two lines. */
  isWide: boolean;
}

/** One engagement in the list. The whole row is a link. */
export function EngagementRow({ engagement, isWide }: EngagementRowProps) {
  const { id, name, client, owner, updatedAt } = engagement;
  const place = { to: '/engagements/$engagementId', params: { engagementId: id } } as const;
  const row = 'h-full border-b hover:bg-hover focus-visible:-outline-offset-2';
  if (!isWide) {
    return (
      <Link {...place} className={`${row} flex flex-col justify-center gap-0.5 px-4`}>
        <span className="flex min-w-0 items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          {engagement.sample && <Badge tone="accent">{sampleTexts.badge}</Badge>}
          <DueDate engagement={engagement} isLabelled />
        </span>
        <span className="flex min-w-0 items-center gap-3 text-sm">
          <State engagement={engagement} />
          <span className="ml-auto min-w-0 max-w-2/5 truncate text-muted">{client}</span>
        </span>
      </Link>
    );
  }
  return (
    <Link {...place} className={`${row} ${engagementGrid}`}>
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium" title={name}>
          {name}
        </span>
        {engagement.sample && <Badge tone="accent">{sampleTexts.badge}</Badge>}
      </span>
      <span className="truncate text-muted" title={client}>
        {client}
      </span>
      <State engagement={engagement} />
      <span className="truncate text-muted" title={owner?.name}>
        {owner?.name ?? engagementTexts.nobody}
      </span>
      <DueDate engagement={engagement} />
      <time dateTime={updatedAt} className="figures text-muted">
        {formatDay(updatedAt)}
      </time>
    </Link>
  );
}

function State({ engagement }: { engagement: EngagementSummary }) {
  const { user } = useSession();
  const { tone, text } = describeState(engagement, user.id);
  return (
    <span className={`flex min-w-0 items-center gap-2 text-sm ${colours[tone]}`} title={text}>
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className="truncate">{text}</span>
    </span>
  );
}

function DueDate({ engagement, isLabelled = false }: { engagement: EngagementSummary; isLabelled?: boolean }) {
  const { dueDate, status, waiting } = engagement;
  if (dueDate === null) return <span />;
  const isDone = status === 'completed' && Object.values(waiting).every((count) => count === 0);
  const isOverdue = !isDone && dueDate < toDayInput(Date.now());
  const day = formatUtcDay(dueDate);
  return (
    <time
      dateTime={dueDate}
      title={isOverdue ? engagementTexts.overdue : undefined}
      className={classNames('figures shrink-0 text-sm', isOverdue ? 'font-medium text-danger' : 'text-muted')}
    >
      {isLabelled ? engagementTexts.due(day) : day}
      {isOverdue && <span className="sr-only"> {engagementTexts.overdue}</span>}
    </time>
  );
}
