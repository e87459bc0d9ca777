import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId } from 'react';
import {
  type EngagementSummary,
  engagementListQuery,
  isDone,
} from '../../base/api/engagement-queries.ts';
import { toDayInput } from '../../base/format/days.ts';
import { formatUtcDay } from '../../base/format/format.ts';
import { StatusBadge } from '../../base/ui/badges.tsx';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { homeTexts } from './texts.ts';

const shownAtMost = 6;
const texts = homeTexts;

/**
 * What runs, and what is due next, beside what waits. Both appear at once, so that neither moves
 * the other.
 */
export function EngagementsAside() {
  const running = useInfiniteQuery(engagementListQuery({ status: 'running' }));
  const paused = useInfiniteQuery(engagementListQuery({ status: 'paused' }));
  const dated = useInfiniteQuery(engagementListQuery({ sort: 'due', order: 'asc' }));
  const loaded = dated.data?.pages.flatMap(({ engagements }) => engagements) ?? [];
  const due = loaded.filter((one) => one.dueDate !== null && !isDone(one));
  // Engagements that are done may have the earliest dates.
  const wantsMore = due.length < shownAtMost && loaded.at(-1)?.dueDate != null && dated.hasNextPage;
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = dated;
  useEffect(() => {
    if (wantsMore && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [wantsMore, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (!running.data || !paused.data || !dated.data) return null;
  const runs = [...listFirst(running.data), ...listFirst(paused.data)].slice(0, shownAtMost);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Part title={texts.runs.title} list={texts.runs.list} none={texts.runs.none}>
        {runs.map((one) => (
          <Row key={one.id} engagement={one}>
            <StatusBadge status={one.status} />
          </Row>
        ))}
      </Part>
      <Part title={texts.due.title} list={texts.due.list} none={texts.due.none}>
        {due.slice(0, shownAtMost).map((one) => (
          <Row key={one.id} engagement={one}>
            <DueDay day={one.dueDate ?? ''} />
          </Row>
        ))}
      </Part>
      {due.length > shownAtMost && (
        <Link
          to="/engagements"
          search={{ sort: 'due' }}
          className={`${linkStyle} self-start text-sm`}
        >
          {texts.due.all}
        </Link>
      )}
    </div>
  );
}

const listFirst = ({
  pages,
}: {
  pages: readonly { engagements: readonly EngagementSummary[] }[];
}) => pages[0]?.engagements ?? [];

interface PartProps {
  title: string;
  list: string;
  none: string;
  children: readonly ReactNode[];
}

function Part({ title, list, none, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul aria-label={list} className="divide-y overflow-hidden rounded-xl border">
          {children}
        </ul>
      )}
    </section>
  );
}

function Row({
  engagement: { id, name, client },
  children,
}: {
  engagement: EngagementSummary;
  children: ReactNode;
}) {
  return (
    <li>
      <Link
        to="/engagements/$engagementId"
        params={{ engagementId: id }}
        className="flex flex-col gap-0.5 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="wrap-anywhere font-medium">{name}</span>
        <span className="flex items-center justify-between gap-3 text-muted text-sm">
          <span className="truncate">{client}</span>
          {children}
        </span>
      </Link>
    </li>
  );
}

function DueDay({ day }: { day: string }) {
  const isOverdue = day < toDayInput(Date.now());
  return (
    <time
      dateTime={day}
      className={classNames('figures shrink-0', isOverdue && 'font-medium text-danger')}
    >
      {formatUtcDay(day)}
      {isOverdue && ` · ${texts.due.overdue}`}
    </time>
  );
}
