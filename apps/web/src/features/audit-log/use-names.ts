import { useQueries } from '@tanstack/react-query';
import { apiKeysQuery, engagementNamesQuery } from '../api-keys/queries.ts';
import { nameOf, teamQuery } from '../team/queries.ts';
import type { Names } from './describe-entry.ts';

/** What the ids of the log are called; grows as lists arrive. */
export function useNames(): Names {
  return useQueries({
    queries: [teamQuery, apiKeysQuery, engagementNamesQuery],
    combine: ([team, keys, engagements]) =>
      new Map([
        ...(team.data ?? []).map((member) => [member.id, nameOf(member)] as const),
        ...(keys.data ?? []).map(({ id, name }) => [id, name] as const),
        ...(engagements.data ?? []),
      ]),
  });
}
