import type { Derivation } from '@ecp/contract/values/citations';
import type { NumberStyle } from '@ecp/language/number-style';
import { type HeldFigure, showsResult } from './compare-figures.ts';
import type { DocumentBlock } from './document.ts';
import { nameInput } from './evaluate-calculation.ts';
import { readTyped, type TypedFigure } from './figures.ts';
import { combine } from './find-operation.ts';
import { nameInputs } from './name-inputs.ts';
import { splitClaims } from './split-claims.ts';
import { maxLine, readTables, type SourceRow } from './tables.ts';

export interface CellGroup {
  block: DocumentBlock;
  /**
   * Footnotes of the cells, else of the row or the head, else of the sentence beside the table.
   * Empty without any.
   */
  labels: readonly string[];
  /** Those that stand at the cells or their row. */
  own: readonly string[];
  /** All of its row and of the text beside its table, whatever cells they stand at. */
  ofRow: readonly string[];
  beside: readonly string[];
  /** They stand at other cells of the row. */
  isOfOthers: boolean;
  figures: readonly TypedFigure[];
}

export interface OwnTable {
  groups: readonly CellGroup[];
  rows: readonly (readonly TypedFigure[])[];
}

/** Lists the tables of a document, each with its cells by their sources. */
export function listTables(blocks: readonly DocumentBlock[], style: NumberStyle): OwnTable[] {
  const tables: OwnTable[] = [];
  for (let start = 0; start < blocks.length; ) {
    let end = start;
    while (blocks[end]?.kind === 'row' && (end === start || blocks[end]?.columns !== null))
      end += 1;
    if (end > start + 1) tables.push(readTable(blocks, { start, end }, style));
    start = Math.max(end, start + 1);
  }
  return tables;
}

function readTable(
  blocks: readonly DocumentBlock[],
  { start, end }: { start: number; end: number },
  style: NumberStyle,
): OwnTable {
  const head = readCells(blocks[start] as DocumentBlock);
  const beside = listBeside(besideBlock(blocks, start, -1), besideBlock(blocks, end - 1, 1));
  const ofTable = [...new Set(head[0]?.labels ?? [])];
  const ofHeads = [...new Set(head.flatMap(({ labels }) => labels))];
  // A row or a head that cites something of its own may have its other figures from the source of
  // the whole table.
  const ofWhole = [...new Set([...ofTable, ...beside])];
  const shared = ofWhole.length <= mostShared ? ofWhole : [];
  const rows: TypedFigure[][] = [];
  const groups: CellGroup[] = [];
  const lines = blocks.slice(start, end).map(({ text }) => toLine(text));
  const numbers = blocks.slice(start + 1, end).map(({ text }) => listNumbers(text, style));
  const ends = numbers.flatMap((one) => one.map(({ line }) => line));
  const [table] = readTables([lines[0], '|---|', ...lines.slice(1), ...ends].join('\n'), style);
  const byLine = new Map((table?.rows ?? []).map((row) => [row.line.trim(), row.figures]));
  for (const [index, block] of blocks.slice(start + 1, end).entries()) {
    const cells = readCells(block);
    const cellOf = (figure: TypedFigure) =>
      cells.findLastIndex((cell) => cell.start <= figure.start);
    const parts = (numbers[index] ?? []).flatMap(({ line, cell, at, shown, isMixed }) => {
      const figure = byLine.get(line)?.[cell];
      if (!figure) return [];
      // A cell of words may give values of several columns of its source.
      const place = isMixed ? { cell: { row: figure.cell?.row ?? '', column: '' } } : {};
      return [{ ...figure, ...place, shown, start: at, end: at + shown.length }];
    });
    const isWithinPart = (figure: TypedFigure) =>
      parts.some((one) => one.start <= figure.start && figure.end <= one.end);
    const placed = placeFigures(
      block.text.split(' | '),
      byLine.get((lines[index + 1] ?? '').trim()) ?? [],
      style,
    );
    const figures = [...placed.filter((figure) => !isWithinPart(figure)), ...parts].filter(
      (figure) => cellOf(figure) > 0 && figure.form === 'digits',
    );
    rows.push(figures);
    const holds = new Set(figures.map(cellOf));
    const all = [...new Set(cells.flatMap(({ labels }) => labels))];
    const isWide =
      new Set([...cells, ...head].map(({ labels }) => labels.join(' '))).size > mostGroups;
    const ofRow = isWide
      ? [...new Set([...all, ...head.flatMap(({ labels }) => labels)])]
      : [...new Set(cells.flatMap(({ labels }, index) => (holds.has(index) ? [] : labels)))];
    const step = Math.ceil(cells.length / mostGroups);
    const chunks = Array.from({ length: isWide ? mostGroups : 0 }, (_, chunk) =>
      [cells, head].flatMap((list) =>
        list.slice(chunk * step, (chunk + 1) * step).flatMap(({ labels }) => labels),
      ),
    );
    const byLabels = new Map<string, CellGroup & { figures: TypedFigure[] }>();
    for (const figure of figures) {
      const at = cellOf(figure);
      const own = (isWide ? chunks[Math.floor(at / step)] : cells[at]?.labels) ?? [];
      const ofHead = isWide ? [] : (head[at]?.labels ?? []);
      const ofRowAndHead = [...new Set([...ofRow, ...ofHead])];
      const near = own.length > 0 ? [...new Set(own)] : ofRowAndHead;
      // A zero without a source says that there is nothing.
      if (figure.value === 0 && near.length === 0) continue;
      // The marks of its row precede those of the text beside the table.
      const nearest = [near, ofTable, all, beside, ofHeads].find(({ length }) => length > 0) ?? [];
      const labels = own.length > 0 ? nearest : [...new Set([...nearest, ...shared])];
      const key = labels.join(' ');
      const group = byLabels.get(key) ?? {
        block,
        labels,
        own: own.length > 0 ? [...new Set(own)] : ofRow,
        ofRow: all,
        beside,
        isOfOthers: near.length === 0 && ofTable.length === 0 && all.length > 0,
        figures: [],
      };
      group.figures.push(figure);
      byLabels.set(key, group);
    }
    // A row without figures still cites its footnotes.
    if (byLabels.size === 0 && ofRow.length > 0)
      byLabels.set('', {
        block,
        labels: ofRow,
        own: ofRow,
        ofRow: all,
        beside,
        isOfOthers: false,
        figures: [],
      });
    groups.push(...byLabels.values());
  }
  return { groups, rows };
}

