import { cleanText, cutText } from '../writing/cell-values.ts';
import { cellReference, columnName } from '../writing/excel-names.ts';
import { decimalsOf, formatOf, namesThings } from '../writing/number-formats.ts';
import type { CellStyle, Sheet, SheetCell } from '../writing/sheet.ts';
import { headStyles, lineStyle, linkStyle, titleStyle } from '../writing/table-sheet.ts';
import type { BookDocument, BookSource } from './engagement-book.ts';
import { toFormula } from './expressions.ts';
import { agrees, type FigureModel, type FigureRow, type InputRow, type Operand, type Origin } from './figure-model.ts';

/** Places of the figures and inputs in their worksheets. */
export interface FigurePlaces {
  figures: string;
  inputs: string;
  /** Row of the head in both, from 0. */
  head: number;
}

/** The row of the head: title, link and one line stand above it. */
export const figureHead = 4;
const valueColumn = { figures: 2, inputs: 1 } as const;

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

/** What the checks found, in the words of the reading page. */
const states: Readonly<Record<string, string>> = {
  verified: 'Verified',
  computed: 'Computed',
  unjudged: 'Not judged',
  altered: 'Altered',
  unsupported: 'Not supported',
  missing_source: 'Source missing',
  uncited: 'No source',
};
export const stateName = (state: string): string => states[state] ?? state;

/** Keeps one object for each look of a number, by which formats are shared. */
const numberStyles = new Map<string, CellStyle>();

function numberStyle(unit: string | null, decimals: number, ink?: CellStyle['ink'], value = 0): CellStyle {
  const isYear = unit === null && namesThings('', [value]);
  const format = formatOf(unit, decimals, !isYear);
  const key = `${format} ${ink}`;
  const style = numberStyles.get(key) ?? { format, line: true, align: 'right', ...(ink ? { ink } : {}) };
  numberStyles.set(key, style);
  return style;
}

/** Decimals that a number shows as it is written, by half of its last digit. */
const writtenDecimals = (rounding: number): number =>
  rounding > 0 ? Math.max(0, Math.round(-Math.log10(rounding * 2))) : 0;

/** An exact value shows two digits more than the document does, if it has them. */
const exactDecimals = (value: number, rounding: number): number => {
  const written = writtenDecimals(rounding);
  return Math.max(written, Math.min(written + 2, decimalsOf(value, 6)));
};

interface FigureContext {
  model: FigureModel;
  documents: readonly BookDocument[];
  places: FigurePlaces;
  isForTeam: boolean;
}

/** Makes the worksheet of figures: a formula for each that follows from others, beside what the document says. */
export function buildFigureSheet({ model, documents, places, isForTeam }: FigureContext, back: string): Sheet {
  const heads: [string, number, 'left' | 'right'][] = [
    ['Figure', 36, 'left'],
    ['Period', 8, 'left'],
    ['Value (exact)', 14, 'right'],
    ['Unit', 8, 'left'],
    ['In the document', 14, 'left'],
    ['Its number', 13, 'right'],
    ['Rounded to', 9, 'right'],
    ['Agrees', 10, 'left'],
    ['Calculation in the document', 32, 'left'],
    ['Source', 28, 'left'],
    ['Document', 24, 'left'],
    ['Section', 24, 'left'],
    ...(isForTeam ? ([['Check', 12, 'left']] as [string, number, 'left' | 'right'][]) : []),
  ];
  const rowOf = new Map(model.rows.map((row, index) => [row, places.head + 1 + index]));
  const inputOf = new Map(model.inputs.map((input, index) => [input, places.head + 1 + index]));
  const refer = (origin: Origin): string => {
    if (origin.kind === 'number') return String(origin.value);
    if (origin.kind === 'cell')
      return cellReference(origin.grid.sheet, origin.grid.firstRow + origin.row, origin.column);
    if (origin.kind === 'figure') return `$${columnName(valueColumn.figures)}$${(rowOf.get(origin.row) ?? 0) + 1}`;
    return cellReference(places.inputs, inputOf.get(origin.input) ?? 0, valueColumn.inputs);
  };
  const body = model.rows.map((row, index): SheetCell[] => {
    const at = places.head + 2 + index;
    const agreement = agreementOf(row, at);
    const text = (value: string, style = wrapped): SheetCell => ({ value: cutText(cleanText(value), 2_000), style });
    return [
      text(row.isStep ? `Step: ${cutText(row.label, 180)}` : row.label, row.isStep ? muted : wrapped),
      text(row.period ?? '', plain),
      valueCell(row, refer, isForTeam),
      text(row.unit ?? '', unitStyle),
      text(row.text, saidStyle),
      { value: row.written, style: numberStyle(row.unit, writtenDecimals(row.rounding), 'input', row.written) },
      { value: row.rounding * 2, style: numberStyle(null, writtenDecimals(row.rounding), 'muted') },
      agreement,
      text(row.calculation?.footnote.text ?? '', muted),
      text(sourceOf(row), muted),
      text(documents[row.document]?.title ?? '', muted),
      text(row.section ?? '', muted),
      ...(isForTeam ? [text(row.state === null ? '' : stateName(row.state), plain)] : []),
    ];
  });
  const line = 'Blue: a number as a document or a source writes it. Black: a formula. Green: a cell of another sheet.';
  return {
    ...{ name: places.figures, title: 'Figures', head: places.head, filters: true, frozenColumns: 1 },
    widths: heads.map(([, width]) => width),
    rows: [
      [{ value: 'Figures', style: titleStyle }],
      [{ value: 'Contents', style: linkStyle, target: back }],
      [{ value: line, style: lineStyle }],
      [],
      heads.map(([value, , align]) => ({ value, style: headStyles[align] })),
      ...body,
    ],
  };
}

