import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { unreadNoticesQuery } from '../../domain/notices/queries.ts';
import { useReadNotices } from '../../domain/notices/use-read-notices.ts';
import { noticeTexts } from '../../texts/en/notices/notices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ChoiceButtons } from '../../ui/buttons/choice-buttons.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { NoticeList } from './notice-list.tsx';

const route = getRouteApi('/shell/inbox');
const texts = noticeTexts;
const choices = [
  { value: undefined, label: texts.all },
  { value: 'unread', label: texts.unread },
] as const;

/** The inbox: what concerns the user, newest first, over all engagements (NOT-13). */
export function NoticesPage() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: unread = 0 } = useQuery(unreadNoticesQuery);
  const read = useReadNotices(false);
  const choose = (next: 'unread' | undefined) => void navigate({ search: next ? { show: next } : {} });
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={
          <>
            {texts.description}{' '}
            <Link to="/settings/notifications" className={linkStyle}>
              {texts.settings}
            </Link>
          </>
        }
      />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <ChoiceButtons label={texts.show} choices={choices} value={show} onChange={choose} />
        {unread > 0 && (
          <Button size="small" busy={read.isPending} onClick={() => read.mutate({ all: true })}>
            <CheckCheck aria-hidden className="size-4" />
            {texts.readAll}
          </Button>
        )}
      </div>
      <NoticeList unread={show === 'unread'} />
    </Page>
  );
}
