import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const readingPollMs = 1_500;

/** All attachments of an engagement, newest first. Polls while the text of one is being extracted. */
export const attachmentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['attachments', engagementId],
    queryFn: async ({ signal }) => (await api.listAttachments({ id: engagementId }, { signal })).attachments,
    refetchInterval: ({ state }) =>
      state.data?.some(({ extraction }) => extraction === 'pending') ? readingPollMs : false,
  });
