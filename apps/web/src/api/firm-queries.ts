import type { ApiKey } from '@ecp/contract/identity/api-keys';
import type { User } from '@ecp/contract/identity/auth';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from './client.ts';

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

/** The agents that tasks may name. They change only with a release. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.listAgents({}, { signal })).agents,
});

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

/** The service caches its own list for the same time. */
const freshMs = 60_000;

/** The models that an engagement may be pinned to. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  staleTime: freshMs,
  queryFn: async ({ signal }) => (await api.listModels({}, { signal })).models,
});

/** The search provider of this installation, with its price. */
export const researchProviderQuery = queryOptions({
  queryKey: ['research-provider'],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => api.getResearchProvider({}, { signal }),
});

/** Company name, colour and logo. Every role may read them. */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => api.getBranding({}, { signal }),
});

/**
 * Billing plan, subscription and usage, for the owner only. Its requests count in the strictest tier.
 */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api.getBilling({}, { signal }),
});

/** The workspace's policies. */
export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => api.getPolicies({}, { signal }),
});

/** The newest 1,000 keys, revoked ones included. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }): Promise<ApiKey[]> => (await api.listApiKeys({}, { signal })).keys,
});
