/** More domains would make the query longer than providers take; results outside are left out afterwards anyway. */
const maxDomains = 5;

/** Adds the domains to a query with the operator `site:`, which most engines know. */
export function restrictQuery(query: string, domains: readonly string[]): string {
  if (domains.length === 0 || domains.length > maxDomains) return query;
  const sites = domains.map((domain) => `site:${domain}`).join(' OR ');
  return domains.length === 1 ? `${query} ${sites}` : `${query} (${sites})`;
}