function sourceOf({ content, source, calculation }: FigureRow): string {
  if (content.kind === 'link' && content.operand.origin.kind === 'figure') return 'Another figure of this sheet';
  if (calculation && content.kind === 'formula') return 'Follows from the cells of its formula';
  return source === null ? 'None named' : [source.text, source.place].filter(Boolean).join(', ');
}

function valueCell(row: FigureRow, refer: (origin: Origin) => string, isForTeam: boolean): SheetCell {
  const { content, unit, value, rounding, written } = row;
  if (content.kind === 'stated')
    return { value: written, style: numberStyle(unit, writtenDecimals(rounding), 'input', written) };
  const style = numberStyle(unit, exactDecimals(value, rounding), isElsewhere(content) ? 'link' : undefined, value);
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
  return content.factor === 1 ? text : `(${text})*${content.factor}`;
}

function writeOperand(
  { origin, factor, decimals }: Operand,
  refer: (origin: Origin) => string,
  isPart: boolean,
): string {
  const reference = refer(origin);
  const times = factor === 1 ? reference : factor === -1 ? `-${reference}` : `${reference}*${factor}`;
  if (decimals !== null) return `ROUND(${times},${decimals})`;
  return factor === 1 || !isPart ? times : `(${times})`;
}

/** Says by formula whether the exact value is the number of the document, rounded as it is there. */
function agreementOf(row: FigureRow, at: number): SheetCell {
  if (row.content.kind === 'stated') return { value: 'as stated', style: verdicts.stated };
  const same = Math.sign(row.value) === Math.sign(row.written) || row.value === 0 || row.written === 0;
  const [value, told] = same ? [`C${at}`, `F${at}`] : [`ABS(C${at})`, `ABS(F${at})`];
  const yes = same ? 'yes' : 'yes, but sign';
  const holds = agrees(row.value, row);
  return {
    value: holds ? yes : 'no',
    formula: `IF(ABS(${value}-${told})<=G${at}/2*1.000001+ABS(F${at})*0.000000001,"${yes}","no")`,
    style: holds ? verdicts.yes : verdicts.no,
  };
}

/** Names the queries that a value comes from, with their statements for the team. */
function noteOf({ content }: FigureRow, isForTeam: boolean): string {
  const operands =
    content.kind === 'stated' ? [] : content.kind === 'link' ? [content.operand] : [...content.operands.values()];
  const grids = new Set(
    operands.flatMap(({ origin }) => (origin.kind === 'cell' && origin.grid.isQuery ? [origin.grid] : [])),
  );
  return [...grids].map(({ title, sql }) => (isForTeam && sql !== null ? `${title}\n\n${sql}` : title)).join('\n\n');
}

const inputKinds: Record<InputRow['kind'], string> = {
  source: 'From a source',
  assumption: 'Assumption',
  document: 'Number of the document',
};

/** Makes the worksheet of inputs: numbers that no table of the workbook has, each with where it stands. */
export function buildInputSheet({ model, documents, places }: FigureContext, back: string): Sheet {
  const heads: [string, number, 'left' | 'right'][] = [
    ['Input', 40, 'left'],
    ['Value', 16, 'right'],
    ['Unit', 9, 'left'],
    ['Kind', 20, 'left'],
    ['Source', 30, 'left'],
    ['Place', 24, 'left'],
    ['Words of the source', 52, 'left'],
    ['Document', 26, 'left'],
  ];
  const text = (value: string, style = wrapped): SheetCell => ({ value: cutText(cleanText(value), 2_000), style });
  const sourceText = (source: BookSource | null) => source?.text ?? '';
  const body = model.inputs.map((input): SheetCell[] => [
    text(input.name),
    { value: input.value, style: numberStyle(input.unit, writtenDecimals(input.rounding), 'input', input.value) },
    text(input.unit ?? '', unitStyle),
    text(inputKinds[input.kind], plain),
    text(sourceText(input.source), muted),
    text(input.source?.place ?? '', muted),
    text(input.source?.quote ?? '', muted),
    text(documents[input.document]?.title ?? '', muted),
  ]);
  return {
    ...{ name: places.inputs, title: 'Inputs', head: places.head, filters: true, frozenColumns: 1 },
    widths: heads.map(([, width]) => width),
    rows: [
      [{ value: 'Inputs', style: titleStyle }],
      [{ value: 'Contents', style: linkStyle, target: back }],
      [
        {
          value:
            'Numbers that formulas use and no table or query of this workbook has. Change one, and the figures follow.',
          style: lineStyle,
        },
      ],
      [],
      heads.map(([value, , align]) => ({ value, style: headStyles[align] })),
      ...body,
    ],
  };
}
