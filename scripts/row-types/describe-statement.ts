import pg from 'pg';

/** A column of a statement's result, as Postgres describes it without executing the statement. */
export interface DescribedColumn {
  name: string;
  /** Object id of the column's type. */
  typeId: number;
  /** The table column that it returns unchanged; null for a computed column. */
  origin: { tableId: number; columnNumber: number } | null;
}

interface WireConnection {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Lets Postgres parse a statement and describe its result without executing it. */
class DescribeQuery extends pg.Query {
  readonly columns: Promise<DescribedColumn[]>;
  readonly #text: string;
  #fields: pg.FieldDef[] = [];

  constructor(text: string) {
    const { promise, resolve, reject } = Promise.withResolvers<DescribedColumn[]>();
    super('', ((error: Error | null) =>
      error ? reject(error) : resolve(this.#fields.map(toColumn))) as never);
    this.columns = promise;
    this.#text = text;
  }

  override submit = (raw: pg.Connection): undefined => {
    const connection = raw as unknown as WireConnection;
    connection.parse({ name: '', text: this.#text });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
    return undefined;
  };

  /** pg calls this with the description. */
  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#fields = fields;
  }
}

function toColumn({ name, dataTypeID, tableID, columnID }: pg.FieldDef): DescribedColumn {
  const origin = tableID === 0 ? null : { tableId: tableID, columnNumber: columnID };
  return { name, typeId: dataTypeID, origin };
}

/**
 * Describes the result of a statement. Throws Postgres' error for a statement that it cannot parse.
 */
export function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const query = new DescribeQuery(text);
  client.query(query);
  return query.columns;
}
