import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';

/** What WebAuthn calls the relying party: this service, known by the host and the origin of its public address. */
export interface RelyingParty {
  name: string;
  id: string;
  origin: string;
}

/** Returns the relying party. A passkey works at this host only, so another `BASE_URL` makes all of them useless. */
export function relyingParty({ baseUrl }: Pick<PlatformConfig, 'baseUrl'>): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { name: 'Engagement Consulting Platform', id: hostname, origin };
}
