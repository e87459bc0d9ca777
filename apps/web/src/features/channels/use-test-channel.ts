import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { channelsQuery } from './queries.ts';

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
