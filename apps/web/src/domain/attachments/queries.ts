import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const readingPollMs = 1_500;

/** All files of an engagement, newest first; asked for again while one of them is being read. */
export const attachmentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['attachments', engagementId],
    queryFn: async ({ signal }) => (await api.listAttachments({ id: engagementId }, { signal })).attachments,
    refetchInterval: ({ state }) =>
      state.data?.some(({ extraction }) => extraction === 'pending') ? readingPollMs : false,
  });
