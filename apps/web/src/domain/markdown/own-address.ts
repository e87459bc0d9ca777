/**
 * Whether an address is one of this service. A document must not lead there by itself: a mailed sign-in link of somebody
 * else, for example, would sign its reader in as them. Schemes and ports are left aside, as cookies do.
 */
export function isOwnAddress(address: string): boolean {
  return URL.canParse(address) && withoutDot(new URL(address).hostname) === withoutDot(location.hostname);
}

/** A name may end in a dot, and is the same one. */
const withoutDot = (hostname: string) => hostname.replace(/\.$/, '');
