import { languages } from '@ecp/language/language';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { readTaskTerms } from '../brief/make-query.ts';
import { frameOf } from '../frame/frame-of.ts';
import { readStems } from '../text/read-words.ts';

const maxQueryLength = 200;
const maxTerms = 8;
const pagesToRead = 2;
const maxResults = 40_000;
const maxHit = 800;
const addressPattern = /https?:\/\/[^\s"'<>()[\]{}|\\^`，。、；）」』]+/giu;
/** Words in which a plan describes every task. They find nothing. */
const planWords = new Set(
  languages.flatMap((language) => {
    const { evidenceTask, requestTask, synthesisTask } = frameOf(language).plan;
    return readStems([evidenceTask, requestTask, synthesisTask].join(' '));
  }),
);

/** Returns the search of a task: its key words. No word of a source or of the client's name goes to the web. */
export function writeWebQuery({ task, engagement }: DraftInput): string {
  const client = new Set(readStems(engagement.client));
  const terms = readTaskTerms(task, maxTerms * 3).filter(({ stem }) => !client.has(stem) && !planWords.has(stem));
  const words = terms.slice(0, maxTerms).map(({ shown }) => shown);
  return words.join(' ').slice(0, maxQueryLength).toWellFormed().trim();
}

/**
 * Returns the addresses of the search results that share most words with the task, best first, without those that were
 * read before.
 * @param results what the search tool returned: titles, addresses and snippets in any form
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

/** Cuts results into addresses with the words around them: the line above, and those up to the next result. */
function readHits(results: string): { url: string; words: string }[] {
  const text = results.slice(0, maxResults);
  const found = [...text.matchAll(addressPattern)].map(({ 0: url, index }) => ({
    url: url.replace(/[.,;:!?]+$/u, ''),
    index,
    start: startOfHit(text, index),
  }));
  const distinct = found.filter(({ url }, at) => found.findIndex((other) => other.url === url) === at);
  return distinct.map(({ url, index, start }, at) => {
    const next = distinct[at + 1]?.start ?? text.length;
    return { url, words: text.slice(start, Math.max(next, index)).slice(0, maxHit) };
  });
}

/** Returns where a result begins: behind the blank line before its address, or at the line above it. */
function startOfHit(text: string, index: number): number {
  const blank = text.lastIndexOf('\n\n', index);
  const line = text.lastIndexOf('\n', index - 1);
  const above = line <= 0 ? 0 : text.lastIndexOf('\n', line - 1) + 1;
  return Math.max(blank === -1 ? 0 : blank, above);
}
