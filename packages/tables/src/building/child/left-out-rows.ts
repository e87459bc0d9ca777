import type { LeftOut, LeftOutReason, LeftOutRow } from '../../table-types.ts';

/** Rows that are listed; the others are counted (contract 16). */
const maxListed = 20;

/** Collects the rows that a table leaves out. */
export class LeftOutRows {
  #count = 0;
  #rows: LeftOutRow[] = [];

  add(row: number, reason: LeftOutReason): void {
    this.#count += 1;
    if (this.#rows.length >= maxListed && row > (this.#rows.at(-1)?.row ?? 0)) return;
    this.#rows.push({ row, reason });
    this.#rows.sort((one, other) => one.row - other.row);
    this.#rows.length = Math.min(this.#rows.length, maxListed);
  }

  list(): LeftOut {
    return { count: this.#count, rows: this.#rows };
  }
}
