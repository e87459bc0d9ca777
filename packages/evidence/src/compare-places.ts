import { readContentWords } from '@ecp/language/content-words';
import { readDays } from '@ecp/language/dates';
import type { Language } from '@ecp/language/language';
import { anyStyle } from '@ecp/language/number-style';
import { compareUnits, isSameValue, type ValueMatch } from './compare-figures.ts';
import type { Fault } from './faults.ts';
import {
  type AttachedPeriod,
  type FoundPeriod,
  mayAgree,
  readPeriods,
  readTyped,
  type TypedFigure,
} from './figures.ts';
import type { Footnote } from './footnotes.ts';
import { findNamed, type NamingText, toNamingText } from './labels.ts';
import type { Doubt } from './material.ts';
import { isCitedWhole } from './source-figures.ts';
import type { SourcePart } from './sources.ts';
import type { SourceTable } from './tables.ts';

interface PlacedWords {
  sentence: string;
  own: readonly TypedFigure[];
  footnotes: readonly Footnote[];
}

/** Checks that the row, the column and the period of a value are those that a statement names. */
export class PlaceCheck {
  readonly text: NamingText;
  readonly periods: readonly FoundPeriod[];
  readonly #language: Language;
  readonly #own: readonly TypedFigure[];
  readonly #footnotes: readonly Footnote[];

  constructor({ sentence, own, footnotes }: PlacedWords, language: Language) {
    this.text = toNamingText(sentence, language);
    this.periods = readPeriods(sentence);
    this.#language = language;
    this.#own = own;
    this.#footnotes = footnotes;
  }

  comparePeriod(
    figure: TypedFigure,
    { figure: found, table }: ValueMatch,
    doubts: Doubt[],
  ): Fault | null {
    const given = found.period;
    if (given === null) return null;
    const told = figure.period;
    const kind = found.cell ? 'column' : 'period';
    const column = found.cell ? `${found.cell.column}` || given.name : given.name;
    const calendar = told && this.#compareCalendars(told, given, found.cell !== null);
    const spans = told && compareSpans(told, given);
    for (const relation of [calendar, spans]) {
      if (told === null || relation === null || relation === 'open') continue;
      if (relation === 'same') return null;
      if (relation === 'other')
        return { kind, figure: `${figure.shown} (${showPeriod(told)})`, found: showPeriod(given) };
      doubts.push({ kind: 'period', figure: figure.shown, found: showPeriod(given) });
      return null;
    }
    if (told && !mayAgree(told.name, given.name)) {
      if (told.isSure && given.isSure)
        return { kind, figure: `${figure.shown} (${told.name})`, found: column };
      if (!this.periods.some(({ period }) => mayAgree(period, given.name))) {
        const isOfTable =
          table && findNamed(this.text, table, 'column').some(({ isLiteral }) => isLiteral);
        if (isOfTable && given.isSure) return { kind, figure: figure.shown, found: column };
      }
      doubts.push({ kind: 'period', figure: figure.shown, found: given.name });
    } else if (!told && found.cell && this.periods.length === 0)
      doubts.push({ kind: 'column', figure: figure.shown, found: column });
    else if (
      !told &&
      this.periods.length > 0 &&
      !this.periods.some(({ period }) => mayAgree(period, given.name))
    )
      doubts.push({ kind: 'period', figure: figure.shown, found: given.name });
    return null;
  }

  /**
   * False for an equal value of the paper that is another thing's: of another period, or cited by
   * sentences and rows that share no content word with this one.
   * @param contexts the content words of the sentences and rows that cite each footnote, by its
   * label
   */
  isOfSameThing(
    figure: TypedFigure,
    match: ValueMatch,
    contexts: ReadonlyMap<string, ReadonlySet<string>>,
  ): boolean {
    if (this.comparePeriod(figure, match, []) !== null) return false;
    const words = match.citation === null ? undefined : contexts.get(match.citation);
    if (words === undefined || words.size === 0) return true;
    const contentWords = readContentWords(figure.cell?.row ?? this.text.original, this.#language);
    return contentWords.length === 0 || contentWords.some(({ stem }) => words.has(stem));
  }

  /**
   * Compares a fiscal period with one of the calendar. They are two, unless the source gives the
   * calendar's dates of the fiscal one. Where it says when its years end, or does not name the
   * years of a table as fiscal ones, that is a doubt.
   */
  #compareCalendars(told: AttachedPeriod, given: AttachedPeriod, isCell: boolean): Relation {
    if (told.fiscal === given.fiscal) return 'open';
    const plain = told.fiscal ? given : told;
    if (
      given.fiscal &&
      given.calendar.some((name) => name === told.name || name.startsWith(`${told.name}-`))
    ) {
      // A year's end does not make it that year of the calendar.
      const isCoarser = !given.calendar.includes(told.name);
      return isCoarser ? 'other' : 'same';
    }
    if (!isWhole(told.name) || !isWhole(given.name)) return 'open';
    const areYearsFiscal = isCell && !given.fiscal && this.#namesFiscalYears();
    // The years of such a table are the fiscal ones that the statement tells, and another one is
    // another.
    if (areYearsFiscal && !mayAgree(told.name, given.name)) return 'open';
    const ends = this.#findYearEnds();
    const isOpen = ends !== null && (ends === 12 || ends === 0 || !/^\d{4}$/.test(plain.name));
    if (isOpen || told.until !== null || given.until !== null || areYearsFiscal) return 'doubt';
    return told.isSure && given.isSure ? 'other' : 'doubt';
  }

