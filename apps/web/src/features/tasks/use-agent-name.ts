import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from './queries.ts';

/** What an agent is called; its slug until the roster is there, undefined without an agent. */
export function useAgentName(slug: string | null | undefined): string | undefined {
  const { data: agents = [] } = useQuery(agentsQuery);
  return slug ? (agents.find((agent) => agent.slug === slug)?.name ?? slug) : undefined;
}
