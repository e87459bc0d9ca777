import type {
  BookCalculation,
  BookDocument,
  BookFigure,
  BookFootnote,
  BookInput,
  BookSource,
} from './engagement-book.ts';
import {
  compute,
  type Expression,
  readExpression,
  simplify,
  times,
  toFormula,
} from './expressions.ts';
import {
  type CellGrid,
  countCommonWords,
  digitsOf,
  factors,
  fewestDigits,
  findCell,
  isNear,
  readNumbers,
  scales,
} from './find-cell.ts';
import { nameNumber, shortenName, writtenExpression } from './short-names.ts';

/**
 * The rows of a table, of a grid or of a query's result, with the place of the first one in its
 * worksheet.
 */
export interface PlacedGrid extends CellGrid {
  sheet: string;
  firstRow: number;
  title: string;
  isQuery: boolean;
  /** The statement of a query, for the team. */
  sql: string | null;
}

/**
 * A cell of a table, a row of the figures, an input or a number that stands in the formula itself.
 */
export type Origin =
  | { kind: 'cell'; grid: PlacedGrid; row: number; column: number; value: number }
  | { kind: 'figure'; row: FigureRow }
  | { kind: 'input'; input: InputRow }
  | { kind: 'number'; value: number };

/**
 * A number of a formula: its origin times a factor, rounded to some decimals if the document
 * calculates so.
 */
export interface Operand {
  origin: Origin;
  factor: number;
  decimals: number | null;
}

/** What the value of a row is: a formula, another cell, or a number that the document states. */
export type Content =
  | { kind: 'formula'; expression: Expression; operands: ReadonlyMap<string, Operand> }
  | { kind: 'link'; operand: Operand }
  | { kind: 'stated' };

/** A row of the sheet of figures: a figure of a document, or a step of its calculations. */
export interface FigureRow {
  document: number;
  /** Other documents with the same step. */
  alsoIn: Set<number>;
  label: string;
  isStep: boolean;
  unit: string | null;
  period: string | null;
  section: string | null;
  state: string | null;
  text: string;
  /** The number as the document writes it, and half of its last digit. */
  written: number;
  rounding: number;
  calculation: { footnote: BookFootnote; index: number; of: BookCalculation } | null;
  source: BookSource | null;
  content: Content;
  value: number;
}

/**
 * A number that no cell has: words of a source, an assumption, or a number of the document itself.
 */
export interface InputRow {
  label: string;
  value: number;
  unit: string | null;
  rounding: number;
  kind: 'source' | 'assumption' | 'document';
  source: BookSource | null;
  document: number;
}

export interface FigureModel {
  rows: FigureRow[];
  inputs: InputRow[];
}

