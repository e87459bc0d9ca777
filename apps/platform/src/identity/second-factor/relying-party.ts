import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';

/** The relying party of WebAuthn: the host and origin of this service's public address. */
export interface RelyingParty {
  name: string;
  id: string;
  origin: string;
}

/**
 * Returns the relying party. A passkey is bound to this host, so a new host in `BASE_URL` invalidates every passkey.
 */
export function relyingParty({ baseUrl }: Pick<PlatformConfig, 'baseUrl'>): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { name: 'Engagement Consulting Platform', id: hostname, origin };
}
