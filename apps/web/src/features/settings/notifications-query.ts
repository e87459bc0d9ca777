import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** What the user gets by mail, and when (NOT-4). */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.getNotificationSettings({}, { signal }),
});