/** Finds out what each figure of the documents follows from. */
export function buildFigureModel(
  documents: readonly BookDocument[],
  gridOf: Record<'query' | 'table' | 'grid', (index: number) => PlacedGrid | null>,
): FigureModel {
  const rows: FigureRow[] = [];
  const inputs = new Map<string, InputRow>();
  const owners = new Map<BookCalculation, FigureRow>();
  const resolved = new Set<FigureRow>();
  const open = new Set<FigureRow>();
  /** Steps by their formulas: one that several documents have stands once. */
  const steps = new Map<string, FigureRow>();
  const ids = new Map<FigureRow | InputRow, number>();
  const footnotesOf = documents.map(
    ({ footnotes }) => new Map(footnotes.map((one) => [one.label.toLowerCase(), one])),
  );

  listRows();
  for (const row of rows) resolve(row);
  const used = new Set(
    rows
      .flatMap(({ content }) => operandsOf(content).map(({ origin }) => origin))
      .flatMap((origin) => (origin.kind === 'figure' ? [origin.row] : [])),
  );
  const isShown = (row: FigureRow) =>
    row.isStep ? firstOf(row) === row : used.has(row) || !isStray(row);
  return { rows: rows.filter(isShown), inputs: [...inputs.values()] };

  function listRows(): void {
    for (const [document, { figures, footnotes, statements }] of documents.entries()) {
      for (const figure of figures) {
        const backing = findBacking(figure, statements).flatMap(
          (label) => footnote(document, label) ?? [],
        );
        const exact = findOwn(figure, backing);
        const calculation = exact ?? findOwn(roundedMore(figure), backing);
        const shown = calculation === exact ? figure : roundedMore(figure);
        const source = backing.find(({ sources }) => sources.length > 0);
        const row = toRow(document, shown, calculation, source);
        rows.push(row);
        if (calculation && !owners.has(calculation.of)) owners.set(calculation.of, row);
      }
      for (const one of footnotes) {
        for (const of of one.calculations) {
          if (owners.has(of)) continue;
          const row = toStep(document, one, of, nameStep(document, one, of));
          rows.push(row);
          owners.set(of, row);
        }
      }
    }
  }

  function footnote(document: number, label: string | null | undefined): BookFootnote | undefined {
    return label === null || label === undefined
      ? undefined
      : footnotesOf[document]?.get(label.toLowerCase());
  }

  /** Lists footnotes, and behind them those that their calculations name. */
  function listNamed(document: number, labels: readonly string[]): BookFootnote[] {
    const listed = new Set<BookFootnote>();
    const add = (label: string) => {
      const one = footnote(document, label);
      if (one) listed.add(one);
    };
    labels.forEach(add);
    // A set goes on with what is added to it meanwhile.
    for (const one of listed) one.names.forEach(add);
    return [...listed];
  }

  /** Returns the statements that a footnote stands behind. */
  function claimsOf(document: number, label: string): string[] {
    const statements = documents[document]?.statements ?? [];
    return statements.flatMap(({ footnote, calculation, claim }) =>
      footnote === label || calculation === label ? [claim] : [],
    );
  }

  function nameStep(document: number, { label, text }: BookFootnote, of: BookCalculation): string {
    const [named] = claimsOf(document, label).flatMap((claim) => nameNumber(claim, of.value) ?? []);
    return named ?? writtenExpression(text, of);
  }

  /**
   * Returns the first row with the same formula as a step. For any other row, returns the row
   * itself.
   */
  function firstOf(row: FigureRow): FigureRow {
    if (!row.isStep || row.content.kind !== 'formula') return row;
    const { expression, operands } = row.content;
    const parts = [...operands.values()].map(({ origin, factor, decimals }) => [
      idOf(origin),
      factor,
      decimals,
    ]);
    const key = JSON.stringify([
      toFormula(expression, (name) => name),
      parts,
      row.unit,
      row.written,
      row.rounding,
    ]);
    const first = steps.get(key) ?? row;
    steps.set(key, first);
    if (first.document !== row.document) first.alsoIn.add(row.document);
    return first;
  }

  function idOf(origin: Origin): string | number {
    if (origin.kind === 'cell' || origin.kind === 'number')
      return nameOrigin(origin) ?? origin.value;
    const thing = origin.kind === 'figure' ? origin.row : origin.input;
    const id = ids.get(thing) ?? ids.size;
    ids.set(thing, id);
    return id;
  }

  /** Decides what a row follows from. Its value is then the exact one. */
  function resolve(row: FigureRow): void {
    if (resolved.has(row) || open.has(row)) return;
    open.add(row);
    const content =
      (row.calculation && resolveCalculation(row, row.calculation)) ?? resolveLink(row);
    row.content = content ?? { kind: 'stated' };
    row.value = content ? contentValue(content) : row.written;
    open.delete(row);
    resolved.add(row);
  }

  function resolveCalculation(
    row: FigureRow,
    { footnote: from, index, of }: NonNullable<FigureRow['calculation']>,
  ): Content | null {
    const owner = owners.get(of);
    if (owner && owner !== row) {
      if (open.has(owner)) return null;
      resolve(owner);
      const factor = factorBetween(owner.value, row.written, row.rounding);
      return factor === null
        ? null
        : {
            kind: 'link',
            operand: { origin: { kind: 'figure', row: owner }, factor, decimals: null },
          };
    }
    const read = readExpression(of.expression);
    if (!read) return null;
    const written = new Map(of.inputs.map((input) => [input.label, input]));
    const told = compute(read, (name) => written.get(name)?.value ?? Number.NaN);
    const scale = [...factors, 1e-9].find((factor) => isNear(told * factor, of.value, 0));
    const factor = factorBetween(of.value, row.written, row.rounding);
    if (scale === undefined || factor === null || !Number.isFinite(told)) return null;
    const exact = new Map<string, Operand>();
    for (const input of of.inputs) {
      // Two equal numbers of a formula are seldom one cell.
      const used = new Set([...exact.values()].flatMap(({ origin }) => nameOrigin(origin) ?? []));
      exact.set(input.label, resolveOperand(row.document, from, index, input, used));
    }
    const expression = times(
      simplify(read, (name) => {
        const origin = exact.get(name)?.origin;
        return origin?.kind === 'number' ? origin.value : null;
      }),
      scale * factor,
    );
    for (const [label, { origin }] of exact) if (origin.kind === 'number') exact.delete(label);
    const rounded = new Map(
      [...exact].map(([label, operand]) => [label, roundAsWritten(operand, written.get(label))]),
    );
    const contents = [exact, rounded].map(
      (operands): Content => ({ kind: 'formula', expression, operands }),
    );
    return contents.find((one) => agrees(contentValue(one), row)) ?? contents[0] ?? null;
  }

  function resolveOperand(
    document: number,
    from: BookFootnote,
    index: number,
    input: BookInput,
    used: ReadonlySet<string>,
  ): Operand {
    const named = [...new Set([input.footnote, ...from.names])].flatMap(
      (label) => footnote(document, label) ?? [],
    );
    const others = named.filter((one) => one !== from);
    const words = `${input.name ?? ''} ${input.unit ?? ''}`;
    const earlier = findResult(from.calculations.slice(0, index), input, [1]);
    if (earlier) return earlier;
    let again: Operand | null = null;
    if (!input.isAssumed) {
      // The same number counts before one in another scale.
      for (const within of input.isConstant ? [[1]] : [[1], scales.slice(1)]) {
        for (const one of others) {
          // A number such as 12 or 100 may be months or percent, unless the footnote has it.
          const sources = input.isConstant
            ? one.sources.filter(({ quote }) => holdsNumber(quote, input))
            : one.sources;
          const found =
            (input.isConstant ? null : findResult(one.calculations, input, within)) ??
            findInSources(sources, input, words, within)?.operand;
          if (found && !used.has(nameOrigin(found.origin) ?? '')) return found;
          again ??= found ?? null;
        }
        if (again) return again;
      }
    }
    // A number such as 12 may be months, or days of a source. A count such as "twice" needs none.
    const isCount =
      input.unit === null && Number.isInteger(input.value) && Math.abs(input.value) < 100;
    const isQuoted = input.unit !== '%' && others.some((one) => namingSource(one, input));
    const isHalf = isCount && Math.abs(input.value) <= 2;
    if ((isHalf || ((input.isConstant || isCount) && !input.isAssumed)) && !isQuoted)
      return { origin: { kind: 'number', value: input.value }, factor: 1, decimals: null };
    return toOperand(
      { kind: 'input', input: addInput(document, from, others, input) },
      1,
      input.value,
    );
  }

  /** Finds the row of the calculation whose written result is a number. */
  function findResult(
    calculations: readonly BookCalculation[],
    input: BookInput,
    within: readonly number[],
  ): Operand | null {
    for (const scale of within) {
      if (scale !== 1 && digitsOf(input.value) < fewestDigits) continue;
      const isWritten = (one: BookCalculation) =>
        isNear(Math.abs(one.written * scale), Math.abs(input.value), 0);
      const of = calculations.findLast(isWritten);
      const row = of && owners.get(of);
      if (!row || open.has(row)) continue;
      resolve(row);
      const inRow = factorBetween(
        row.value,
        input.value,
        Math.max(input.rounding, of.rounding * scale),
      );
      if (inRow !== null)
        return toOperand({ kind: 'figure', row: firstOf(row) }, inRow, input.value);
    }
    return null;
  }

  function findInSources(
    sources: readonly BookSource[],
    wanted: Wanted,
    words: string,
    within: readonly number[],
  ): { source: BookSource; operand: Operand } | null {
    // A source that quotes the number comes before one that only has a cell like it.
    const quoting = sources.filter(({ quote }) => holdsNumber(quote, wanted));
    for (const source of new Set([...quoting, ...sources])) {
      const operand = findInSource(source, wanted, words, within);
      if (operand) return { source, operand };
    }
    return null;
  }

  function findInSource(
    source: BookSource,
    wanted: Wanted,
    words: string,
    within: readonly number[],
  ): Operand | null {
    if (source.document !== null)
      return within.includes(1) ? findInDocument(source.document, source, wanted, words) : null;
    const grids = [
      source.query === null ? null : gridOf.query(source.query),
      source.grid === undefined ? null : gridOf.grid(source.grid),
      ...source.tables.map(gridOf.table),
    ];
    for (const grid of grids) {
      const quote = grid?.isQuery
        ? [source.place, source.quote].filter(Boolean).join(': ')
        : source.quote;
      const found = grid && findCell(grid, { ...wanted, quote: quote || null, words });
      if (!found || !(within.includes(found.factor) || found.factor === 100)) continue;
      const origin = {
        kind: 'cell',
        grid,
        row: found.row,
        column: found.column,
        value: found.value,
      } as const;
      return toOperand(origin, found.factor, wanted.value);
    }
    return null;
  }

  /** Finds a figure of another document that the source quotes. */
  function findInDocument(
    document: number,
    { quote }: BookSource,
    wanted: Wanted,
    words: string,
  ): Operand | null {
    if (quote !== null && !holdsNumber(quote, wanted)) return null;
    const fitting = rows.filter(
      (row) =>
        row.document === document &&
        !open.has(row) &&
        isNear(Math.abs(row.written), Math.abs(wanted.value), 0),
    );
    const named = fitting.find(
      ({ label, isStep }) => !isStep && words.toLowerCase().includes(label.toLowerCase()),
    );
    const row = named ?? fitting.find(({ calculation }) => calculation !== null) ?? fitting[0];
    if (!row) return null;
    resolve(row);
    const factor = factorBetween(row.value, wanted.value, Math.max(wanted.rounding, row.rounding));
    return factor === null
      ? null
      : toOperand({ kind: 'figure', row: firstOf(row) }, factor, wanted.value);
  }

  function resolveLink(row: FigureRow): Content | null {
    if (row.isStep) return null;
    const backing = findBacking(row, documents[row.document]?.statements ?? []);
    const wanted = { value: row.written, rounding: row.rounding, unit: row.unit };
    const words = `${row.label} ${row.period ?? ''}`;
    let best: { source: BookSource; operand: Operand; common: number } | null = null;
    for (const one of listNamed(row.document, backing)) {
      const found = findInSources(one.sources, wanted, words, scales);
      if (!found) continue;
      const { origin } = found.operand;
      const common =
        origin.kind === 'cell'
          ? countCommonWords(origin.grid, origin.row, origin.column, words)
          : 0;
      // The notes at the heads of a table stand behind each of its rows, and several may have a
      // number like it.
      if (best === null || common > best.common) best = { ...found, common };
    }
    if (best === null) return null;
    row.source = best.source;
    // The words of the document may give the sign.
    return { kind: 'link', operand: { ...best.operand, factor: Math.abs(best.operand.factor) } };
  }

  function addInput(
    document: number,
    from: BookFootnote,
    named: readonly BookFootnote[],
    input: BookInput,
  ): InputRow {
    // A source without the number would say something wrong about it.
    const backing = named.find(
      (one) => namingSource(one, input) && (one.isDeclared || !input.isAssumed),
    );
    const source = backing ? (namingSource(backing, input) ?? null) : null;
    const kind =
      input.isAssumed || backing?.isDeclared ? 'assumption' : source ? 'source' : 'document';
    const place = source ? [source.text, source.query, source.quote] : [document, from.label];
    const { value, unit, rounding } = input;
    // A calculation may leave out the unit of a number that another one writes.
    const key = JSON.stringify([place, value, source && unit !== '%' ? null : unit, kind]);
    const known = inputs.get(key);
    if (known) {
      known.unit ??= unit;
      return known;
    }
    const label = nameInput(document, from, source, input);
    const added: InputRow = { label, value, unit, rounding, kind, source, document };
    inputs.set(key, added);
    return added;
  }

  /** Names an input as a figure with the same source, else by the words that have it. */
  function nameInput(
    document: number,
    from: BookFootnote,
    source: BookSource | null,
    input: BookInput,
  ): string {
    const { name, value, unit } = input;
    const alike = rows.find(
      (row) =>
        !row.isStep &&
        row.written === value &&
        (unit === null || row.unit === unit) &&
        row.source !== null &&
        row.source.quote === source?.quote,
    );
    if (alike) return shortenName([alike.label, alike.period].filter(Boolean).join(', '));
    if (name !== undefined && name !== null) return shortenName(name);
    // The words of a declaration stand behind "Assumption:" or "Proposal:".
    const quote = source?.isSelf
      ? source.quote?.replace(/^[^:：]{1,40}[:：]\s*/u, '')
      : source?.quote;
    const texts = [quote ?? '', ...claimsOf(document, from.label)].filter((text) => text !== '');
    const [named] = texts.flatMap((text) => nameNumber(text, value) ?? []);
    return named ?? shortenName(texts[0] ?? from.text.replace(/^[=＝]\s*/u, ''));
  }
}

