import type { QueryListItem } from './queries.ts';

const longestName = 80;

/** Names a query for people: its title, else the beginning of its SQL in one line. */
export function nameQuery({ title, sql }: Pick<QueryListItem, 'title' | 'sql'>): string {
  if (title !== null && title.trim() !== '') return title;
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}

/** Returns how a text cites a query: `Query <id>` (contract 10). */
export const citeQuery = ({ id }: Pick<QueryListItem, 'id'>): string => `Query ${id}`;

/** Reads the id of a query from its citation; undefined if the text is none. */
export const readQueryCitation = (text: string): string | undefined => /^Query\s+([\w-]+)/i.exec(text.trim())?.[1];
