import type { NotificationSettings, UpdateNotificationSettingsBody } from '@ecp/contract/reach/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useChosen } from '../../forms/use-chosen.ts';
import { notificationTexts } from '../../texts/en/settings/notifications.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { notificationsQuery } from './notifications-query.ts';

const { queryKey } = notificationsQuery;

/** Changes what the user gets by mail, one change after the other. The page shows each at once. */
export function useChangeNotifications(saved: NotificationSettings) {
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
