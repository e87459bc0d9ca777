import { researchBounds, type SearchHit } from '@ecp/contract/engine/tool-access';
import { addressOf } from '../address-of.ts';
import type { RawHit } from './search-port.ts';

const maxTitle = 300;
const maxSnippet = 1_000;

/** Takes the first ten results with a usable address, each once, and cuts their texts. */
export function readHits(found: readonly RawHit[]): SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const { title, url, snippet } of found) {
    if (hits.size === researchBounds.results) break;
    const address = addressOf(url);
    if (address === null || hits.has(address)) continue;
    hits.set(address, { title: clean(title, maxTitle), url: address, snippet: clean(snippet, maxSnippet) });
  }
  return [...hits.values()];
}

/** Takes markup and control characters out of a provider's text. */
function clean(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength * 4)
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}
