import pg from 'pg';

/** A column of a statement's answer, as Postgres describes it without executing the statement. */
export interface DescribedColumn {
  name: string;
  /** Object id of its type. */
  typeId: number;
  /** The column of a table that it comes from unchanged; null for anything that is computed. */
  origin: { tableId: number; columnNumber: number } | null;
}

interface WireConnection {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Lets Postgres parse a statement and describe its answer; nothing is executed. */
class DescribeQuery extends pg.Query {
  readonly columns: Promise<DescribedColumn[]>;
  readonly #text: string;
  #fields: pg.FieldDef[] = [];

  constructor(text: string) {
    const { promise, resolve, reject } = Promise.withResolvers<DescribedColumn[]>();
    super('', ((error: Error | null) => (error ? reject(error) : resolve(this.#fields.map(toColumn)))) as never);
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

  /** pg calls this for the description. */
  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#fields = fields;
  }
}

function toColumn({ name, dataTypeID, tableID, columnID }: pg.FieldDef): DescribedColumn {
  const origin = tableID === 0 ? null : { tableId: tableID, columnNumber: columnID };
  return { name, typeId: dataTypeID, origin };
}

/** Describes the answer of a statement; throws what Postgres says about one that it cannot parse. */
export function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const query = new DescribeQuery(text);
  client.query(query);
  return query.columns;
}
