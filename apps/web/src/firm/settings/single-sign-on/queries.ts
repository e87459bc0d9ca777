import type { PutSsoBody, SsoConnection } from '@ecp/contract/identity/sso';
import { isApiError } from '@ecp/sdk/create-client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api/client.ts';

/** The workspace's connection to a provider; null without one. */
export const ssoQuery = queryOptions({
  queryKey: ['single-sign-on'],
  async queryFn({ signal }): Promise<SsoConnection | null> {
    try {
      return await api.getSso({}, { signal });
    } catch (error) {
      if (isApiError(error, 'not_found')) return null;
      throw error;
    }
  },
});

/** The settings of a connection's provider. `clientSecret` is there only if it changes. */
export type ProviderInput =
  | { kind: 'oidc'; issuer: string; clientId: string; clientSecret?: string }
  | { kind: 'saml'; metadataUrl?: string; metadata?: string };

/** The parts of a connection that this page changes one by one. */
interface SsoChange {
  provider?: ProviderInput;
  domains?: string[];
  enforced?: boolean;
  defaultRole?: SsoConnection['defaultRole'];
  groupRoles?: SsoConnection['groupRoles'];
}

/**
 * Returns a mutation that changes parts of a connection and keeps the rest. Forms show its error.
 */
export function useSaveSso(connection: SsoConnection | null) {
  const queryClient = useQueryClient();
  return useMutation({
    // Each change sends the whole connection, so changes go one after another.
    scope: { id: 'single-sign-on' },
    meta: { showsError: true },
    mutationFn({ provider, ...changes }: SsoChange) {
      const known = queryClient.getQueryData(ssoQuery.queryKey) ?? connection;
      const kept = known && {
        domains: known.domains.map(({ domain }) => domain),
        enforced: known.enforced,
        defaultRole: known.defaultRole,
        groupRoles: known.groupRoles,
      };
      const body: PutSsoBody = { ...(provider ?? providerOf(known)), ...kept, ...changes };
      return api.putSso(body);
    },
    onSuccess: (saved) => queryClient.setQueryData(ssoQuery.queryKey, saved),
  });
}

function providerOf(connection: SsoConnection | null): ProviderInput {
  const {
    kind,
    issuer = '',
    clientId = '',
    metadataUrl,
    metadata,
  } = connection ?? { kind: 'oidc' as const };
  if (kind === 'oidc') return { kind, issuer, clientId };
  return {
    kind,
    ...(metadataUrl === undefined ? {} : { metadataUrl }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}
