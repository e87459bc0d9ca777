const words =
  'grand total|sub-?\\s?totals?|totals?|sum|gesamtsumme|gesamtergebnis|zwischensumme|zwischenergebnis|summe|gesamt|' +
  'insgesamt|total général|sous-total|totaux|somme|ensemble|total general|suma|subtotal|i alt|totaal|totale|' +
  '合計|小計|総計|計';
const exact = new RegExp(`^(?:${words})(?:\\s*\\(?\\d{0,4}\\)?)?\\s*:?$`, 'iu');
const loose = new RegExp(`^(?:${words})\\s|\\s(?:${words})\\s*:?$`, 'iu');

/** The verdict on a row's first words: a total, possibly a total, or neither. */
export type TotalLabel = 'exact' | 'loose' | 'none';

/**
 * Reads the label of a row. "Total" is a total; "Total Energies" may be a company's name, so that the sums must agree.
 */
export function readTotalLabel(text: string): TotalLabel {
  if (text.length > 60) return 'none';
  if (exact.test(text)) return 'exact';
  return loose.test(text) ? 'loose' : 'none';
}

/** Figures may be rounded before they are added up. */
const tolerance = 1e-9;

/** Recognises rows of totals by their label and by the sums of the rows before. */
export class TotalRows {
  readonly #columns: readonly number[];
  readonly #sums: Float64Array;
  readonly #sinceLast: Float64Array;
  #rows = 0;
  #rowsSinceLast = 0;

  /** @param columns the columns whose numbers may be added up: no years, no shares */
  constructor(columns: readonly number[]) {
    this.#columns = columns;
    this.#sums = new Float64Array(columns.length);
    this.#sinceLast = new Float64Array(columns.length);
  }

  /**
   * Takes the next row and tells whether it is a total.
   * @param label its first words; null if it has none although other rows have
   * @param values its numbers by column, NaN where there is none
   */
  isTotal(label: TotalLabel | null, values: ArrayLike<number>): boolean {
    if (label === 'exact' || (label !== 'none' && this.#agrees(values))) {
      this.#sinceLast.fill(0);
      this.#rowsSinceLast = 0;
      return true;
    }
    for (const [at, column] of this.#columns.entries()) {
      const value = values[column] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      this.#sums[at] = (this.#sums[at] ?? 0) + value;
      this.#sinceLast[at] = (this.#sinceLast[at] ?? 0) + value;
    }
    this.#rows += 1;
    this.#rowsSinceLast += 1;
    return false;
  }

  /** Tells whether most numbers of a row are the sums of all rows, or of those since the last total. */
  #agrees(values: ArrayLike<number>): boolean {
    const shown = [...this.#columns.entries()].filter(([, column]) => !Number.isNaN(values[column] ?? Number.NaN));
    const agrees = (sums: Float64Array) => {
      const equal = shown.filter(([at, column]) => {
        const [sum, value] = [sums[at] ?? 0, values[column] ?? 0];
        return value !== 0 && Math.abs(sum - value) <= tolerance * Math.max(1, Math.abs(value));
      });
      return equal.length > 0 && equal.length * 2 >= shown.length;
    };
    return (this.#rows > 1 && agrees(this.#sums)) || (this.#rowsSinceLast > 1 && agrees(this.#sinceLast));
  }
}
