import {
  childOf,
  descendantsOf,
  elementsOf,
  makeElement,
  parseXml,
  textOf,
  type XmlElement,
} from './xml-tree.ts';

/**
 * The content of a chart, with its values as tables, or of a diagram (SmartArt), with its words as
 * lines.
 */
export type DrawingContent =
  | { kind: 'chart'; title: string; tables: string[][][] }
  | { kind: 'diagram'; lines: { level: number; text: string }[] };

/** The reader stops after this many points of a chart or entries of a diagram. */
const maxPoints = 100_000;
const maxLevel = 10;

/** Returns the elements of a drawing that lead to a chart or to the words of a diagram. */
export function drawnParts(drawing: XmlElement): XmlElement[] {
  return ['c:chart', 'cx:chart', 'dgm:relIds'].flatMap((name) =>
    descendantsOf(drawing, name).filter(
      ({ attributes }) => (attributes['r:id'] ?? attributes['r:dm']) !== undefined,
    ),
  );
}

/**
 * Reads the part of a chart or the data of a diagram. Null if there is none, it has no values, or
 * it is damaged.
 */
export function readDrawingPart(bytes: Buffer | undefined): DrawingContent | null {
  if (bytes === undefined) return null;
  try {
    const root = parseXml(bytes);
    const content = root.name === 'dgm:dataModel' ? readDiagram(root) : readChart(root);
    return (content.kind === 'chart' ? content.tables : content.lines).length > 0 ? content : null;
  } catch {
    return null;
  }
}

/** A series of a chart: its name, and labels and values by the numbers of their points. */
interface Series {
  name: string;
  labels: Map<number, string>;
  columns: { name: string; values: Map<number, string> }[];
}

function readChart(root: XmlElement): DrawingContent {
  const isNewer = root.name === 'cx:chartSpace';
  const chart = childOf(root, isNewer ? 'cx:chart' : 'c:chart');
  const series = isNewer ? readNewerSeries(root) : readSeries(root);
  const title = childOf(chart, isNewer ? 'cx:title' : 'c:title');
  return { kind: 'chart', title: title ? wordsOf(title) : '', tables: toTables(series) };
}

/**
 * Returns the words of a title or name: those of its paragraphs, else what is stored of the cell
 * that it shows.
 */
function wordsOf(element: XmlElement): string {
  const paragraphs = descendantsOf(element, 'a:p').map((paragraph) =>
    descendantsOf(paragraph, 'a:t').map(textOf).join(''),
  );
  const words = paragraphs.join(' ').trim();
  const stored = ['c:v', 'cx:v'].flatMap((name) => descendantsOf(element, name).map(textOf));
  return (words === '' ? stored.join(' ') : words).replace(/\s+/g, ' ').trim();
}

function readSeries(root: XmlElement): Series[] {
  const is1904 = childOf(root, 'c:date1904')?.attributes['val'] === '1';
  return descendantsOf(root, 'c:ser').map((series) => {
    const name = childOf(series, 'c:tx');
    const x = childOf(series, 'c:xVal');
    const points = (element: XmlElement | undefined) => readPoints(element, is1904);
    const size = childOf(series, 'c:bubbleSize');
    return {
      name: name ? wordsOf(name) : '',
      labels: points(childOf(series, 'c:cat') ?? x),
      columns: [
        { name: '', values: points(childOf(series, 'c:val') ?? childOf(series, 'c:yVal')) },
        ...(size ? [{ name: 'size', values: points(size) }] : []),
      ],
    };
  });
}

/**
 * Reads the points that a chart stores of its cells. Labels of several levels are joined, outer
 * first.
 */
