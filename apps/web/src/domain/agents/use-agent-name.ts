import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { agentsQuery } from './queries.ts';

/** What agents are called, by slug or name; until the roster is there, and for who is not in it, the slug in words. */
export function useAgentNames(): (slug: string) => string {
  const { data } = useQuery(agentsQuery);
  return useCallback(
    (slug) => data?.find((agent) => agent.slug === slug || agent.name === slug)?.name ?? inWords(slug),
    [data],
  );
}

/** The same of one agent; undefined without any. */
export function useAgentName(slug: string | null | undefined): string | undefined {
  const nameOf = useAgentNames();
  return slug ? nameOf(slug) : undefined;
}

const inWords = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
