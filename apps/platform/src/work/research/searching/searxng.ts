import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { restrictQuery } from './restrict-query.ts';
import type { SearchDialect } from './search-port.ts';

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Answer = Type.Object({
  results: Type.Array(Type.Object({ url: Type.String(), title: Text, content: Text })),
});

/**
 * Speaks SearXNG's JSON API: `GET /search?q=&format=json`, which the instance must allow in `search.formats`. A key is
 * sent as Bearer, for an instance behind a proxy that asks for one.
 */
export function createSearxngDialect(apiKey: string | undefined): SearchDialect {
  return {
    ask: ({ query, domains }) => ({
      path: `/search?${new URLSearchParams({ q: restrictQuery(query, domains), format: 'json' })}`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    }),
    read: (answer) =>
      Value.Check(Answer, answer)
        ? answer.results.map(({ url, title, content }) => ({ url, title: title ?? '', snippet: content ?? '' }))
        : null,
  };
}