/** Words for a table, with an article or a number: "this table", "Tabelle 2". */
const namedTable =
  /(?<!\p{L})(?:(?:the|this|that|our)\s+(?:\p{L}+\s)?(?:table|matrix|overview|list|comparison|figures)|table\s+\d|(?:d(?:ie|er)|diese[rn]?|(?:obige|folgende|vorstehende|nachstehende)[rn]?)\s+(?:\p{L}+\s)?(?:tabelle|übersicht|aufstellung|matrix|liste)|tabelle\s+\d|(?:le|ce|la|cette)\s+(?:tableau|liste|matrice)|tableau\s+\d|(?:la|esta|el|este)\s+(?:tabla|cuadro|lista|matriz)|tabla\s+\d)(?!\p{L})|表(?:は|が|に|で|の|から|[０-９\d])|一覧/iu;
/** Words that point forwards or back, to the table that comes or to the one that was. */
const forwards =
  /(?<!\p{L})(?:below|following|next|folgende[rn]?|nachstehende[rn]?|unten|ci-dessous|suivante?|siguiente|a continuación)(?!\p{L})|[次下]の?表|以下|[:：]\s*$/iu;
const backwards =
  /(?<!\p{L})(?:above|preceding|previous|obige[rn]?|vorstehende[rn]?|oben|ci-dessus|précédente?|anterior|de arriba)(?!\p{L})|[上前]の?表/iu;

/**
 * Lists the footnotes of the sentence beside a table: of one before it that announces it, of one
 * behind it that speaks of it, else of the paragraph before it, else of the one behind it.
 */
function listBeside(before: DocumentBlock | undefined, after: DocumentBlock | undefined): string[] {
  const labelsOfSentences = (
    block: DocumentBlock | undefined,
    speaks: (sentence: string) => boolean,
  ) => {
    const claims =
      block === undefined ? [] : splitClaims(block).filter(({ sentence }) => speaks(sentence));
    const labels = claims.flatMap(({ references }) => references.map(({ label }) => label));
    return labels.length > 0 ? labels : null;
  };
  const announces = (sentence: string) =>
    forwards.test(sentence) || (namedTable.test(sentence) && !backwards.test(sentence));
  const speaksOf = (sentence: string) =>
    backwards.test(sentence) || (namedTable.test(sentence) && !forwards.test(sentence));
  const labels =
    labelsOfSentences(before, announces) ??
    labelsOfSentences(after, speaksOf) ??
    labelsOf(before) ??
    labelsOf(after) ??
    [];
  return [...new Set(labels)];
}

function besideBlock(
  blocks: readonly DocumentBlock[],
  at: number,
  step: 1 | -1,
): DocumentBlock | undefined {
  const next = blocks[at + step];
  return next?.kind === 'heading' && step < 0
    ? undefined
    : next?.kind === 'prose'
      ? next
      : undefined;
}

function labelsOf(block: DocumentBlock | undefined): string[] | null {
  const labels = block?.references.map(({ label }) => label) ?? [];
  return labels.length > 0 ? labels : null;
}

function readCells({ text, references }: DocumentBlock): { start: number; labels: string[] }[] {
  let at = 0;
  return text.split(' | ').map((cell, index, all) => {
    const [start, end] = [at, at + cell.length];
    at = end + 3;
    const isOwn = (place: number) => place >= start && (place <= end || index === all.length - 1);
    return {
      start,
      labels: references.filter((reference) => isOwn(reference.at)).map(({ label }) => label),
    };
  });
}

