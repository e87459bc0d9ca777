import type { Notice } from '@ecp/contract/reach/notices';
import { useReadNotices } from '../../domain/notices/use-read-notices.ts';
import { noticeTexts } from '../../texts/en/notices/notices.ts';
import { sayNotice } from '../../texts/en/notices/sentences.ts';
import { classNames } from '../../ui/class-names.ts';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { NoticeLink } from './notice-link.tsx';

/** One notice as a link to what it tells of. Opening it marks it as read. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const { mutate } = useReadNotices(true);
  const { id, readAt, createdAt } = notice;
  const isUnread = readAt === null;
  const words = readWords(notice);
  return (
    <NoticeLink
      notice={notice}
      onClick={() => isUnread && mutate({ ids: [id] })}
      className="flex items-start gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden
        className={classNames('mt-1.5 size-2 shrink-0 rounded-full', isUnread ? 'bg-accent' : 'bg-transparent')}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-0.5 sm:flex-row sm:justify-between">
        <span className="min-w-0">
          {isUnread && <span className="sr-only">{noticeTexts.unread}: </span>}
          <span className={classNames('wrap-anywhere block', isUnread ? 'font-medium' : 'text-muted')}>
            {sayNotice(notice)}
          </span>
          {words !== '' && (
            <span dir="auto" className="wrap-anywhere line-clamp-3 text-muted">
              {words}
            </span>
          )}
        </span>
        <TimeAgo at={createdAt} className="shrink-0 text-muted text-sm" />
      </span>
    </NoticeLink>
  );
}

/** Returns the words that a notice quotes: of an agent, of a client, or why a run failed; empty without any. */
function readWords({ data }: Notice): string {
  if ('words' in data) return data.words;
  if ('question' in data) return data.question;
  return 'error' in data ? (data.error ?? '') : '';
}
