import type { LeftOut, LeftOutReason } from '../../table-types.ts';

const maxRows = 100;
const maxExample = 200;

/** Collects what is in no table, a fact for each reason, table and column. */
export class LeftOutRows {
  readonly #facts = new Map<string, LeftOut>();
  readonly #sheet: string | null;

  constructor(sheet: string | null) {
    this.#sheet = sheet;
  }

  /** Notes a row; `row` is null for a fact about a column or sheet, which counts `count`. */
  add(
    reason: LeftOutReason,
    place: { table?: string; column?: string },
    row: number | null,
    example: string,
    count = 1,
  ): void {
    const { table = null, column = null } = place;
    const key = JSON.stringify([reason, table, column]);
    const fact = this.#facts.get(key) ?? {
      reason,
      sheet: this.#sheet,
      table,
      column,
      rows: [],
      count: 0,
      example: example.slice(0, maxExample),
    };
    fact.count += count;
    if (row !== null && fact.rows.length < maxRows) fact.rows.push(row);
    this.#facts.set(key, fact);
  }

  list(): LeftOut[] {
    return [...this.#facts.values()];
  }
}
