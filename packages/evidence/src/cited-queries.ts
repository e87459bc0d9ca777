import { queryNames } from './material.ts';
import { foldName } from './quotes.ts';

/** The definition of a footnote with its indented lines, and the query of a chart. */
const definition = /^\s{0,3}\[\^[^[\]\s]+\]:(.*(?:\n[ \t]+\S.*)*)$/gmu;
const chart = /"query"\s*:\s*"([^"\n]{1,64})"/gu;
const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${queryNames.join('|')})[ \\u00a0]{0,2}`, 'giu');

interface NamedQuery {
  id: string;
  title: string | null;
}

/** Returns the ids of the queries that footnotes name by id or title, or that charts draw. */
export function listCitedQueries(markdown: string, queries: readonly NamedQuery[]): Set<string> {
  const drawn = new Set([...markdown.matchAll(chart)].map(([, id]) => id));
  const longest = Math.max(
    0,
    ...queries.flatMap(({ id, title }) => [fold(id).length, fold(title ?? '').length]),
  );
  const names = [...markdown.matchAll(definition)].flatMap(([, text = '']) => {
    const folded = fold(text);
    const starts = [...folded.matchAll(named)].map(({ 0: name, index }) => index + name.length);
    return [0, ...starts].map((start) => folded.slice(start, start + longest + 1));
  });
  const isNamed = (name: string | null) => {
    const folded = fold(name ?? '');
    return (
      folded !== '' &&
      names.some(
        (one) => one.startsWith(folded) && !/[\p{L}\p{N}_-]/u.test(one.charAt(folded.length)),
      )
    );
  };
  return new Set(
    queries
      .filter(({ id, title }) => drawn.has(id) || isNamed(id) || isNamed(title))
      .map(({ id }) => id),
  );
}

const fold = (text: string): string =>
  text
    .replace(/[“”„"«»‘’*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * Returns the queries that a document names anywhere, surely cited ones first. A check reads no
 * others as cited.
 */
export function listNamedQueries<Query extends NamedQuery>(
  markdown: string,
  queries: readonly Query[],
): Query[] {
  const text = foldName(markdown.replaceAll('\\', ''));
  const isIn = (name: string | null) => {
    const folded = foldName((name ?? '').replaceAll('\\', ''));
    return folded !== '' && text.includes(folded);
  };
  const cited = listCitedQueries(markdown, queries);
  return queries
    .filter(({ id, title }) => cited.has(id) || isIn(id) || isIn(title))
    .toSorted((one, other) => Number(cited.has(other.id)) - Number(cited.has(one.id)));
}
