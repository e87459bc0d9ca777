import { cleanText } from '../cells/cell.ts';
import { kindOfText } from '../cells/column-survey.ts';

/** Records from which the usual look of each column is known, and those that it takes at least. */
const [sampledRecords, fewestRecords] = [300, 3];
/** Records with more fields too many or too few are left as they are; this also bounds the work for each field. */
const maxDifference = 8;
/** Looks of a column that have at least this share are usual. */
const usualShare = 0.05;
/** Columns with more looks than this are free text. */
const maxLooks = 12;
const longestLook = 16;

interface Column {
  blankShare: number;
  looks: ReadonlySet<string>;
  isFree: boolean;
  hasNumbers: boolean;
}

/**
 * Puts the fields of a record with one delimiter too many or too few into the columns where they look as the others
 * do: `28/03/2018,,08:45` has a blank field that no other record has.
 */
export class RecordAligner {
  /** The number of fields of a regular record. */
  readonly width: number;
  readonly #columns: Column[];

  /** @param records fields of records; those with `width` fields are the regular ones */
  constructor(width: number, records: readonly (readonly string[])[]) {
    this.width = width;
    const regular = records.filter((fields) => fields.length === width).slice(0, sampledRecords);
    this.#columns =
      regular.length < fewestRecords
        ? []
        : Array.from({ length: width }, (_, at) => describeColumn(regular.map((fields) => fields[at] ?? '')));
  }

  /**
   * Returns the fields in their columns; null if they fit best as they are.
   * @param reread splits the record by other delimiters, for a record that another program wrote
   */
  align(fields: readonly string[], reread?: () => readonly (readonly string[])[]): string[] | null {
    const difference = fields.length - this.width;
    if (this.#columns.length === 0 || difference === 0 || fields.every((field) => field.trim() === '')) return null;
    const asItIs = this.#score(fields);
    const other = reread?.().find((split) => split.length === this.width && this.#score(split) > asItIs + 1);
    if (other) return [...other];
    if (difference > maxDifference || difference < -maxDifference) return null;
    const found = this.#fit(fields);
    if (found && found.score >= asItIs + 1) return found.fields;
    return difference > 0 && fields.slice(this.width).every((field) => field.trim() === '')
      ? fields.slice(0, this.width)
      : null;
  }

  #score(fields: readonly string[]): number {
    let score = 0;
    for (let at = 0; at < this.width; at += 1) score += this.#fits(fields[at] ?? '', at);
    const surplus = fields.slice(this.width).filter((field) => field.trim() !== '').length;
    return score - 2 * surplus;
  }

  /** Tells how well a text fits into a column, from -1 to 1. */
  #fits(field: string, at: number): number {
    const column = this.#columns[at];
    if (!column) return -1;
    const text = cleanText(field);
    if (text === '') return column.blankShare > 0.5 ? 1 : column.blankShare > 0 ? 0 : -1;
    if (column.blankShare > 0.95) return -1;
    if (column.looks.has(lookOf(text))) return 1;
    if (kindOfText(text) === 'number') return column.hasNumbers ? 1 : -1;
    return column.isFree ? 0.5 : -1;
  }

  /** Finds the best way to leave out blank fields or to insert them; null if no way has room for all words. */
  #fit(fields: readonly string[]): { score: number; fields: string[] } | null {
    const [rows, columns] = [fields.length + 1, this.width + 1];
    const band = Math.abs(fields.length - this.width) + 1;
    const scores = new Float64Array(rows * columns).fill(Number.NEGATIVE_INFINITY);
    const moves = new Uint8Array(rows * columns);
    scores[0] = 0;
    const better = (place: number, score: number, move: number) => {
      if (score <= (scores[place] ?? 0)) return;
      scores[place] = score;
      moves[place] = move;
    };
    for (let row = 0; row < rows; row += 1) {
      const field = fields[row] ?? '';
      const isBlank = field.trim() === '';
      for (let column = Math.max(0, row - band); column < Math.min(columns, row + band + 1); column += 1) {
        const place = row * columns + column;
        const score = scores[place] ?? Number.NEGATIVE_INFINITY;
        if (score === Number.NEGATIVE_INFINITY) continue;
        if (row < rows - 1 && column < columns - 1) better(place + columns + 1, score + this.#fits(field, column), 1);
        if (row < rows - 1 && isBlank) better(place + columns, score - 0.1, 2);
        if (column < columns - 1) better(place + 1, score + this.#fits('', column) - 0.1, 3);
      }
    }
    const score = scores.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (score === Number.NEGATIVE_INFINITY) return null;
    const aligned: string[] = [];
    let [row, column] = [rows - 1, columns - 1];
    while (row > 0 || column > 0) {
      const move = moves[row * columns + column];
      if (move === 1) aligned.push(fields[row - 1] ?? '');
      if (move === 3) aligned.push('');
      if (move !== 3) row -= 1;
      if (move !== 2) column -= 1;
    }
    return { score, fields: aligned.reverse() };
  }
}

function describeColumn(fields: readonly string[]): Column {
  const texts = fields.map(cleanText).filter((text) => text !== '');
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(lookOf(text), (counts.get(lookOf(text)) ?? 0) + 1);
  const usual = [...counts].filter(([, count]) => count >= Math.max(2, texts.length * usualShare));
  return {
    blankShare: 1 - texts.length / fields.length,
    looks: new Set(usual.map(([look]) => look)),
    isFree: counts.size > maxLooks || texts.every((text) => kindOfText(text) === 'text' && /\s/.test(text)),
    hasNumbers: texts.filter((text) => kindOfText(text) === 'number').length * 2 > texts.length,
  };
}

/** Returns how a text looks: runs of letters, digits and blanks as one sign each. */
function lookOf(text: string): string {
  return text
    .slice(0, 40)
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9')
    .replace(/\s+/g, ' ')
    .slice(0, longestLook);
}
