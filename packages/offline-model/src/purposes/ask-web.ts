import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { planStems, readTaskTerms } from '../brief/make-query.ts';
import { readStems } from '../text/read-words.ts';

const maxQueryLength = 200;
const maxTerms = 8;
const pagesToRead = 2;
const maxResults = 40_000;
const addressLine = /^\s*(https?:\/\/\S+)\s*$/iu;

/** Returns the search of a task: its key words. No word of a source or of the client's name goes to the web. */
export function writeWebQuery({ task, engagement }: DraftInput): string {
  const client = new Set(readStems(engagement.client));
  const terms = readTaskTerms(task, maxTerms * 3).filter(({ stem }) => !client.has(stem) && !planStems.has(stem));
  const words = terms.slice(0, maxTerms).map(({ shown }) => shown);
  return words.join(' ').slice(0, maxQueryLength).toWellFormed().trim();
}

/**
 * Returns the addresses of the search results that share most words with the task, best first, without those that were
 * read before.
 * @param results what the search tool returned
 */
export function choosePages({ task, pages = [] }: DraftInput, results: string): string[] {
  const wanted = new Set(readTaskTerms(task).map(({ stem }) => stem));
  const known = new Set(pages.map(({ url }) => url));
  const hits = readHits(results).filter(({ url }) => !known.has(url));
  const rated = hits.map(({ url, words }) => ({
    url,
    shared: new Set(readStems(words).filter((stem) => wanted.has(stem))).size,
  }));
  return rated
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, pagesToRead)
    .map(({ url }) => url);
}

/** Reads the results: each address is a line of its own, with its title above and its snippet below. */
function readHits(results: string): { url: string; words: string }[] {
  const lines = results.slice(0, maxResults).split('\n');
  const hits = lines.flatMap((line, at) => {
    const [, url] = addressLine.exec(line) ?? [];
    return url === undefined ? [] : [{ url, words: [lines[at - 1], line, lines[at + 1]].join(' ') }];
  });
  return hits.filter(({ url }, at) => hits.findIndex((other) => other.url === url) === at);
}
