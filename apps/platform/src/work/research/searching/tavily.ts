import { researchBounds } from '@ecp/contract/engine/tool-access';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SearchDialect } from './search-port.ts';

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Answer = Type.Object({
  results: Type.Array(Type.Object({ url: Type.String(), title: Text, content: Text })),
});

/** Speaks Tavily's API: `POST /search` with the key as Bearer. A basic search is one credit. */
export function createTavilyDialect(apiKey: string): SearchDialect {
  return {
    ask: ({ query, domains }) => ({
      path: '/search',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({
        query,
        search_depth: 'basic',
        max_results: researchBounds.results,
        ...(domains.length > 0 ? { include_domains: domains } : {}),
      }),
    }),
    read: (answer) =>
      Value.Check(Answer, answer)
        ? answer.results.map(({ url, title, content }) => ({ url, title: title ?? '', snippet: content ?? '' }))
        : null,
  };
}
