/** One SQL statement with its parameters. `name` makes it a prepared statement; a name stands for one text. */
export interface Statement {
  name?: string;
  text: string;
  values?: readonly unknown[];
}

/** Joins a template's SQL with `$1`, `$2` … for its values: sql`select … where id = ${id}`. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  return { text: parts.reduce((text, part, index) => `${text}$${index}${part}`), values };
}
