import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheckBig, CircleHelp, FileCheck, MessageSquare, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { hasEngagementsQuery } from '../../base/api/engagement-queries.ts';
import {
  type QueueFilter,
  type QueueItem,
  queueCountQuery,
  queueQuery,
  sumOf,
} from '../../base/api/waiting-queries.ts';
import { nameDocument } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { signOffTexts } from '../../base/texts/sign-off.ts';
import { TimeAgo } from '../../base/ui/badges.tsx';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { stepThrough, usePageShortcuts } from '../../base/ui/keys.tsx';
import { PagedList } from '../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { NoEngagements } from '../../engagement/brief/no-engagements.tsx';
import { queueTexts } from './texts.ts';

const rowHeightPx = 60;

/** The items that match the filter, oldest first. More load on scrolling. */
export function QueueList({ filter }: { filter: QueueFilter }) {
  useQueueKeys();
  const list = useInfiniteQuery(queueQuery(filter));
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  if (list.isPending) return <SkeletonRows rows={8} />;
  if (list.isLoadingError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (items.length === 0) return <NothingWaits filter={filter} />;
  return (
    <PagedList
      resetKey={JSON.stringify(filter)}
      label={queueTexts.listLabel}
      list={list}
      items={items}
      itemKey={keyOf}
      rowHeightPx={rowHeightPx}
      renderItem={(item) => <QueueRow item={item} />}
      texts={queueTexts}
    />
  );
}

const keyOf = ({
  engagementId,
  filename,
  version,
  questionId,
  commentId,
  runId,
}: QueueItem): string => [engagementId, filename, version, questionId, commentId, runId].join(' ');

const icons = {
  review: FileCheck,
  question: CircleHelp,
  comment: MessageSquare,
  failed_run: TriangleAlert,
};

/**
 * One item of the queue: what it is, and below it where and what to do. The whole row is a link.
 */
function QueueRow({ item }: { item: QueueItem }) {
  const Icon = icons[item.kind];
  const tone = item.kind === 'failed_run' ? 'text-danger' : 'text-muted';
  const title = titleOf(item);
  return (
    <QueueLink
      item={item}
      className="flex h-full items-center gap-3 border-b px-4 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="truncate font-medium" title={title}>
          {title}
        </span>
        <span className="flex min-w-0 gap-1.5 text-muted text-sm">
          <span className="min-w-0 truncate" title={item.engagementName}>
            {item.engagementName}
          </span>
          <span aria-hidden>·</span>
          <span className="shrink-0">{taskOf(item)}</span>
          {item.approvals !== null && item.approvalsNeeded !== null && item.approvals > 0 && (
            <>
              <span aria-hidden>·</span>
              <span className="figures shrink-0">
                {signOffTexts.count(item.approvals, item.approvalsNeeded)}
              </span>
            </>
          )}
        </span>
      </span>
      <TimeAgo at={item.since} className="figures shrink-0 text-right text-muted text-sm" />
    </QueueLink>
  );
}

function titleOf({ kind, title, filename, failureReason }: QueueItem): string {
  if (kind === 'failed_run')
    return failureReason ? queueTexts.failures[failureReason] : queueTexts.failed;
  return nameDocument(filename ?? '', title);
}

function taskOf({ kind, version }: QueueItem): string {
  return kind === 'review' ? queueTexts.tasks.review(version) : queueTexts.tasks[kind];
}

interface QueueLinkProps {
  item: QueueItem;
  className: string;
  children: ReactNode;
}

/**
 * Opens an item at what waits. A comment on the whole engagement opens the clients' page, which
 * shows it.
 */
function QueueLink({ item, ...rest }: QueueLinkProps) {
  const { kind, engagementId, filename, questionId, commentId } = item;
  const hash = commentId === null ? '' : `comment-${commentId}`;
  const common = { ...rest, 'data-queue-item': true };
  if (kind === 'question') {
    const place = `question-${questionId}`;
    return (
      <Link
        to="/engagements/$engagementId/questions"
        params={{ engagementId }}
        hash={place}
        {...common}
      />
    );
  }
  if (filename !== null) {
    const params = { engagementId, filename };
    return (
      <Link
        to="/engagements/$engagementId/deliverables/$filename"
        params={params}
        hash={hash}
        {...common}
      />
    );
  }
  if (kind === 'comment') {
    return (
      <Link
        to="/engagements/$engagementId/clients"
        params={{ engagementId }}
        hash={hash}
        {...common}
      />
    );
  }
  return <Link to="/engagements/$engagementId" params={{ engagementId }} {...common} />;
}

const emptyTexts = queueTexts.empty;

/**
 * Shown when the queue is empty. It says what to do next: look at the rest, help others, or begin
 * something.
 */
function NothingWaits({ filter: { scope, kind } }: { filter: QueueFilter }) {
  const { has } = useSession();
  const { data: counts, isPending } = useQuery(queueCountQuery('all'));
  const { data: hasEngagements, isPending: isUnknown } = useQuery(hasEngagementsQuery);
  if (kind !== undefined) {
    const showAll = (
      <Link to="/home" search={scope ? { scope } : {}} className={buttonStyle()}>
        {emptyTexts.allKinds}
      </Link>
    );
    return <Nothing title={emptyTexts.ofKind} advice={emptyTexts.ofKindAdvice} action={showAll} />;
  }
  if (isPending || isUnknown) return <SkeletonRows rows={4} />;
  if (hasEngagements === false) return <NoEngagements />;
  const others = counts && scope !== 'all' ? sumOf(counts) : 0;
  if (others > 0) {
    const showOthers = (
      <Link to="/home" search={{ scope: 'all' }} className={buttonStyle('primary')}>
        {emptyTexts.showOthers}
      </Link>
    );
    return (
      <Nothing title={emptyTexts.title} advice={emptyTexts.others(others)} action={showOthers} />
    );
  }
  const next = (
    <div className="flex flex-wrap justify-center gap-2">
      <Link to="/engagements" search={{}} className={buttonStyle()}>
        {emptyTexts.engagements}
      </Link>
      {has('member') && (
        <Link to="/engagements/new" search={{}} className={buttonStyle('primary')}>
          {engagementTexts.create}
        </Link>
      )}
    </div>
  );
  return <Nothing title={emptyTexts.title} advice={emptyTexts.advice} action={next} />;
}

function Nothing({ title, advice, action }: { title: string; advice: string; action: ReactNode }) {
  return (
    <EmptyState icon={CircleCheckBig} title={title} action={action}>
      {advice}
    </EmptyState>
  );
}

const { keys } = queueTexts;
const itemOf = '[data-queue-item]';

const listShortcuts = () => [
  { key: 'j', does: keys.next, act: () => stepThrough(itemOf, 1), among: itemOf },
  { key: 'k', does: keys.previous, act: () => stepThrough(itemOf, -1), among: itemOf },
];

/**
 * Lets `j` and `k` move between the items of the queue. Enter opens the focused one, as any link.
 */
const useQueueKeys = (): void => usePageShortcuts(listShortcuts());
