import pg from 'pg';

/** Most statements that are prepared on each connection. DBOS has about a hundred, and more texts with lists. */
const maxNames = 200;

type Send = (text: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>;

/**
 * Makes the class of a pool's connections, which prepare the statements of DBOS. DBOS gives them no names, so Postgres
 * would parse and plan each of them every time, which takes longer than to execute it. Statements without parameters are
 * sent as they are.
 */
export function makePreparingClient(): typeof pg.Client {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const name = `durable_${names.size}`;
    names.set(text, name);
    return name;
  };
  return class PreparingClient extends pg.Client {
    override query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
      const send = super.query.bind(this) as Send;
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
      return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
    }) as typeof pg.Client.prototype.query;
  };
}
