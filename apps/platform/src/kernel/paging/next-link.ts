/** The `Link` header of a page that another follows: the same query from the next row on (ENG-17). */
export function nextLink(address: string, query: Record<string, unknown>, cursor: string): string {
  const next = new URL(address);
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) next.searchParams.set(name, String(value));
  }
  return `<${next}>; rel="next"`;
}
