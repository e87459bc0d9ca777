import pg from 'pg';
import { isPooled, streamOf } from './pool.ts';
import type { Statement } from './statement.ts';

/** The conversion of parameters by pg, which exports it, but without its type. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils;

/** The text of each statement name. */
const named = new Map<string, string>();

/**
 * Sends statements in one round trip (`pipeline: true`) and returns their results. Rejects with the
 * first error once all are answered, or before any is sent.
 */
export async function send(
  client: pg.ClientBase,
  statements: readonly Statement<unknown>[],
): Promise<pg.QueryResult[]> {
  const queries = statements.map((statement) => toQuery(statement, isPooled(client)));
  const stream = streamOf(client);
  stream.cork();
  const answers = queries.map((query) => client.query(query));
  stream.uncork();
  const ends = await Promise.allSettled(answers);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/**
 * Sends statements in one round trip and one transaction, all or none. Returns one result for each.
 */
export async function sendBatch(
  client: pg.ClientBase,
  statements: readonly Statement<unknown>[],
): Promise<pg.QueryResult[]> {
  // After an error Postgres answers `commit` with a rollback.
  const results = await send(client, [{ text: 'begin' }, ...statements, { text: 'commit' }]);
  return results.slice(1, -1);
}

function toQuery(
  { name = '', text, values }: Statement<unknown>,
  isUnnamed: boolean,
): pg.QueryConfig {
  const known = name && named.get(name);
  if (known && known !== text)
    throw new Error(`The statement name ${name} already has another text`);
  if (name && !known) named.set(name, text);
  return {
    text,
    ...(name && !isUnnamed && { name }),
    ...(values && { values: values.map((value) => prepareValue(value)) }),
  };
}
