declare const rowOf: unique symbol;

/** The row of a statement that returns no columns. */
export type NoRow = Record<never, never>;

/**
 * One SQL statement with its parameters and the type of its rows. A test compares the two with the
 * database.
 */
export interface Statement<Row = NoRow> {
  /** Makes it a prepared statement. Each name has one text. */
  name?: string;
  text: string;
  values?: readonly unknown[];
  /** Carries the type only. */
  readonly [rowOf]?: Row;
}

/** The rows of several statements, in their order. */
export type RowsOf<Rows extends readonly unknown[]> = {
  -readonly [Index in keyof Rows]: Rows[Index][];
};
/** Several statements, typed by the rows that they return. */
export type Statements<Rows extends readonly unknown[]> = readonly [
  ...{ [Index in keyof Rows]: Statement<Rows[Index]> },
];

/** Joins a template's SQL with `$1`, `$2` … for its values: sql<Row>`select … where id = ${id}`. */
export function sql<Row = NoRow>(
  parts: TemplateStringsArray,
  ...values: unknown[]
): Statement<Row> {
  return { text: parts.reduce((text, part, index) => `${text}$${index}${part}`), values };
}
