/** Tells whether a host is one of the domains or a subdomain of one; without domains every host is. */
export function isWithinDomains(hostname: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  const host = hostname.toLowerCase();
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
