import { type BookWords, placeIn, unitIn } from '../book-words.ts';
import { cleanText, cutText } from '../writing/cell-values.ts';
import { cellReference, columnName } from '../writing/excel-names.ts';
import { decimalsOf, formatOf, namesThings } from '../writing/number-formats.ts';
import type { CellStyle, Sheet, SheetCell } from '../writing/sheet.ts';
import { headStyles, lineStyle, linkStyle, titleStyle } from '../writing/table-sheet.ts';
import type { BookDocument } from './engagement-book.ts';
import { toFormula } from './expressions.ts';
import {
  agrees,
  type FigureModel,
  type FigureRow,
  type InputRow,
  type Operand,
  type Origin,
  operandsOf,
} from './figure-model.ts';
import type { ListContext } from './overview-sheets.ts';
import { shortenName } from './short-names.ts';

/** Places of the figures and inputs in their worksheets. */
interface FigurePlaces {
  figures: string;
  inputs: string;
  /** Row of the head in both, from 0. */
  head: number;
}

/** The row of the head: title, link and one line stand above it. */
export const figureHead = 4;
const columnsOf = { value: 2, agrees: 7, input: 1 } as const;

const wrapped: CellStyle = { wraps: true, line: true };
const plain: CellStyle = { line: true };
const unitStyle: CellStyle = { line: true, align: 'left', indent: 1 };
const saidStyle: CellStyle = { wraps: true, line: true, align: 'left', indent: 1 };
const muted: CellStyle = { wraps: true, line: true, ink: 'muted' };
const verdicts: Record<'yes' | 'no' | 'stated', CellStyle> = {
  yes: { line: true, align: 'center', ink: 'good' },
  no: { line: true, align: 'center', fill: 'bad', bold: true },
  stated: { line: true, align: 'center', ink: 'muted' },
};

/** Styles of numbers by their look. Cells with the same object share a format. */
const numberStyles = new Map<string, CellStyle>();

interface NumberLook {
  unit: string | null;
  decimals: number;
  ink?: CellStyle['ink'];
  value?: number;
}

export function numberStyle(
  words: BookWords,
  { unit, decimals, ink, value = 0 }: NumberLook,
): CellStyle {
  const isYear = unit === null && namesThings('', [value]);
  const format = formatOf(words, unit, decimals, !isYear);
  const key = `${format} ${ink}`;
  const style = numberStyles.get(key) ?? {
    format,
    line: true,
    align: 'right',
    ...(ink ? { ink } : {}),
  };
  numberStyles.set(key, style);
  return style;
}

/** Decimals that a number shows as it is written, by half of its last digit. */
export const writtenDecimals = (rounding: number): number =>
  rounding > 0 ? Math.max(0, Math.round(-Math.log10(rounding * 2))) : 0;

/** An exact value shows two digits more than the document does, if it has them. */
export const exactDecimals = (value: number, rounding: number): number => {
  const written = writtenDecimals(rounding);
  return Math.max(written, Math.min(written + 2, decimalsOf(value, 6)));
};

export interface FigureContext extends ListContext {
  model: FigureModel;
  documents: readonly BookDocument[];
  places: FigurePlaces;
  /** Rows of figures and inputs in their worksheets, from 0. */
  rowsOf: ReadonlyMap<FigureRow | InputRow, number>;
}

const rowOf = (one: FigureRow | InputRow, { rowsOf }: FigureContext): number =>
  rowsOf.get(one) ?? 0;

/** Returns the reference of a figure's exact value. */
export const figureReference = (row: FigureRow, context: FigureContext): string =>
  cellReference(context.places.figures, rowOf(row, context), columnsOf.value);

export const inputReference = (input: InputRow, context: FigureContext): string =>
  cellReference(context.places.inputs, rowOf(input, context), columnsOf.input);

/**
 * Returns a cell that says whether a figure agrees with its document, as the sheet of figures says
 * it.
 */
export function agreementReference(
  row: FigureRow,
  context: FigureContext,
  style: CellStyle,
): SheetCell {
  const { value } = agreementOf(row, 0, context.words);
  return {
    value,
    formula: cellReference(context.places.figures, rowOf(row, context), columnsOf.agrees),
    style,
  };
}

/**
 * Makes the worksheet of figures: a formula for each that follows from others, beside what the
 * document says.
 */
