import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nameOf, teamQuery } from '../team/queries.ts';

const readingPollMs = 1_500;

/** All files of an engagement, newest first; asked for again while one of them is being read. */
export const attachmentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['attachments', engagementId],
    queryFn: async ({ signal }) => (await api.listAttachments({ id: engagementId }, { signal })).attachments,
    refetchInterval: ({ state }) =>
      state.data?.some(({ extraction }) => extraction === 'pending') ? readingPollMs : false,
  });

/** Names of the team's members by id, for what tells who did something. */
export const memberNamesQuery = queryOptions({
  ...teamQuery,
  select: (team) => new Map(team.map((member) => [member.id, nameOf(member)])),
});
