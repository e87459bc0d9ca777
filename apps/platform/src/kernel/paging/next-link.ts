/** Returns the `Link` header of a page that has a next one: the same query with the cursor (ENG-17). */
export function nextLink(address: string, query: Record<string, unknown>, cursor: string): string {
  const next = new URL(address);
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) next.searchParams.set(name, String(value));
  }
  return `<${next}>; rel="next"`;
}
