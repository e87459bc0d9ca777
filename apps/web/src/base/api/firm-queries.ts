import type { ApiKey } from '@ecp/contract/identity/api-keys';
import type { User } from '@ecp/contract/identity/auth';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from './client.ts';

const pageSize = 200;

/**
 * All members of the team, invited people included, the oldest member first
 * (docs/requirements/team.md).
 */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }): Promise<User[]> =>
    Array.fromAsync(api.paginate('listTeam', { limit: pageSize }, { signal })),
});

export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name ?? email;

/** Whether a person has not yet opened the link of the invitation (docs/requirements/team.md). */
export const isInvited = ({
  lastLoginAt,
  deactivatedAt,
}: Pick<User, 'lastLoginAt' | 'deactivatedAt'>): boolean =>
  lastLoginAt === null && deactivatedAt === undefined;

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

/**
 * Names agents by slug or name. While the roster loads, and for agents that are not in it, gives
 * the slug in words.
 */
export function useAgentNames(): (slug: string) => string {
  const { data } = useQuery(agentsQuery);
  return useCallback(
    (slug) =>
      data?.find((agent) => agent.slug === slug || agent.name === slug)?.name ??
      nameAgentSlug(slug),
    [data],
  );
}

export function useAgentName(slug: string | null | undefined): string | undefined {
  const nameOf = useAgentNames();
  return slug ? nameOf(slug) : undefined;
}

export const nameAgentSlug = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The service caches its own list for the same time. */
const freshMs = 60_000;

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  staleTime: freshMs,
  queryFn: ({ signal }) => api.listModels({}, { signal }),
});

/**
 * True while a model is connected. Without one pages show no scores; until it is known, none
 * either.
 */
export const useScoresShown = (): boolean => useQuery(modelsQuery).data?.connected ?? false;

export const researchProviderQuery = queryOptions({
  queryKey: ['research-provider'],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => api.getResearchProvider({}, { signal }),
});

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => api.getBranding({}, { signal }),
});

/** The master that slides are written into; null for that of the product. */
export const deckTemplateQuery = queryOptions({
  queryKey: ['deck-template'],
  queryFn: ({ signal }) => api.getDeckTemplate({}, { signal }),
});

/** Billing plan, subscription and usage, for the owner only. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api.getBilling({}, { signal }),
});

export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => api.getPolicies({}, { signal }),
});

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }): Promise<ApiKey[]> => (await api.listApiKeys({}, { signal })).keys,
});
