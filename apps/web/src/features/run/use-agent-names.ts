import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { agentsQuery } from '../tasks/queries.ts';

/** What an agent is called; until the roster is there, its slug in words. */
export function useAgentNames(): (slug: string) => string {
  const { data } = useQuery(agentsQuery);
  return useCallback((slug) => data?.find((agent) => agent.slug === slug)?.name ?? inWords(slug), [data]);
}

const inWords = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