  /**
   * The last month of the fiscal years that the sources define, 0 if they define them otherwise.
   * Null if they do not.
   */
  #findYearEnds(): number | null {
    for (const { text, numberStyle } of this.#listParts()) {
      const words = yearEnd.exec(text.slice(0, maxText))?.[0];
      if (words === undefined) continue;
      if (/calendar|kalender|civile|natural|暦年/iu.test(words)) return 12;
      return (
        readDays(words, numberStyle().language).find(({ months }) => months !== null)
          ?.months?.[1] ?? 0
      );
    }
    return null;
  }

  #namesFiscalYears(): boolean {
    return this.#listParts().some(({ text }) => fiscalWords.test(text.slice(0, maxText)));
  }

  #listParts(): readonly SourcePart[] {
    return this.#footnotes.flatMap(({ sources }) => sources.flatMap(({ parts }) => parts));
  }

  compareCell(
    figure: TypedFigure,
    { figure: found, table }: ValueMatch,
    doubts: Doubt[],
  ): Fault | null {
    if (!found.cell || !table) return null;
    const { cell } = found;
    // In a sentence, a figure that is the label of a row names it for another value of the row.
    const isLabel =
      figure.cell === null && cell.row === found.shown && cell.column === table.columns[0];
    if (isLabel && this.#tellsAnother(table, cell.row, figure)) return null;
    const text = figure.cell ? toNamingText(figure.cell.row, this.#language) : this.text;
    const rows = findNamed(text, table, 'row');
    if (!rows.some(({ label }) => label === cell.row)) {
      // "All eight, without South Africa" names no row "all eight".
      const isCommon = (label: string) =>
        cell.row.includes(label) &&
        (figure.cell
          ? figure.cell.row.trim().toLowerCase() !== label.toLowerCase()
          : countsThings(label));
      const literal = rows.filter(({ isLiteral, label }) => isLiteral && !isCommon(label));
      // A row without a name is that of all rows, which a sentence about single rows may also
      // state.
      const isNamed = cell.row !== '';
      if (
        isNamed &&
        literal.length > 0 &&
        !this.#isTold(
          table,
          literal.map(({ label }) => label),
          cell.column,
        ) &&
        !this.#isWeak(figure, table, 'column', cell.column)
      )
        return { kind: 'row', figure: figure.shown, found: cell.row };
      const isBehindRow = literal.some(({ start }) => start < figure.start);
      if (isNamed || isBehindRow)
        doubts.push({ kind: 'row', figure: figure.shown, found: cell.row });
    } else if (rows.length > 1 && !figure.cell) {
      const before = rows
        .filter(({ start }) => start < figure.start)
        .toSorted((one, other) => one.start - other.start)
        .at(-1);
      if (before && before.label !== cell.row)
        doubts.push({ kind: 'row', figure: figure.shown, found: cell.row });
    }
    if (found.period !== null) return null;
    const columnText = figure.cell ? toNamingText(figure.cell.column, this.#language) : this.text;
    const columns = findNamed(columnText, table, 'column');
    if (columns.some(({ label }) => label === cell.column)) return null;
    const isAlike = (label: string) =>
      table.rows.some(({ figures }) => figures[table.columns.indexOf(label)]?.kind === found.kind);
    const holdsNumbers = (label: string) =>
      table.rows.some(({ figures }) => figures[table.columns.indexOf(label)]);
    const literal = columns.filter(
      ({ isLiteral, label }) =>
        isLiteral &&
        // Without spaces between words, a head contains the name of another column in a longer
        // word.
        (figure.cell === null ||
          this.#language !== 'ja' ||
          label === withoutUnit(figure.cell.column)) &&
        // A share names its whole: "Damaged, % of reports" is no head of the reports.
        ((figure.cell !== null && figure.kind !== 'percent' && holdsNumbers(label)) ||
          isAlike(label)) &&
        !rows.some((row) => row.label.toLowerCase().includes(label.toLowerCase())),
    );
    const isOther =
      literal.length === 1 &&
      literal[0] &&
      (figure.cell || !this.#isToldInRow(table, cell.row, literal[0].label));
    if (isOther && !this.#isWeak(figure, table, 'row', cell.row))
      return { kind: 'column', figure: figure.shown, found: cell.column };
    const numbers = table.columns.filter((_, index) =>
      table.rows.some(({ figures }) => figures[index]),
    );
    if (numbers.length > 1)
      doubts.push({ kind: 'column', figure: figure.shown, found: cell.column });
    return null;
  }

  /**
   * True if the sentence does not name the column or row of a table cited whole, and no other
   * column has its unit.
   */
  #isWeak(figure: TypedFigure, table: SourceTable, side: 'row' | 'column', own: string): boolean {
    if (!isCitedWhole(this.#footnotes, table)) return false;
    if (figure.unit === null && Number.isInteger(figure.value) && figure.value <= table.rows.length)
      return true;
    if (
      findNamed(this.text, table, side).some(({ isLiteral, label }) => isLiteral && label === own)
    )
      return false;
    const alike = table.columns.filter((_, index) =>
      table.rows.some(({ figures }) => figures[index] && figures[index].unit === figure.unit),
    );
    return side === 'row' || figure.unit === null || alike.length !== 1;
  }

  #isTold(table: SourceTable, labels: readonly string[], column: string): boolean {
    const at = table.columns.indexOf(column);
    const cells = table.rows
      .filter(({ label }) => labels.includes(label))
      .flatMap(({ figures }) => figures[at] ?? []);
    return cells.some((cell) =>
      this.#own.some((one) => isSameValue(one, cell) && compareUnits(one, cell) !== 'other'),
    );
  }

  /** True if the sentence states a value of a row besides its label and a figure of its own. */
  #tellsAnother(table: SourceTable, row: string, figure: TypedFigure): boolean {
    const others = this.#own.filter((one) => one !== figure && one.start !== figure.start);
    const cells = table.rows
      .filter(({ label }) => label === row)
      .flatMap(({ figures }) => figures.slice(1));
    return cells.some(
      (cell) =>
        cell && others.some((one) => isSameValue(one, cell) && compareUnits(one, cell) !== 'other'),
    );
  }

  #isToldInRow(table: SourceTable, row: string, column: string): boolean {
    const at = table.columns.indexOf(column);
    const cells = table.rows
      .filter(({ label }) => label === row)
      .flatMap(({ figures }) => figures[at] ?? []);
    return cells.some((cell) =>
      this.#own.some((one) => isSameValue(one, cell) && compareUnits(one, cell) !== 'other'),
    );
  }
}

/** How two periods relate: `open` if other rules decide. */
type Relation = 'same' | 'other' | 'doubt' | 'open';

/** Limits the characters of a source in which its fiscal years are sought. */
const maxText = 100_000;
const fiscalWords =
  /(?<!\p{L})(?:fiscal|financial years?|FY\s?\d|years? ended|Geschäftsjahr|exercice|ejercicio|año fiscal)|年度|月期/iu;
/**
 * A sentence that says when fiscal years begin or end, without the number of a year before that.
 */
const yearEnd =
  /(?<!\p{L})(?:(?:fiscal|financial|business) years?|Geschäftsjahr\p{L}*|exercices?|années? fiscales?|ejercicios?|años? fiscal(?:es)?)(?!\p{L})[^.\n\d]{0,40}(?<!\p{L})(?:ends?|ended|ending|runs?|begins?|starts?|calendar|endet|läuft|beginnt|Kalenderjahr|termine|clôture|commence|civile|termina|cierra|comienza|natural)(?!\p{L})[^.\n]{0,60}|(?:事業年度|会計年度|年度)は[^。\n]{0,60}/iu;

/** True for a year, and for a quarter or half of one. */
const isWhole = (period: string): boolean => /^\d{4}(?:\/\d{2})?(?:-[QH]\d)?$/.test(period);

/**
 * Compares ranges of periods: what a source gives for several years is not the figure of one of
 * them.
 */
function compareSpans(told: AttachedPeriod, given: AttachedPeriod): Relation {
  if (told.until === null && given.until === null) return 'open';
  const areSure = told.isSure && given.isSure;
  if (given.until === null) return 'same';
  if (told.until === null) return isWhole(told.name) && areSure ? 'other' : 'doubt';
  if (mayAgree(told.name, given.name) && mayAgree(told.until, given.until)) return 'same';
  return areSure ? 'other' : 'doubt';
}

const showPeriod = ({ name, fiscal, until }: AttachedPeriod): string =>
  `${fiscal && !name.includes('/') ? 'FY' : ''}${name}${until === null ? '' : `–${until}`}`;

/** True for a label with a number of things: "all eight". */
const countsThings = (label: string): boolean =>
  readTyped(label, anyStyle).some(({ kind, unit }) => kind === 'plain' && unit === null);

const withoutUnit = (head: string): string =>
  head.replace(/\s*[(（][^()（）]*[)）]\s*$/, '').trim();