function readPoints(element: XmlElement | undefined, is1904: boolean): Map<number, string> {
  if (!element) return new Map();
  const levels = descendantsOf(element, 'c:lvl');
  if (levels.length > 0)
    return joinLevels(levels.map((level) => readLevel(level, 'c:pt', '', is1904)));
  const caches = ['c:strCache', 'c:numCache', 'c:strLit', 'c:numLit'];
  const cache = caches.flatMap((name) => descendantsOf(element, name))[0];
  const format = childOf(cache, 'c:formatCode');
  return cache ? readLevel(cache, 'c:pt', format ? textOf(format) : '', is1904) : new Map();
}

function readLevel(
  level: XmlElement,
  name: string,
  format: string,
  is1904: boolean,
): Map<number, string> {
  const points = elementsOf(level).filter((child) => child.name === name);
  return new Map(
    points.slice(0, maxPoints).map((point): [number, string] => {
      const text = textOf(childOf(point, 'c:v') ?? point).trim();
      const own = point.attributes['formatCode'] ?? format;
      return [
        Number(point.attributes['idx'] ?? 0),
        own === '' ? text : writeValue(text, own, is1904),
      ];
    }),
  );
}

/**
 * The innermost level stands first and has each point; a label of another level holds until the
 * next one.
 */
function joinLevels(levels: readonly Map<number, string>[]): Map<number, string> {
  const [inner = new Map<number, string>(), ...outer] = levels;
  const last = outer.map(() => '');
  return new Map(
    [...inner.entries()]
      .sort(([one], [other]) => one - other)
      .map(([point, label]) => {
        for (const [at, level] of outer.entries()) last[at] = level.get(point) ?? last[at] ?? '';
        return [point, [...last.toReversed(), label].filter((part) => part !== '').join(' ')];
      }),
  );
}

/** Days from Excel's zero to 1970, by its two date systems. */
const [zeroOf1900, zeroOf1904] = [25_569, 24_107];

/**
 * Writes a value as its format shows it, as far as the format changes what it says: percentages and
 * days.
 */
function writeValue(text: string, format: string, is1904: boolean): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  const codes = format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  if (codes.includes('%')) return `${tidy(value * 100)}%`;
  if (/[dy]/i.test(codes) && !/[0#]|general/i.test(codes)) {
    const day = new Date((Math.floor(value) - (is1904 ? zeroOf1904 : zeroOf1900)) * 86_400_000);
    if (!Number.isNaN(day.getTime())) return day.toISOString().slice(0, 10);
  }
  return tidy(value);
}

/** Drops the noise that binary fractions leave in the sixteenth digit. */
const tidy = (value: number) => String(Number(value.toPrecision(15)));

function readNewerSeries(root: XmlElement): Series[] {
  const data = new Map(
    elementsOf(childOf(root, 'cx:chartData') ?? root)
      .filter(({ name }) => name === 'cx:data')
      .map((each) => [each.attributes['id'] ?? '', each]),
  );
  return descendantsOf(root, 'cx:series').flatMap((series) => {
    const own = data.get(childOf(series, 'cx:dataId')?.attributes['val'] ?? '');
    if (!own) return [];
    const name = childOf(series, 'cx:tx');
    const dimensions = elementsOf(own).map((dimension) => ({
      kind: dimension.name,
      levels: levelsOf(dimension),
    }));
    const labels = dimensions.find(({ kind }) => kind === 'cx:strDim')?.levels ?? [];
    const numbers = dimensions.filter(
      ({ kind, levels }) => kind === 'cx:numDim' && levels.length > 0,
    );
    const columns = numbers.map(({ levels }) => ({
      name: '',
      values: levels[0] ?? new Map<number, string>(),
    }));
    return columns.length === 0
      ? []
      : [{ name: name ? wordsOf(name) : '', labels: joinLevels(labels), columns }];
  });
}

const levelsOf = (dimension: XmlElement) =>
  elementsOf(dimension)
    .filter(({ name }) => name === 'cx:lvl')
    .map((level) => readLevel(level, 'cx:pt', level.attributes['formatCode'] ?? '', false));

