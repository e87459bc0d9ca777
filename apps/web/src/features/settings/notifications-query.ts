import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The user's settings for mails about notices (NOT-4). */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.getNotificationSettings({}, { signal }),
});
