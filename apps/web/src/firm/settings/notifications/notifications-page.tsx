import type {
  NotificationSettings,
  UpdateNotificationSettingsBody,
} from '@ecp/contract/reach/notices';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api/client.ts';
import { RadioCards } from '../../../base/ui/fields/fields.tsx';
import { useChosen } from '../../../base/ui/forms.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { notificationTexts } from './texts.ts';

const texts = notificationTexts;

/** The mails that the user gets. Changes apply at once. */
export function NotificationsPage() {
  const settings = useQuery(notificationsQuery);
  if (settings.isPending) return <SkeletonRows rows={6} className="h-24 w-full max-w-3xl" />;
  if (settings.isLoadingError)
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  return <NotificationFields saved={settings.data} />;
}

function NotificationFields({ saved }: { saved: NotificationSettings }) {
  const { shown, change } = useChangeNotifications(saved);
  const { runs, clients, digest } = shown;
  return (
    <div className="max-w-3xl">
      <Section title={texts.title} description={texts.description}>
        <div className="flex flex-col gap-6">
          <RadioCards
            label={texts.runs.label}
            name="runs"
            options={texts.runs.options}
            value={runs}
            onChange={(next) => change({ runs: next })}
          />
          <RadioCards
            label={texts.clients.label}
            name="clients"
            options={texts.clients.options}
            value={clients}
            onChange={(next) => change({ clients: next })}
          />
          <RadioCards
            label={texts.digest.label}
            name="digest"
            options={texts.digest.options}
            // For the digest, `now` means `daily`.
            value={digest === 'off' ? 'off' : 'daily'}
            onChange={(next) => change({ digest: next })}
          />
        </div>
      </Section>
    </div>
  );
}

const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.getNotificationSettings({}, { signal }),
});

const { queryKey } = notificationsQuery;

/** Changes what the user gets by mail, one change after the other. The page shows each at once. */
function useChangeNotifications(saved: NotificationSettings) {
  const queryClient = useQueryClient();
  const { shown, choose, forget } = useChosen(saved);
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: 'notifications' },
    mutationFn: (change: UpdateNotificationSettingsBody) => api.updateNotificationSettings(change),
    onSuccess: () => showDoneToast(notificationTexts.saved),
    async onSettled() {
      // While another change waits, the service's answer would show the state before it.
      const isLast = queryClient.isMutating({ mutationKey: queryKey }) === 1;
      if (!isLast) return;
      await queryClient.invalidateQueries(notificationsQuery);
      // A change may have begun meanwhile.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) forget();
    },
  });
  const change = (next: Partial<NotificationSettings>) => {
    choose(next);
    mutate(next);
  };
  return { shown, change };
}
