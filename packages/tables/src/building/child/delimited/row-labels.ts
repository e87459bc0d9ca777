import { textCell } from '../cells/cell.ts';
import { readTotalLabel, type TotalLabel } from '../layout/total-rows.ts';
import { isLabel } from '../table-shape.ts';
import type { StreamedCells } from './streamed-cells.ts';

/** Labels that are remembered. */
const maxRemembered = 4_096;

/** Reads the labels of rows: of each the first field that is words. */
export class RowLabels {
  readonly #known = new Map<string, TotalLabel | 'no_label'>();

  /** Returns what a row's label says; null if it has none. */
  read(cells: StreamedCells): TotalLabel | null {
    for (let at = 0; at < cells.count; at += 1) {
      if (cells.isBlank(at) || cells.isPlain(at)) continue;
      const label = this.#look(cells.textAt(at));
      if (label !== 'no_label') return label;
    }
    return null;
  }

  #look(text: string): TotalLabel | 'no_label' {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const cell = textCell(text);
    const label = cell && isLabel(cell) ? readTotalLabel(cell.text) : 'no_label';
    if (this.#known.size < maxRemembered) this.#known.set(text, label);
    return label;
  }
}
