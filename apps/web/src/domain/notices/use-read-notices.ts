import type { ReadNoticesBody } from '@ecp/contract/reach/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { unreadNoticesQuery } from './queries.ts';

/**
 * Marks the user's notices as read: those named, those of an engagement, or all (NOT-3). `isQuiet` is set if the user
 * did something else: a failure is then not told, because the notices stay unread and the next opening marks them.
 */
export function useReadNotices(isQuiet: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: isQuiet },
    mutationFn: (which: ReadNoticesBody) => api.readNotices(which),
    async onSuccess({ unread }) {
      // The response of an earlier request would count the notices again.
      await queryClient.cancelQueries(unreadNoticesQuery);
      queryClient.setQueryData(unreadNoticesQuery.queryKey, unread);
      await queryClient.invalidateQueries({ queryKey: ['notices', 'list'] });
    },
  });
}
