import type { PortalToken } from '@ecp/contract/reach/portal';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { clientLinkTexts } from '../../../texts/en/clients/links.ts';

export type ClientLink = PortalToken;

/**
 * The links of an engagement, newest first, ended ones too, but no previews, which the team made for itself. Requires
 * the role member or higher (POR-3).
 */
export const clientLinksQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-tokens', engagementId],
    queryFn: async ({ signal }) => (await api.listPortalTokens({ id: engagementId }, { signal })).tokens,
    select: (links: ClientLink[]) => links.filter(({ previewOf }) => previewOf === null),
  });

/** Returns whether a link still works. */
export function isOpenLink(
  { revokedAt, expiresAt }: Pick<ClientLink, 'revokedAt' | 'expiresAt'>,
  nowMs = Date.now(),
): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}

/** Returns the name of the client of a link; for older links without one, the label that the team gave it. */
export function nameOfLink({ clientName, label }: Pick<ClientLink, 'clientName' | 'label'>): string {
  return clientName ?? label ?? clientLinkTexts.unnamed;
}
