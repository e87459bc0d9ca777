declare const rowOf: unique symbol;

/** The row of a statement that answers without columns. */
export type NoRow = Record<never, never>;

/** One SQL statement with its parameters, and the row that it answers with: a test compares the two with the database. */
export interface Statement<Row = NoRow> {
  /** Makes it a prepared statement; a name stands for one text. */
  name?: string;
  text: string;
  values?: readonly unknown[];
  /** Carries the type only. */
  readonly [rowOf]?: Row;
}

/** The rows of several statements, in their order. */
export type RowsOf<Rows extends readonly unknown[]> = { -readonly [Index in keyof Rows]: Rows[Index][] };
/** Several statements, by the rows that they answer with. */
export type Statements<Rows extends readonly unknown[]> = readonly [
  ...{ [Index in keyof Rows]: Statement<Rows[Index]> },
];

/** Joins a template's SQL with `$1`, `$2` … for its values: sql<Row>`select … where id = ${id}`. */
export function sql<Row = NoRow>(parts: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  return { text: parts.reduce((text, part, index) => `${text}$${index}${part}`), values };
}
