/**
 * Whether an address belongs to this service. A document must not link there: for example, somebody else's sign-in link
 * would sign the reader in as that person. Schemes and ports are ignored, because cookies ignore them.
 */
export function isOwnAddress(address: string): boolean {
  return URL.canParse(address) && withoutDot(new URL(address).hostname) === withoutDot(location.hostname);
}

/** A host name with a dot at its end is the same host. */
const withoutDot = (hostname: string) => hostname.replace(/\.$/, '');
