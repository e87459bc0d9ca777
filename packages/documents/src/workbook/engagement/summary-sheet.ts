import { placeIn, unitIn } from '../book-words.ts';
import { cleanText, cutText } from '../writing/cell-values.ts';
import type { CellStyle, Sheet, SheetCell } from '../writing/sheet.ts';
import { headStyles, lineStyle, linkStyle, titleStyle } from '../writing/table-sheet.ts';
import { type FigureRow, type InputRow, operandsOf } from './figure-model.ts';
import {
  agreementReference,
  exactDecimals,
  type FigureContext,
  figureReference,
  inputReference,
  numberStyle,
  writtenDecimals,
} from './figure-sheets.ts';
import { shortenName } from './short-names.ts';

const wrapped: CellStyle = { wraps: true, line: true };
const muted: CellStyle = { wraps: true, line: true, ink: 'muted' };
const unitStyle: CellStyle = { wraps: true, line: true, align: 'left', indent: 1 };
const centered: CellStyle = { wraps: true, line: true, align: 'center' };
const strong: CellStyle = { bold: true, size: 12, ink: 'link' };
const widths = [56, 9, 18, 12, 26, 16, 56];
const mostUsers = 4;
const mostRows = 30;
const text = (value: string, style = wrapped): SheetCell => ({
  value: cutText(cleanText(value), 1_000),
  style,
});

/**
 * Makes the worksheet of what matters: the figures that the concluding documents compute, and the
 * inputs that they follow from, assumptions first. Null without such figures.
 */
export function buildSummarySheet(name: string, context: FigureContext): Sheet | null {
  const { documents, words, back, places } = context;
  const conclusions = documents.flatMap(({ title, isConclusion }, index) => {
    const figures = isConclusion ? listFigures(index, context.model.rows).slice(0, mostRows) : [];
    return figures.length > 0 ? [{ title, figures }] : [];
  });
  if (conclusions.length === 0) return null;
  const { heads, kinds } = words;
  const users = new Map<InputRow, Set<FigureRow>>();
  for (const figure of conclusions.flatMap(({ figures }) => figures)) {
    for (const input of listInputs(figure)) addTo(users, input, figure);
  }
  const order: InputRow['kind'][] = ['assumption', 'document', 'source'];
  const inputs = [...users.keys()].toSorted(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
  );
  const headRow = (...names: string[]): SheetCell[] =>
    names.map((value, at) => ({
      value: value || ' ',
      style: at === 2 ? headStyles.right : headStyles.left,
    }));
  const rows: SheetCell[][] = [
    [{ value: words.sheets.summary, style: titleStyle }],
    [{ value: words.sheets.contents, style: linkStyle, target: back }],
    [{ value: words.lines.summary, style: lineStyle }],
  ];
  for (const { title, figures } of conclusions) {
    rows.push([], [{ ...text(title, strong), target: places.figures }]);
    rows.push(
      headRow(
        heads.figure,
        heads.period,
        heads.exact,
        heads.unit,
        heads.written,
        heads.agrees,
        heads.calculation,
      ),
    );
    for (const figure of figures) {
      rows.push([
        text(shortenName(figure.label)),
        text(figure.period ?? ''),
        summaryValue(figure, context),
        text(unitIn(words, figure.unit), unitStyle),
        text(figure.text),
        agreementReference(figure, context, centered),
        text(figure.calculation?.footnote.text ?? '', muted),
      ]);
    }
  }
  if (inputs.length > 0) {
    rows.push([], [{ ...text(words.sheets.inputs, strong), target: places.inputs }]);
    rows.push(
      headRow(heads.input, '', heads.value, heads.unit, heads.kind, heads.source, heads.usedIn),
    );
  }
  for (const input of inputs) {
    const source = input.source ? context.nameSource(input.source) : '';
    rows.push([
      text(input.label),
      text(''),
      {
        value: input.value,
        formula: inputReference(input, context),
        style: numberStyle(words, {
          ...input,
          decimals: writtenDecimals(input.rounding),
          ink: 'link',
        }),
      },
      text(unitIn(words, input.unit), unitStyle),
      text(kinds[input.kind]),
      text([source, placeIn(words, input.source?.place ?? null)].filter(Boolean).join(', '), muted),
      text(listUsers([...(users.get(input) ?? [])]), muted),
    ]);
  }
  return { name, title: words.sheets.summary, head: null, filters: false, widths, rows };
}

/**
 * Lists the figures of a document that follow by formula or from other figures; all of them if none
 * does.
 */
function listFigures(document: number, rows: readonly FigureRow[]): FigureRow[] {
  const own = rows.filter((row) => row.document === document || row.alsoIn.has(document));
  const computed = own.filter(
    ({ content }) =>
      content.kind === 'formula' ||
      (content.kind === 'link' && content.operand.origin.kind === 'figure'),
  );
  return computed.length > 0 ? computed : own;
}

/** Lists the inputs that a figure follows from, also through other figures. */
function listInputs(figure: FigureRow): Set<InputRow> {
  const inputs = new Set<InputRow>();
  const seen = new Set([figure]);
  for (const row of seen) {
    for (const { origin } of operandsOf(row.content)) {
      if (origin.kind === 'input') inputs.add(origin.input);
      if (origin.kind === 'figure') seen.add(origin.row);
    }
  }
  return inputs;
}

const listUsers = (users: readonly FigureRow[]): string =>
  [
    ...users.slice(0, mostUsers).map(({ label }) => label),
    ...(users.length > mostUsers ? ['…'] : []),
  ].join('; ');

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function summaryValue(figure: FigureRow, context: FigureContext): SheetCell {
  const { value, rounding, unit } = figure;
  const look = { unit, value, decimals: exactDecimals(value, rounding), ink: 'link' } as const;
  return {
    value,
    formula: figureReference(figure, context),
    style: numberStyle(context.words, look),
  };
}