/** Joins neighbouring series with the same labels into one table, with a row for each point. */
function toTables(series: readonly Series[]): string[][][] {
  const groups: { key: string; labels: Map<number, string>; columns: Series['columns'] }[] = [];
  for (const { name, labels, columns } of series) {
    const key = JSON.stringify([...labels]);
    const named = columns.map((column) => ({
      ...column,
      name: [name, column.name].filter(Boolean).join(' '),
    }));
    const last = groups.at(-1);
    if (last?.key === key) last.columns.push(...named);
    else groups.push({ key, labels, columns: named });
  }
  return groups.flatMap(({ labels, columns }) => {
    const points = new Set(
      [labels, ...columns.map(({ values }) => values)].flatMap((each) => [...each.keys()]),
    );
    if (columns.every(({ values }) => values.size === 0)) return [];
    const rows = [...points]
      .sort((one, other) => one - other)
      .map((point) => [
        labels.get(point) ?? '',
        ...columns.map(({ values }) => values.get(point) ?? ''),
      ]);
    return [[['', ...columns.map(({ name }) => name)], ...rows]];
  });
}

/** Reads the words of a diagram in the order of its tree, each with its level from 0. */
function readDiagram(root: XmlElement): DrawingContent {
  const points = elementsOf(childOf(root, 'dgm:ptLst') ?? root).filter(
    ({ name }) => name === 'dgm:pt',
  );
  const connections = elementsOf(childOf(root, 'dgm:cxnLst') ?? root).flatMap(({ attributes }) => {
    const { type = 'parOf', srcId = '', destId = '', srcOrd = '0' } = attributes;
    return type === 'parOf' ? [{ from: srcId, to: destId, order: Number(srcOrd) }] : [];
  });
  const children = Map.groupBy(connections, ({ from }) => from);
  const byId = new Map(points.map((point) => [point.attributes['modelId'] ?? '', point]));
  const lines: { level: number; text: string }[] = [];
  const seen = new Set<string>();
  const tops = points.filter(({ attributes: { type } }) => type === 'doc');
  const pending = [...tops, ...points]
    .reverse()
    .map((point) => ({ id: point.attributes['modelId'] ?? '', level: -1 }));
  for (
    let next = pending.pop();
    next !== undefined && lines.length < maxPoints;
    next = pending.pop()
  ) {
    const point = byId.get(next.id);
    if (!point || seen.has(next.id)) continue;
    seen.add(next.id);
    const type = point.attributes['type'] ?? 'node';
    const paragraphs = type === 'node' || type === 'asst' ? descendantsOf(point, 'a:p') : [];
    const text = paragraphs
      .map((paragraph) => descendantsOf(paragraph, 'a:t').map(textOf).join(''))
      .join(' ')
      .trim();
    if (text !== '') lines.push({ level: Math.min(Math.max(next.level, 0), maxLevel), text });
    const level = next.level + 1;
    const below = (children.get(next.id) ?? []).sort((one, other) => other.order - one.order);
    for (const { to } of below) pending.push({ id: to, level });
  }
  return { kind: 'diagram', lines };
}

/**
 * Writes a drawing as WordprocessingML in a text box, so that it is read as any other table and
 * paragraph.
 */
export function drawingAsBox(content: DrawingContent): XmlElement {
  if (content.kind === 'diagram') {
    return makeElement(
      'w:txbxContent',
      content.lines.map(({ level, text }) => paragraph(`${'  '.repeat(level)}- ${text}`)),
    );
  }
  const row = (cells: string[]) =>
    makeElement(
      'w:tr',
      cells.map((cell) => makeElement('w:tc', [paragraph(cell)])),
    );
  const title = content.title === '' ? 'Chart' : `Chart: ${content.title}`;
  return makeElement('w:txbxContent', [
    paragraph(title),
    ...content.tables.map((rows) => makeElement('w:tbl', rows.map(row))),
  ]);
}

const paragraph = (text: string) =>
  makeElement('w:p', [makeElement('w:r', [makeElement('w:t', [text])])]);
