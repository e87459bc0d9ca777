import type { UpdateNoticeChannelBody } from '@ecp/contract/reach/notices';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api/client.ts';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { channelTexts } from './texts.ts';

/** The channels of Slack and Teams that get notices, at most twenty. */
export const channelsQuery = queryOptions({
  queryKey: ['notice-channels'],
  queryFn: async ({ signal }) => (await api.listNoticeChannels({}, { signal })).channels,
});

/** Changes a channel. `showsError` is set if a form shows the error. */
export function useUpdateChannel(channelId: string, showsError: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError },
    mutationFn: (changes: UpdateNoticeChannelBody) =>
      api.updateNoticeChannel({ channelId, ...changes }),
    onSuccess: () => queryClient.invalidateQueries(channelsQuery),
  });
}

/** Posts a test message to a channel. The list then shows the outcome as its last post. */
export function useTestChannel(channelId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.testNoticeChannel({ channelId }),
    async onSuccess({ success }) {
      if (success) showDoneToast(channelTexts.tested);
      await queryClient.invalidateQueries(channelsQuery);
    },
  });
}
