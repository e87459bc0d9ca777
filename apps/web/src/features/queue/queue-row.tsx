import { CircleHelp, FileCheck, MessageSquare, TriangleAlert } from 'lucide-react';
import type { QueueItem } from '../../domain/queue/queries.ts';
import { nameSlug } from '../../format/name-slug.ts';
import { queueTexts } from '../../texts/en/waiting/queue.ts';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { QueueLink } from './queue-link.tsx';

const icons = { review: FileCheck, question: CircleHelp, comment: MessageSquare, failed_run: TriangleAlert };

/** One item of the queue: on a wide screen in one line, on a phone in two. The whole row is a link. */
export function QueueRow({ item }: { item: QueueItem }) {
  const Icon = icons[item.kind];
  const tone = item.kind === 'failed_run' ? 'text-danger' : 'text-muted';
  const title = titleOf(item);
  return (
    <QueueLink
      item={item}
      className="flex h-full items-center gap-3 border-b px-4 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="flex min-w-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,1fr)] lg:items-center lg:gap-4">
        <span dir="auto" className="truncate font-medium" title={title}>
          {title}
        </span>
        <span className="flex min-w-0 gap-1.5 text-muted text-sm lg:contents">
          <span className="min-w-0 truncate lg:text-base" title={item.engagementName}>
            {item.engagementName}
          </span>
          <span aria-hidden className="lg:hidden">
            ·
          </span>
          <span className="shrink-0 lg:shrink lg:truncate lg:text-base">{taskOf(item)}</span>
        </span>
      </span>
      <TimeAgo at={item.since} className="figures shrink-0 lg:w-24 text-right text-muted text-sm" />
    </QueueLink>
  );
}

function titleOf({ kind, title, filename, failureReason }: QueueItem): string {
  if (kind === 'failed_run') return failureReason ? queueTexts.failures[failureReason] : queueTexts.failed;
  return title ?? nameSlug(filename ?? '');
}

function taskOf({ kind, version }: QueueItem): string {
  return kind === 'review' ? queueTexts.tasks.review(version) : queueTexts.tasks[kind];
}
