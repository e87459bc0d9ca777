import type { User } from '@ecp/contract/identity/auth';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const pageSize = 200;

/** Everybody in the team, invited ones included, the oldest member first (docs/requirements/team.md). */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }): Promise<User[]> => Array.fromAsync(api.paginate('listTeam', { limit: pageSize }, { signal })),
});

/** How a person is called: by name, else by address. */
export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name ?? email;

/** Who has not followed the link of the invitation yet (docs/requirements/team.md). */
export const isInvited = ({ lastLoginAt }: Pick<User, 'lastLoginAt'>): boolean => lastLoginAt === null;

/** Names of the team's members by id, for what tells who did something. */
export const memberNamesQuery = queryOptions({
  ...teamQuery,
  select: (team) => new Map(team.map((member) => [member.id, nameOf(member)])),
});