/**
 * Finds how a cell follows from others: the sum of those above, a share of its column, or one
 * operation in its row.
 */
export function followCells(figure: TypedFigure, { rows }: OwnTable): Derivation | null {
  const at = rows.findIndex((row) => row.includes(figure));
  const row = rows[at] ?? [];
  const column = figure.cell?.column ?? '';
  const inColumn = (name: string, list: readonly (readonly TypedFigure[])[]) =>
    list.flatMap((one) => one.filter(({ cell }) => cell?.column === name).slice(0, 1));
  const above = inColumn(column, rows.slice(0, at));
  const isAlike =
    above.length > 1 && above.length < 60 && above.every(({ unit }) => unit === figure.unit);
  const sum = above.reduce((total, { value }) => total + value, 0);
  if (isAlike && showsResult(figure, sum))
    return toDerivation(above.map((_, index) => nameInput(index)).join(' + '), above, sum);
  if (figure.kind === 'percent') {
    for (const other of row.filter((one) => one !== figure && one.kind !== 'percent' && one.cell)) {
      const all = inColumn(other.cell?.column ?? '', rows);
      const total = all.reduce((most, { value }) => most + value, 0);
      for (const whole of [total, ...all.map(({ value }) => value)])
        if (whole > other.value && showsResult(figure, (other.value / whole) * 100))
          return {
            ...toDerivation(
              'a / b * 100',
              [other, { ...other, value: whole }],
              (other.value / whole) * 100,
            ),
          };
    }
  }
  const held = row
    .filter((one) => one !== figure)
    .map((one): HeldFigure => ({ figure: one, citation: null, origin: 'document' }));
  return combine(figure, held, `${figure.cell?.row ?? ''} ${column}`);
}

function toDerivation(
  expression: string,
  inputs: readonly TypedFigure[],
  result: number,
): Derivation {
  const names = nameInputs(inputs);
  return {
    expression,
    inputs: inputs.map(({ value, unit }, index) => {
      return { ...names[index], label: nameInput(index), value, unit, citation: null };
    }),
    result: Number(result.toPrecision(12)),
  };
}

/** Limits the numbers of a cell and of a row that are read in the place of their cell. */
const mostNumbers = { cell: 12, row: 60 };
/**
 * Limits the footnotes of a whole table that its rows with footnotes of their own may rest on too.
 */
const mostShared = 6;
/**
 * Limits the parts of a row with footnotes of their own. In a wider row, neighbouring cells share
 * theirs.
 */
const mostGroups = 40;

const toLine = (text: string) => `| ${text.replaceAll('\n', ' ')} |`;
/**
 * Reads a row once for each of a cell's numbers without a unit: "180 to 310", "+8.5 or −8.5".
 * `isMixed`: a cell of words, whose numbers may be of several columns of its source.
 */
function listNumbers(
  text: string,
  style: NumberStyle,
): { line: string; cell: number; at: number; shown: string; isMixed: boolean }[] {
  if (toLine(text).length > maxLine) return [];
  const cells = text.split(' | ');
  let from = 0;
  const found = cells.flatMap((words, cell) => {
    const start = from;
    from += words.length + 3;
    const isSeveral = cell > 0 && /\d\D+\d/u.test(words);
    const figures = isSeveral
      ? readTyped(words, style).filter(({ form }) => form === 'digits')
      : [];
    if (figures.length > mostNumbers.cell) return [];
    const isMixed =
      figures.length > 2 || /\p{L}{4}|[(/;,]/u.test(words.replace(/[.,](?=\d)/gu, ''));
    return figures.flatMap(({ start: first, end, unit, kind, counts, shown: own }) => {
      const isOwn =
        (unit !== null && kind !== 'money') || kind === 'year' || counts || /\p{L}/u.test(own);
      if (figures.length < 2 || isOwn) return [];
      const lead = /(?:[A-Z]{3}\s?|[€$£¥]|(?<!\d\s?)[-+−–])?$/u.exec(
        words.slice(Math.max(0, first - 5), first),
      );
      const from = first - (lead?.[0].length ?? 0);
      return [{ shown: words.slice(from, end), at: start + from, cell, isMixed }];
    });
  });
  if (found.length > mostNumbers.row) return [];
  return found.map((one) => ({
    ...one,
    line: toLine(cells.with(one.cell, one.shown).join(' | ')),
  }));
}

/**
 * Gives the figures of cells their places in the joined row; cells of words have the figures of
 * their words.
 */
function placeFigures(
  texts: readonly string[],
  figures: SourceRow['figures'],
  style: NumberStyle,
): TypedFigure[] {
  let at = 0;
  return texts.flatMap((cell, index) => {
    const start = at;
    at += cell.length + 3;
    const figure = figures[index];
    if (figure) return [{ ...figure, start, end: start + cell.length }];
    if (index === 0) return [];
    return readTyped(cell, style).map((one) => ({
      ...one,
      start: start + one.start,
      end: start + one.end,
    }));
  });
}
