import type { UpdateNoticeChannelBody } from '@ecp/contract/reach/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { channelsQuery } from './queries.ts';

/** Changes a channel. `showsError` is set if a form shows the error. */
export function useUpdateChannel(channelId: string, showsError: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError },
    mutationFn: (changes: UpdateNoticeChannelBody) => api.updateNoticeChannel({ channelId, ...changes }),
    onSuccess: () => queryClient.invalidateQueries(channelsQuery),
  });
}
