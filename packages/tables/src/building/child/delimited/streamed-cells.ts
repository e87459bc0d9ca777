import { textCell } from '../cells/cell.ts';
import type { ColumnType } from '../cells/choose-type.ts';
import type { ColumnSurvey } from '../cells/column-survey.ts';
import { fillCell } from '../cells/fill-cell.ts';
import type { ColumnBuffer } from '../storing/column-buffer.ts';
import { PlainNumber, readIsoDay } from './plain-number.ts';
import { fieldText } from './scan-records.ts';

const maxFields = 20_000;
const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
/** Texts after which a column is one of texts, whatever follows. */
const enoughTexts = 1_000;

/** The fields of one row of a large text, as places in its bytes. */
export class StreamedCells {
  /** Fields of the row, the ones behind the last filled one included. */
  count = 0;
  readonly #bytes: Buffer;
  readonly #starts = new Int32Array(maxFields);
  readonly #ends = new Int32Array(maxFields);
  readonly #quotes = new Uint8Array(maxFields);
  readonly #number = new PlainNumber();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Notes a field, without control characters and blanks around it. */
  take(column: number, start: number, end: number, hasQuotes: boolean): void {
    if (column >= maxFields) return;
    let [from, to] = [start, end];
    while (from < to && (this.#bytes[from] ?? 0) <= 0x20) from += 1;
    while (to > from && (this.#bytes[to - 1] ?? 0) <= 0x20) to -= 1;
    this.#starts[column] = from;
    this.#ends[column] = to;
    this.#quotes[column] = hasQuotes ? 1 : 0;
    this.count = column + 1;
  }

  clear(): void {
    this.count = 0;
  }

  isBlank(at: number): boolean {
    return this.#starts[at] === this.#ends[at];
  }

  hasAny(): boolean {
    for (let at = 0; at < this.count; at += 1) if (!this.isBlank(at)) return true;
    return false;
  }

  /** Tells whether a field is plain digits or a day, so that it is no label. */
  isPlain(at: number): boolean {
    const [start, end] = [this.#starts[at] ?? 0, this.#ends[at] ?? 0];
    return this.#number.read(this.#bytes, start, end) || !Number.isNaN(readIsoDay(this.#bytes, start, end));
  }

  textAt(at: number): string {
    return fieldText(this.#bytes, this.#starts[at] ?? 0, this.#ends[at] ?? 0, this.#quotes[at] === 1);
  }

  /** Writes the row for people. */
  text(): string {
    const texts = Array.from({ length: this.count }, (_, at) => this.textAt(at));
    return texts.filter((text) => text !== '').join(' | ');
  }

  /** Counts the fields in the surveys of their columns. */
  survey(surveys: readonly ColumnSurvey[], places: Int32Array): void {
    const width = Math.min(this.count, places.length);
    for (let at = 0; at < width; at += 1) {
      const survey = surveys[places[at] ?? -1];
      if (!survey || this.isBlank(at)) continue;
      const isText = survey.texts >= enoughTexts && survey.texts > survey.numbers + survey.dates;
      if (isText) survey.addKnownText();
      else this.#surveyField(survey, at);
    }
  }

  #surveyField(survey: ColumnSurvey, at: number): void {
    const [start, end] = [this.#starts[at] ?? 0, this.#ends[at] ?? 0];
    const number = this.#number;
    if (number.read(this.#bytes, start, end)) {
      const value = number.digits / (powers[number.scale] ?? 1);
      survey.addPlain(number.whole, number.scale, number.sign, number.canGroup, value);
    } else if (!Number.isNaN(readIsoDay(this.#bytes, start, end))) survey.addIsoDay();
    else {
      const cell = textCell(this.textAt(at));
      if (cell) survey.addText(cell.text);
    }
  }

  /** Sets the fields in the buffers of their columns, and their numbers in `values`, NaN where there is none. */
  fill(
    buffers: readonly ColumnBuffer[],
    row: number,
    columns: readonly { at: number; type: ColumnType }[],
    values: Float64Array,
  ): void {
    for (let index = 0; index < columns.length; index += 1) {
      const [column, buffer] = [columns[index], buffers[index]];
      values[index] = Number.NaN;
      if (!column || !buffer || column.at >= this.count || this.isBlank(column.at)) continue;
      values[index] = this.#fillField(buffer, row, column.at, column.type);
    }
  }

  #fillField(buffer: ColumnBuffer, row: number, at: number, type: ColumnType): number {
    const [start, end] = [this.#starts[at] ?? 0, this.#ends[at] ?? 0];
    if (type.storage === 'text') return this.#fillText(buffer, row, at, start, end);
    if (type.storage === 'whole' || type.storage === 'decimal') {
      const number = this.#number;
      if (number.read(this.#bytes, start, end)) {
        const scale = number.sign === null || number.sign === type.decimalSign ? number.scale : 0;
        buffer.setWhole(row, number.digits * (powers[type.scale - scale] ?? 1));
        return number.digits / (powers[scale] ?? 1);
      }
    } else if (type.storage === 'date' && type.dateForm === 'iso') {
      const days = readIsoDay(this.#bytes, start, end);
      if (!Number.isNaN(days)) {
        buffer.setDate(row, days);
        return Number.NaN;
      }
    }
    const cell = textCell(this.textAt(at));
    return cell ? fillCell(buffer, row, cell, type) : Number.NaN;
  }

  #fillText(buffer: ColumnBuffer, row: number, at: number, start: number, end: number): number {
    const bytes = this.#bytes;
    // Blanks beyond ASCII, as in UTF-8, are rare.
    const mayHaveBlanks = (bytes[start] ?? 0) >= 0xc2 || (bytes[end - 1] ?? 0) >= 0x80;
    if (this.#quotes[at] === 1 || mayHaveBlanks) {
      const cell = textCell(this.textAt(at));
      if (cell) buffer.setText(row, cell.text);
    } else buffer.setBytes(row, bytes.subarray(start, end));
    return Number.NaN;
  }
}