export function buildFigureSheet(context: FigureContext): Sheet {
  const { model, documents, places, isForTeam, words, back } = context;
  const { heads } = words;
  const columns: [string, number, 'left' | 'right'][] = [
    [heads.figure, 36, 'left'],
    [heads.period, 8, 'left'],
    [heads.exact, 14, 'right'],
    [heads.unit, 8, 'left'],
    [heads.written, 14, 'left'],
    [heads.number, 13, 'right'],
    [heads.rounding, 9, 'right'],
    [heads.agrees, 10, 'left'],
    [heads.calculation, 32, 'left'],
    [heads.source, 28, 'left'],
    [heads.document, 24, 'left'],
    [heads.section, 24, 'left'],
    ...(isForTeam ? ([[heads.check, 12, 'left']] as [string, number, 'left' | 'right'][]) : []),
  ];
  const refer = (origin: Origin): string => {
    if (origin.kind === 'number') return String(origin.value);
    if (origin.kind === 'cell')
      return cellReference(origin.grid.sheet, origin.grid.firstRow + origin.row, origin.column);
    if (origin.kind === 'figure')
      return `$${columnName(columnsOf.value)}$${rowOf(origin.row, context) + 1}`;
    return inputReference(origin.input, context);
  };
  const body = model.rows.map((row, index): SheetCell[] => {
    const at = places.head + 2 + index;
    const agreement = agreementOf(row, at, words);
    const decimals = writtenDecimals(row.rounding);
    const text = (value: string, style = wrapped): SheetCell => ({
      value: cutText(cleanText(value), 2_000),
      style,
    });
    return [
      text(
        row.isStep ? `${words.step}: ${row.label}` : shortenName(row.label),
        row.isStep ? muted : wrapped,
      ),
      text(row.period ?? '', plain),
      valueCell(row, refer, context),
      text(unitIn(words, row.unit), unitStyle),
      text(row.text, saidStyle),
      {
        value: row.written,
        style: numberStyle(words, { unit: row.unit, decimals, ink: 'input', value: row.written }),
      },
      {
        value: row.rounding * 2,
        style: numberStyle(words, { unit: null, decimals, ink: 'muted' }),
      },
      agreement,
      text(row.calculation?.footnote.text ?? '', muted),
      text(sourceOf(row, context), muted),
      text([row.document, ...row.alsoIn].map((at) => documents[at]?.title ?? '').join('; '), muted),
      text(row.section ?? '', muted),
      ...(isForTeam
        ? [text(row.state === null ? '' : (words.states[row.state] ?? row.state), plain)]
        : []),
    ];
  });
  return {
    name: places.figures,
    title: words.sheets.figures,
    head: places.head,
    filters: true,
    frozenColumns: 1,
    widths: columns.map(([, width]) => width),
    rows: [
      [{ value: words.sheets.figures, style: titleStyle }],
      [{ value: words.sheets.contents, style: linkStyle, target: back }],
      [{ value: words.lines.colors, style: lineStyle }],
      [],
      columns.map(([value, , align]) => ({ value, style: headStyles[align] })),
      ...body,
    ],
  };
}

function sourceOf(
  { content, source, calculation }: FigureRow,
  { words, nameSource }: FigureContext,
): string {
  const { origins } = words;
  if (content.kind === 'link' && content.operand.origin.kind === 'figure') return origins.figure;
  if (calculation && content.kind === 'formula') return origins.cells;
  return source === null
    ? origins.none
    : [nameSource(source), placeIn(words, source.place)].filter(Boolean).join(', ');
}

function valueCell(
  row: FigureRow,
  refer: (origin: Origin) => string,
  context: FigureContext,
): SheetCell {
  const { words, isForTeam } = context;
  const { content, unit, value, rounding, written } = row;
  if (content.kind === 'stated')
    return {
      value: written,
      style: numberStyle(words, {
        unit,
        decimals: writtenDecimals(rounding),
        ink: 'input',
        value: written,
      }),
    };
  const decimals = exactDecimals(value, rounding);
  const style = numberStyle(words, {
    unit,
    decimals,
    value,
    ...(isElsewhere(content) ? { ink: 'link' } : {}),
  });
  const note = noteOf(row, isForTeam);
  return { value, formula: formulaOf(row, refer), style, ...(note === '' ? {} : { note }) };
}

