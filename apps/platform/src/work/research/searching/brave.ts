import { researchBounds } from '@ecp/contract/engine/tool-access';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { restrictQuery } from './restrict-query.ts';
import type { SearchDialect } from './search-port.ts';

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
// An answer without results has no `web`.
const Answer = Type.Object({
  type: Type.Literal('search'),
  web: Type.Optional(
    Type.Object({ results: Type.Array(Type.Object({ url: Type.String(), title: Text, description: Text })) }),
  ),
});

/** Speaks Brave's Web Search API: `GET /search?q=&count=` with `X-Subscription-Token`. Its base ends with `/web`. */
export function createBraveDialect(apiKey: string): SearchDialect {
  const count = String(researchBounds.results);
  return {
    ask: ({ query, domains }) => ({
      path: `/search?${new URLSearchParams({ q: restrictQuery(query, domains), count, text_decorations: 'false' })}`,
      headers: { accept: 'application/json', 'x-subscription-token': apiKey },
    }),
    read: (answer) =>
      Value.Check(Answer, answer)
        ? (answer.web?.results ?? []).map(({ url, title, description }) => ({
            url,
            title: title ?? '',
            snippet: description ?? '',
          }))
        : null,
  };
}
