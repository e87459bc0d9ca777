import type { Session } from '@ecp/contract/identity/sessions';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Bowser from 'bowser';
import { api } from '../../../base/api/client.ts';
import { sessionTexts } from '../../../base/texts/auth.ts';
import { Badge, TimeAgo } from '../../../base/ui/badges.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';

const { list: texts } = sessionTexts;

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.listSessions({}, { signal })).sessions,
});

/** Lists the person's sessions, this one first, and ends others. */
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
      {sessions.isLoadingError && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
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

function SessionRow({
  session: { id, current, sso, userAgent, address, createdAt, lastUsedAt },
}: {
  session: Session;
}) {
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
          {sso && (
            <span title={texts.ssoHint}>
              <Badge>{texts.sso}</Badge>
            </span>
          )}
        </div>
        <div className="text-muted text-sm">
          {texts.times(address, <TimeAgo at={createdAt} />, <TimeAgo at={lastUsedAt} />)}
        </div>
      </div>
      {!current && (
        <Button
          busy={end.isPending}
          onClick={() => end.mutate()}
          aria-label={texts.endLabel(browser)}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}

/**
 * Names the browser and the system of a session, such as “Firefox on Linux”; a program by its own
 * name.
 */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return texts.unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return userAgent.slice(0, 60);
  return os.name ? texts.onSystem(browser.name, os.name) : browser.name;
}
