import type { Session } from '@ecp/contract/identity/sessions';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { sessionTexts } from '../../texts/en/settings/sessions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { describeBrowser } from './describe-browser.ts';

const { list: texts } = sessionTexts;

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.listSessions({}, { signal })).sessions,
});

/** Lists the person's sessions, this one first, and ends others (AUT-21). */
export function SessionsSection() {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const endOthers = useMutation({
    mutationFn: () => api.endOtherSessions({}),
    onSuccess: () => showDoneToast(texts.endedOthers),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
  const listed = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  const actions = listed && listed.length > 1 && (
    <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
      {texts.endOthers}
    </Button>
  );
  return (
    <Section title={texts.title} description={texts.description} actions={actions}>
      {sessions.isPending && <SkeletonRows rows={2} className="h-12 w-full" />}
      {sessions.isLoadingError && <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {listed && (
        <ul className="flex flex-col gap-4">
          {listed.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function SessionRow({ session: { id, current, userAgent, address, createdAt, lastUsedAt } }: { session: Session }) {
  const queryClient = useQueryClient();
  const browser = describeBrowser(userAgent);
  const end = useMutation({
    mutationFn: () => api.endSession({ sessionId: id }),
    onSuccess: () => showDoneToast(texts.ended),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
  return (
    <li className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium" title={userAgent ?? undefined}>
            {browser}
          </span>
          {current && <Badge tone="accent">{texts.current}</Badge>}
        </div>
        <div className="text-muted text-sm">
          {address !== null && <>{texts.from(address)}, </>}
          {texts.since} <TimeAgo at={createdAt} />, {texts.used} <TimeAgo at={lastUsedAt} />
        </div>
      </div>
      {!current && (
        <Button busy={end.isPending} onClick={() => end.mutate()} aria-label={texts.endLabel(browser)}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