/**
 * Returns the labels of the footnotes of the statements that have a figure, the likeliest first.
 */
function findBacking(
  { text, label }: Pick<BookFigure, 'text' | 'label'>,
  statements: BookDocument['statements'],
): string[] {
  const isIn = new RegExp(
    `(?<![\\p{L}\\d]|\\d[.,])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\d]|[.,]\\d)`,
    'u',
  );
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const scored = statements.flatMap(({ footnote, calculation, claim }) => {
    if (!isIn.test(claim)) return [];
    const lower = claim.toLowerCase();
    const score = words.filter((word) => lower.includes(word)).length;
    return [calculation, footnote].flatMap((one) =>
      one === null ? [] : [{ footnote: one, score }],
    );
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return [...new Set(scored.filter(({ score }) => score === best).map(({ footnote }) => footnote))];
}

/** Finds the calculation whose result a figure is. */
function findOwn(figure: BookFigure, backing: readonly BookFootnote[]): FigureRow['calculation'] {
  for (const factor of figure.unit === '%' ? factors : scales) {
    // A short number in another scale fits too much.
    if (factor !== 1 && digitsOf(figure.value) < 2) continue;
    for (const footnote of backing) {
      const index = footnote.calculations.findIndex(({ value }) =>
        isNear(Math.abs(value * factor), Math.abs(figure.value), figure.rounding),
      );
      const of = footnote.calculations[index];
      if (of) return { footnote, index, of };
    }
  }
  return null;
}

/** Reads the zeros at the end of a number as rounded: 81,000 may be 80,940. */
function roundedMore(figure: BookFigure): BookFigure {
  const zeros = Number.isInteger(figure.value)
    ? (/0+$/.exec(String(Math.abs(figure.value)))?.[0].length ?? 0)
    : 0;
  return digitsOf(figure.value) < 2
    ? figure
    : { ...figure, rounding: Math.max(figure.rounding, 10 ** zeros / 2) };
}

const stated: Content = { kind: 'stated' };

function toRow(
  document: number,
  figure: BookFigure,
  calculation: FigureRow['calculation'],
  backing: BookFootnote | undefined,
): FigureRow {
  const source = (backing && namingSource(backing, figure)) ?? backing?.sources[0] ?? null;
  const state = { alsoIn: new Set<number>(), written: figure.value, content: stated };
  return { ...figure, ...state, document, isStep: false, calculation, source };
}

function toStep(
  document: number,
  footnote: BookFootnote,
  of: BookCalculation,
  label: string,
): FigureRow {
  const { unit, text, written, rounding, value } = of;
  // A written result may leave out the scale of its numbers.
  const isOwn = isNear(written, value, rounding * 1.01);
  return {
    document,
    alsoIn: new Set(),
    label,
    isStep: true,
    unit,
    text,
    rounding,
    value,
    content: stated,
    written: isOwn ? written : value,
    period: null,
    section: null,
    state: null,
    source: null,
    calculation: { footnote, index: footnote.calculations.indexOf(of), of },
  };
}

/** Returns the factor between an exact value and a written one; null if they are no same number. */
function factorBetween(exact: number, written: number, rounding: number): number | null {
  return (
    factors.find((factor) => isNear(Math.abs(exact * factor), Math.abs(written), rounding)) ?? null
  );
}

function toOperand(origin: Origin, factor: number, written: number): Operand {
  const value = originValue(origin) * factor;
  return {
    origin,
    factor: Math.sign(value) === -Math.sign(written) ? -factor : factor,
    decimals: null,
  };
}

/** Names a cell of a table or query. Null for other origins, which may stand in a formula twice. */
const nameOrigin = (origin: Origin): string | null =>
  origin.kind === 'cell' ? JSON.stringify([origin.grid.sheet, origin.row, origin.column]) : null;

function originValue(origin: Origin): number {
  if (origin.kind === 'figure') return origin.row.value;
  return origin.kind === 'input' ? origin.input.value : origin.value;
}

/** Returns an operand with the digits that the document writes, if its origin has more. */
function roundAsWritten(operand: Operand, input: BookInput | undefined): Operand {
  if (!input || input.rounding === 0 || operand.origin.kind === 'number') return operand;
  const value = operandValue(operand);
  if (isNear(value, input.value, 0)) return operand;
  const own = Math.round(-Math.log10(input.rounding * 2));
  // The document may have rounded to tens, hundreds or thousands.
  const decimals = [0, 1, 2, 3, 4, 5, 6]
    .map((more) => own - more)
    .find((one) => isNear(roundTo(value, one), input.value, 0));
  return { ...operand, decimals: decimals ?? own };
}

/** Rounds as a worksheet does: half away from zero. */
const roundTo = (value: number, decimals: number): number => {
  const scaled = Math.abs(value) * 10 ** decimals;
  return (Math.sign(value) * Math.floor(scaled + 0.5 + scaled * 1e-12)) / 10 ** decimals;
};

function operandValue({ origin, factor, decimals }: Operand): number {
  const value = originValue(origin) * factor;
  return decimals === null ? value : roundTo(value, decimals);
}

/** Lists the numbers that a value follows from. */
export function operandsOf(content: Content): Operand[] {
  if (content.kind === 'stated') return [];
  return content.kind === 'link' ? [content.operand] : [...content.operands.values()];
}

function contentValue(content: Content): number {
  if (content.kind === 'stated') return Number.NaN;
  if (content.kind === 'link') return operandValue(content.operand);
  const { operands, expression } = content;
  const numberOf = (name: string) => {
    const operand = operands.get(name);
    return operand ? operandValue(operand) : Number.NaN;
  };
  return compute(expression, numberOf);
}

/** True if a value is what a row says, rounded as it says it, whatever words give its sign. */
export const agrees = (
  value: number,
  { written, rounding }: Pick<FigureRow, 'written' | 'rounding'>,
): boolean => isNear(Math.abs(value), Math.abs(written), rounding);

/** Returns the source of a footnote whose words have a number. */
const namingSource = (
  { sources }: BookFootnote,
  wanted: Pick<Wanted, 'value' | 'unit'>,
): BookSource | undefined => sources.find(({ quote }) => holdsNumber(quote, wanted));

const written = /\d[\d.,’'\u00a0\u202f]*/gu;
/** Matches the rest of a percentage behind its number, also in a range: "2 bis 4 Prozent". */
const percentBehind =
  /^(?:\s?(?:-|–|to|bis|à|a|und|and|et|y)\s?\d[\d.,]{0,12})?\s?(?:%|％|percent|per cent|prozent|pour ?cent|por ciento|パーセント)/iu;

/** True if a text has a number. It may have it in another scale, unless that fits too much. */
function holdsNumber(
  text: string | null,
  { value, unit }: Pick<Wanted, 'value' | 'unit'>,
): boolean {
  const within = digitsOf(value) < 2 && Math.abs(value) < 1_000 ? [1] : factors;
  for (const match of text?.matchAll(written) ?? []) {
    const numbers = readNumbers(match[0]);
    if (
      !numbers.some((one) =>
        within.some((factor) => isNear(one.value * factor, Math.abs(value), 0)),
      )
    )
      continue;
    const behind =
      text?.slice(match.index + match[0].length, match.index + match[0].length + 40) ?? '';
    if (unit !== null || !percentBehind.test(behind)) return true;
  }
  return false;
}

/**
 * True for a number that nothing backs and whose words do not say what it is: a short count, or
 * part of a sentence.
 */
function isStray({
  content,
  source,
  value,
  unit,
  period,
  label,
  written: number,
}: FigureRow): boolean {
  if (content.kind !== 'stated' || (source !== null && holdsNumber(source.quote, { value, unit })))
    return false;
  const isCount =
    unit === null && period === null && Number.isInteger(number) && Math.abs(number) < 100;
  return isCount || (source === null && shortenName(label) !== label);
}

interface Wanted {
  value: number;
  rounding: number;
  unit: string | null;
}
