import type { OperationInput } from './build-request.ts';
import type { SuccessResponse } from './read-response.ts';

/**
 * Returns a list's pages by `Link: <…>; rel="next"`, of which only the query is used: credentials
 * stay here.
 */
export async function* followPages(
  ask: (input: OperationInput) => Promise<SuccessResponse<unknown>>,
  input: OperationInput,
): AsyncGenerator<unknown, void, undefined> {
  for (let next: OperationInput | undefined = input; next; ) {
    const { data, headers }: SuccessResponse<unknown> = await ask(next);
    yield data;
    const [, link] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
    next =
      link === undefined
        ? undefined
        : { ...input, ...Object.fromEntries(new URL(link, 'http://x').searchParams) };
  }
}

/** Returns the records of a page: the page itself, or its only list. */
export function itemsOf(page: unknown): unknown[] {
  if (Array.isArray(page)) return page;
  const list = Object.values(page as object).find(Array.isArray);
  if (!list) throw new TypeError('This answer is not a list. Read it with pages()');
  return list;
}
