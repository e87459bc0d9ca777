import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { agentsQuery } from './queries.ts';

/** Names agents by slug or name. While the roster loads, and for agents that are not in it, gives the slug in words. */
export function useAgentNames(): (slug: string) => string {
  const { data } = useQuery(agentsQuery);
  return useCallback(
    (slug) => data?.find((agent) => agent.slug === slug || agent.name === slug)?.name ?? nameAgentSlug(slug),
    [data],
  );
}

/** Returns the name of one agent; undefined without an agent. */
export function useAgentName(slug: string | null | undefined): string | undefined {
  const nameOf = useAgentNames();
  return slug ? nameOf(slug) : undefined;
}

/** Gives an agent’s slug in words, as the roster writes names. */
export const nameAgentSlug = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
