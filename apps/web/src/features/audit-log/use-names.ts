import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiKeysQuery } from '../../domain/api-keys/queries.ts';
import { engagementNamesQuery } from '../../domain/engagements/queries.ts';
import { nameOf, teamQuery } from '../../domain/team/queries.ts';
import type { Names } from './describe-entry.ts';

/** Returns names for the ids in the log. More names are added as lists load. */
export function useNames(): Names {
  const { data: team } = useQuery(teamQuery);
  const { data: keys } = useQuery(apiKeysQuery);
  const { data: engagements } = useQuery(engagementNamesQuery);
  return useMemo(
    () =>
      new Map([
        ...(team ?? []).map((member) => [member.id, nameOf(member)] as const),
        ...(keys ?? []).map(({ id, name }) => [id, name] as const),
        ...(engagements ?? []),
      ]),
    [team, keys, engagements],
  );
}
