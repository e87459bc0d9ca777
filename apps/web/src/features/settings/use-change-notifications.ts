import type { UpdateNotificationSettingsBody } from '@ecp/contract/reach/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { notificationTexts } from '../../texts/en/settings/notifications.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { notificationsQuery } from './notifications-query.ts';

const { queryKey } = notificationsQuery;

/** Changes what the user gets by mail, one change after the other. The page shows each at once. */
export function useChangeNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'notifications' },
    mutationFn: (change: UpdateNotificationSettingsBody) => api.updateNotificationSettings(change),
    async onMutate(change) {
      await queryClient.cancelQueries(notificationsQuery);
      queryClient.setQueryData(queryKey, (before) => before && { ...before, ...change });
    },
    onSuccess: () => showDoneToast(notificationTexts.saved),
    async onSettled() {
      // While another change waits, the service's answer would show the state before it.
      const isLast = queryClient.isMutating({ mutationKey: queryKey }) === 1;
      if (isLast) await queryClient.invalidateQueries(notificationsQuery);
    },
  });
}
