import pg from 'pg';
import type { Statement } from './statement.ts';

/** The parts of pg's connection and parameter conversion that a batch uses. pg exports them, but without types. */
interface WireConnection {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string }): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}
interface QueryInternals {
  handleError(error: Error, connection: unknown): void;
}
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;
const base = pg.Query.prototype as unknown as QueryInternals;

/** Statement names that are certainly prepared on a connection, with the text of each. */
const preparedNames = new WeakMap<object, Map<string, string>>();

type Settle = (error: Error | null | undefined, results: pg.QueryResult | pg.QueryResult[]) => void;

/**
 * Sends several statements with one Sync: one round trip and one implicit transaction, all or nothing (Postgres
 * manual, extended query protocol). Give it to `client.query` and await `results`, one per statement. An error in any
 * statement rejects and undoes the earlier ones.
 */
export class PipelinedQuery extends pg.Query {
  readonly results: Promise<pg.QueryResult[]>;
  readonly #statements: { name: string; text: string; values: unknown[] }[];
  readonly #newNames: string[] = [];
  #names = new Map<string, string>();

  constructor(statements: readonly Statement<unknown>[]) {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>();
    const settle: Settle = (error, results) =>
      error ? reject(error) : resolve(Array.isArray(results) ? results : [results]);
    super('', settle as ConstructorParameters<typeof pg.Query>[1] & Settle);
    this.results = promise;
    this.#statements = statements.map(({ name = '', text, values = [] }) => ({
      name,
      text,
      values: values.map((value) => prepareValue(value)),
    }));
  }

  /** Called by pg. A returned error rejects the batch before anything is sent. */
  override submit = (raw: pg.Connection): Error | undefined => {
    const connection = raw as unknown as WireConnection;
    this.#names = preparedNames.get(raw) ?? new Map();
    preparedNames.set(raw, this.#names);
    const misused = this.#statements.find(({ name, text }) => (this.#names.get(name) ?? text) !== text);
    if (misused) return new Error(`The statement name ${misused.name} already has another text`);
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      if (!this.#names.has(name)) this.#parse(connection, name, text);
      connection.bind({ statement: name, values });
      connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '' });
    }
    connection.sync();
    connection.stream.uncork();
    return undefined;
  };

  #parse(connection: WireConnection, name: string, text: string): void {
    if (name) {
      // An earlier error may have left the name prepared. Closing an unknown name is not an error.
      connection.close({ type: 'S', name });
      this.#names.set(name, text);
      this.#newNames.push(name);
    }
    connection.parse({ name, text });
  }

  /** Called by pg. It is unknown which new names the error left prepared, so all are prepared again next time. */
  handleError(error: Error, connection: unknown): void {
    for (const name of this.#newNames) this.#names.delete(name);
    base.handleError.call(this, error, connection);
  }
}