const isElsewhere = (content: FigureRow['content']): boolean =>
  content.kind === 'link' && content.operand.origin.kind !== 'figure';

function formulaOf({ content }: FigureRow, refer: (origin: Origin) => string): string {
  if (content.kind === 'stated') return '';
  if (content.kind === 'link') return writeOperand(content.operand, refer, false);
  const text = toFormula(content.expression, (name) => {
    const operand = content.operands.get(name);
    return operand ? writeOperand(operand, refer, true) : 'NA()';
  });
  return text;
}

function writeOperand(
  { origin, factor, decimals }: Operand,
  refer: (origin: Origin) => string,
  isPart: boolean,
): string {
  const reference = refer(origin);
  const times =
    factor === 1 ? reference : factor === -1 ? `-${reference}` : `${reference}*${factor}`;
  if (decimals !== null) return `ROUND(${times},${decimals})`;
  return factor === 1 || !isPart ? times : `(${times})`;
}

/**
 * Says by formula whether the exact value is the number of the document, rounded as it is there.
 */
function agreementOf(row: FigureRow, at: number, { verdicts: said }: BookWords): SheetCell {
  if (row.content.kind === 'stated') return { value: said.stated, style: verdicts.stated };
  const same =
    Math.sign(row.value) === Math.sign(row.written) || row.value === 0 || row.written === 0;
  const [value, told] = same ? [`C${at}`, `F${at}`] : [`ABS(C${at})`, `ABS(F${at})`];
  const yes = same ? said.yes : said.sign;
  const holds = agrees(row.value, row);
  return {
    value: holds ? yes : said.no,
    formula: `IF(ABS(${value}-${told})<=G${at}/2*1.000001+ABS(F${at})*0.000000001,"${yes}","${said.no}")`,
    style: holds ? verdicts.yes : verdicts.no,
  };
}

/** Names the queries that a value comes from, with their statements for the team. */
function noteOf({ content }: FigureRow, isForTeam: boolean): string {
  const grids = new Set(
    operandsOf(content).flatMap(({ origin }) =>
      origin.kind === 'cell' && origin.grid.isQuery ? [origin.grid] : [],
    ),
  );
  return [...grids]
    .map(({ title, sql }) => (isForTeam && sql !== null ? `${title}\n\n${sql}` : title))
    .join('\n\n');
}

/**
 * Makes the worksheet of inputs: numbers that no table of the workbook has, each with where it
 * stands.
 */
export function buildInputSheet(context: FigureContext): Sheet {
  const { model, documents, places, words, nameSource, back } = context;
  const { heads } = words;
  const columns: [string, number, 'left' | 'right'][] = [
    [heads.input, 40, 'left'],
    [heads.value, 16, 'right'],
    [heads.unit, 9, 'left'],
    [heads.kind, 20, 'left'],
    [heads.source, 30, 'left'],
    [heads.place, 24, 'left'],
    [heads.quote, 52, 'left'],
    [heads.document, 26, 'left'],
  ];
  const text = (value: string, style = wrapped): SheetCell => ({
    value: cutText(cleanText(value), 2_000),
    style,
  });
  const body = model.inputs.map((input): SheetCell[] => [
    text(input.label),
    inputCell(input, words),
    text(unitIn(words, input.unit), unitStyle),
    text(words.kinds[input.kind], plain),
    text(input.source ? nameSource(input.source) : '', muted),
    text(placeIn(words, input.source?.place ?? null), muted),
    text(input.source?.quote ?? '', muted),
    text(documents[input.document]?.title ?? '', muted),
  ]);
  return {
    name: places.inputs,
    title: words.sheets.inputs,
    head: places.head,
    filters: true,
    frozenColumns: 1,
    widths: columns.map(([, width]) => width),
    rows: [
      [{ value: words.sheets.inputs, style: titleStyle }],
      [{ value: words.sheets.contents, style: linkStyle, target: back }],
      [{ value: words.lines.inputs, style: lineStyle }],
      [],
      columns.map(([value, , align]) => ({ value, style: headStyles[align] })),
      ...body,
    ],
  };
}

function inputCell({ value, unit, rounding }: InputRow, words: BookWords): SheetCell {
  const decimals = writtenDecimals(rounding);
  return { value, style: numberStyle(words, { unit, decimals, ink: 'input', value }) };
}
