import type { User } from '@ecp/contract/identity/auth';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const pageSize = 200;

/** All members of the team, invited people included, the oldest member first (docs/requirements/team.md). */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }): Promise<User[]> => Array.fromAsync(api.paginate('listTeam', { limit: pageSize }, { signal })),
});

/** Returns the name of a person, else the email address. */
export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name ?? email;

/** Whether a person has not yet opened the link of the invitation (docs/requirements/team.md). */
export const isInvited = ({ lastLoginAt }: Pick<User, 'lastLoginAt'>): boolean => lastLoginAt === null;

/** Names of the team's members by id, to show who did something. */
export const memberNamesQuery = queryOptions({
  ...teamQuery,
  select: (team) => new Map(team.map((member) => [member.id, nameOf(member)])),
});
