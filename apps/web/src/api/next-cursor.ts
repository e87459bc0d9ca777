/** Reads the cursor of the next page from `Link: <…>; rel="next"` (ENG-17); undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const [, link] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  return link === undefined ? undefined : (new URL(link, location.origin).searchParams.get('cursor') ?? undefined);
}
