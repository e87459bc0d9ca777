import type { QueryListItem } from '../../shared/data/data-queries.ts';

/** A statement with one result, however often it was asked. */
export interface JoinedQuery {
  /** The newest of them that a document uses, else the newest. */
  query: QueryListItem;
  times: number;
  /** File names of the documents that use any of them. */
  usedIn: string[];
}

/** Joins queries of the same statement and result, in the order of the newest of each. */
export function joinQueries(queries: readonly QueryListItem[]): JoinedQuery[] {
  const sameOf = ({ sql, resultHash }: QueryListItem) =>
    JSON.stringify([sql.replace(/\s+/g, ' ').trim(), resultHash]);
  return [...Map.groupBy(queries, sameOf).values()].flatMap((same) => {
    const query = same.find(({ usedIn }) => usedIn.length > 0) ?? same[0];
    if (!query) return [];
    const title = query.title ?? same.find((one) => one.title !== null)?.title ?? null;
    return [
      {
        query: { ...query, title },
        times: same.length,
        usedIn: [...new Set(same.flatMap((one) => one.usedIn))],
      },
    ];
  });
}
