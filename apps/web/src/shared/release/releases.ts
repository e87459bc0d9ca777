import type { PortalToken } from '@ecp/contract/reach/portal';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';
import type { Release } from '../../base/api/document-queries.ts';
import { clientLinkTexts } from './link-texts.ts';

export type ClientLink = PortalToken;

/** The links of an engagement, newest first, without previews. Requires the role member. */
export const clientLinksQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-tokens', engagementId],
    queryFn: async ({ signal }) =>
      (await api.listPortalTokens({ id: engagementId }, { signal })).tokens,
    select: (links: ClientLink[]) => links.filter(({ previewOf }) => previewOf === null),
  });

/** Returns whether a link still works. */
export function isOpenLink(
  { revokedAt, expiresAt }: Pick<ClientLink, 'revokedAt' | 'expiresAt'>,
  nowMs = Date.now(),
): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}

/**
 * Returns the name of the client of a link; for older links without one, the label that the team
 * gave it.
 */
export function nameOfLink({
  clientName,
  label,
}: Pick<ClientLink, 'clientName' | 'label'>): string {
  return clientName ?? label ?? clientLinkTexts.unnamed;
}

/** The version of each document that each link shows, by the id of the link and the filename. */
export type HeldVersions = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Returns what each link shows: the version of the newest release of each document to it. */
export function listHeldVersions(newestFirst: readonly Release[]): HeldVersions {
  const held = new Map<string, Map<string, number>>();
  for (const { links, documents } of newestFirst) {
    for (const { id } of links) {
      const ofLink = held.get(id) ?? new Map<string, number>();
      for (const { filename, version } of documents)
        if (!ofLink.has(filename)) ofLink.set(filename, version);
      held.set(id, ofLink);
    }
  }
  return held;
}

/**
 * A version of a document with the names of the clients that it was released to, and the time of
 * the last release.
 */
interface ReleasedVersion {
  version: number;
  names: string[];
  at: string;
}

/** Lists the versions of a document that were released, the highest first. */
export function listReleasedVersions(
  newestFirst: readonly Release[],
  filename: string,
): ReleasedVersion[] {
  const released = new Map<number, ReleasedVersion>();
  for (const { documents, links, createdAt } of newestFirst) {
    const given = documents.find((document) => document.filename === filename);
    if (!given) continue;
    const known = released.get(given.version) ?? {
      version: given.version,
      names: [],
      at: createdAt,
    };
    for (const name of links.map(nameOfLink))
      if (!known.names.includes(name)) known.names.push(name);
    released.set(given.version, known);
  }
  return [...released.values()].sort((one, other) => other.version - one.version);
}
