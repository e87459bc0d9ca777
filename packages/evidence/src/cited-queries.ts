import { queryNames } from './material.ts';

/** The definition of a footnote, and the query of a chart. */
const definition = /^\s{0,3}\[\^[^[\]\s]+\]:(.*)$/gmu;
const chart = /"query"\s*:\s*"([^"\n]{1,64})"/gu;
const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${queryNames.join('|')})[ \\u00a0]{0,2}\`?`, 'giu');

/** A recorded query, as a document may name it. */
interface NamedQuery {
  id: string;
  title: string | null;
}

/**
 * Returns the ids of the queries that a document cites: those that its footnotes name by id or title, and those that its
 * charts draw. An id in a sentence, or within another word, cites nothing.
 */
export function listCitedQueries(markdown: string, queries: readonly NamedQuery[]): Set<string> {
  const drawn = new Set([...markdown.matchAll(chart)].map(([, id]) => id));
  const names = [...markdown.matchAll(definition)].flatMap(([, text = '']) =>
    [...text.matchAll(named)].map(({ 0: name, index }) => fold(text.slice(index + name.length))),
  );
  const isNamed = (name: string | null) => {
    const folded = fold(name ?? '');
    return (
      folded !== '' && names.some((one) => one.startsWith(folded) && !/[\p{L}\p{N}_-]/u.test(one.charAt(folded.length)))
    );
  };
  return new Set(queries.filter(({ id, title }) => drawn.has(id) || isNamed(id) || isNamed(title)).map(({ id }) => id));
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
