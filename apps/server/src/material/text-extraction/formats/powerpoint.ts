import {
  type DrawingContent,
  drawnParts,
  readDrawingPart,
} from '@ecp/documents/word/reading/drawing-content';
import { firstChoice, spellSymbols, writeEquation } from '@ecp/documents/word/reading/read-inlines';
import {
  openPackage,
  partName,
  type Relation,
  readRelations,
  type WordPackage,
  writeNumber,
} from '@ecp/documents/word/reading/read-parts';
import {
  childOf,
  descendantsOf,
  elementsOf,
  parseXml,
  textOf,
  WordRefusal,
  type XmlElement,
} from '@ecp/documents/word/reading/xml-tree';
import { unwrapLines } from '@ecp/markdown/rendered-text';
import type { ExtractedSection, FormatReading, SourceFile } from '../extraction.ts';
import { addRun, type Run, writeRuns } from './office-nodes.ts';
import { describeUnread, toFailure } from './word.ts';

const main = 'ppt/presentation.xml';

/** Counts the parts of the slides that are missing from their text. */
interface LeftOut {
  charts: number;
  diagrams: number;
  objects: number;
  comments: boolean;
}

/** A part that is read: its name, its relations, and the file with all parts. */
interface Part {
  files: WordPackage;
  name: string;
  relations: Map<string, Relation>;
  leftOut: LeftOut;
  /**
   * Charts and diagrams that are read already. Each is read once, however often a file shows it.
   */
  drawn: Set<string>;
}

/**
 * Reads .pptx, a section for each slide in order, with lists, tables, values of charts, SmartArt
 * and notes.
 */
export async function readPowerPoint({ bytes }: SourceFile): Promise<FormatReading> {
  const files = await openPackage(bytes, 'slides').catch((error: unknown) => {
    throw toFailure(error);
  });
  const remarks: string[] = [];
  return { sections: readSlides(files, remarks), note: null, remarks };
}

function* readSlides(files: WordPackage, remarks: string[]): Generator<ExtractedSection> {
  const leftOut: LeftOut = { charts: 0, diagrams: 0, objects: 0, comments: false };
  const drawn = new Set<string>();
  for (const [at, name] of listSlides(files).entries()) {
    let text = '';
    try {
      text = readSlide({ files, name, relations: readRelations(files, name), leftOut, drawn });
    } catch (error) {
      // A damaged slide costs the file nothing but that slide.
      if (!(error instanceof WordRefusal) || error.kind !== 'damaged') throw toFailure(error);
      remarks.push(`Slide ${at + 1} is damaged and was not read.`);
    }
    yield { location: `slide ${at + 1}`, text };
  }
  if (leftOut.objects > 0) remarks.push('Embedded objects were left out.');
  if (leftOut.comments) remarks.push('Its comments were left out.');
  remarks.push(...describeUnread(leftOut));
}

function listSlides(files: WordPackage): string[] {
  try {
    return findSlides(files);
  } catch (error) {
    throw toFailure(error);
  }
}

/**
 * Returns the names of the slides in the order of the presentation; by their numbers if it lists
 * none.
 */
function findSlides(files: WordPackage): string[] {
  const presentation = files.get(main);
  if (!presentation) throw new Error('Not a presentation');
  const relations = readRelations(files, main);
  const listed = descendantsOf(parseXml(presentation), 'p:sldId').flatMap(({ attributes }) => {
    const name = partName(main, relations.get(attributes['r:id'] ?? '')?.target ?? '');
    return files.has(name) ? [name] : [];
  });
  if (listed.length > 0) return [...new Set(listed)];
  const number = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  const slides = [...files.keys()].filter((name) => /^ppt\/slides\/[^/]+\.xml$/.test(name));
  return slides.sort((one, other) => number(one) - number(other));
}

function readSlide(part: Part): string {
  const blocks = readTree(part);
  for (const { type, target } of part.relations.values()) {
    if (/\/comments$/i.test(type)) part.leftOut.comments = true;
    if (!type.endsWith('/notesSlide')) continue;
    const name = partName(part.name, target);
    const notes = readTree({ ...part, name, relations: readRelations(part.files, name) }, true);
    const words = unwrapLines(notes.map(({ text }) => text).join('\n')).trim();
    if (words !== '') blocks.push({ isEntry: false, text: `Note: ${words}` });
  }
  return joinBlocks(blocks);
}

/** A paragraph, table or list entry. */
interface Block {
  isEntry: boolean;
  text: string;
}

function joinBlocks(blocks: readonly Block[]): string {
  return blocks
    .filter(({ text }) => text.trim() !== '')
    .map(({ isEntry, text }, at, all) =>
      at === 0 ? text : `${isEntry && all[at - 1]?.isEntry ? '\n' : '\n\n'}${text}`,
    )
    .join('');
}

/** @param isNotes true for a page of notes, of which the notes alone are read */
function readTree(part: Part, isNotes = false): Block[] {
  const bytes = part.files.get(part.name);
  const tree = bytes && childOf(childOf(parseXml(bytes), 'p:cSld'), 'p:spTree');
  return tree ? readShapes(tree, part, isNotes) : [];
}

function readShapes(tree: XmlElement, part: Part, isNotes: boolean): Block[] {
  return elementsOf(tree).flatMap((child) => {
    if (child.name === 'p:sp') return readShape(child, isNotes);
    if (child.name === 'p:graphicFrame') return readFrame(child, part);
    if (child.name === 'p:grpSp') return readShapes(child, part, isNotes);
    return child.name === 'mc:AlternateContent'
      ? readShapes(firstChoice(child), part, isNotes)
      : [];
  });
}

/**
 * Placeholders whose text is that of every page: its number, and on pages of notes head, foot and
 * day.
 */
const repeated = new Set(['sldNum', 'hdr', 'ftr', 'dt']);

function readShape(shape: XmlElement, isNotes: boolean): Block[] {
  const place = childOf(childOf(childOf(shape, 'p:nvSpPr'), 'p:nvPr'), 'p:ph');
  const type = place?.attributes['type'] ?? '';
  if (type === 'sldNum' || (isNotes && repeated.has(type))) return [];
  const body = childOf(shape, 'p:txBody');
  if (!body) return [];
  const isTitle = !isNotes && (type === 'title' || type === 'ctrTitle');
  return isTitle ? [{ isEntry: false, text: writeTitle(body) }] : readBody(body);
}

function writeTitle(body: XmlElement): string {
  const words = paragraphsOf(body)
    .map((paragraph) => unwrapLines(writeParagraph(paragraph)).trim())
    .join(' ')
    .trim();
  return words === '' ? '' : `# ${words}`;
}

const paragraphsOf = (body: XmlElement) => elementsOf(body).filter(({ name }) => name === 'a:p');

/** Deepest level of a list. */
const maxLevel = 8;

function readBody(body: XmlElement): Block[] {
  const counts = Array.from({ length: maxLevel + 1 }, () => 0);
  return paragraphsOf(body).map((paragraph) => {
    const properties = childOf(paragraph, 'a:pPr');
    const text = writeParagraph(paragraph);
    if (text.trim() === '') return { isEntry: false, text: '' };
    const level = Math.min(Math.max(Number(properties?.attributes['lvl'] ?? 0) || 0, 0), maxLevel);
    const numbering = childOf(properties, 'a:buAutoNum');
    counts.fill(0, level + 1);
    counts[level] = numbering ? (counts[level] ?? 0) + 1 : 0;
    const isMarked =
      numbering ?? childOf(properties, 'a:buChar') ?? childOf(properties, 'a:buBlip');
    if (!isMarked) return { isEntry: false, text: text.trim() };
    const label = numbering ? writeLabel(numbering, counts[level] ?? 1) : '-';
    return { isEntry: true, text: `${'  '.repeat(level)}${label} ${unwrapLines(text).trim()}` };
  });
}

const numberings: Record<string, string> = {
  arabic: 'decimal',
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
};

/**
 * Writes the label of a list entry; a dash for a numbering in other signs than digits and letters.
 */
function writeLabel({ attributes }: XmlElement, count: number): string {
  const number = count + (Number(attributes['startAt'] ?? 1) || 1) - 1;
  const [, kind = '', frame] =
    /^(\w+?)(Period|ParenR|ParenBoth|Plain)$/.exec(attributes['type'] ?? '') ?? [];
  const format = numberings[kind];
  if (format === undefined) return '-';
  const sign = writeNumber(number, format);
  return frame === 'Period'
    ? `${sign}.`
    : frame === 'ParenR'
      ? `${sign})`
      : frame === 'Plain'
        ? sign
        : `(${sign})`;
}

function writeParagraph(paragraph: XmlElement): string {
  const runs: Run[] = [];
  readRuns(paragraph, runs);
  return writeRuns(runs);
}

function readRuns(element: XmlElement, runs: Run[]): void {
  for (const child of elementsOf(element)) {
    if (child.name === 'a:r' || child.name === 'a:fld') addRun(runs, readRun(child));
    else if (child.name === 'a:br') addRun(runs, plain('\n'));
    else if (child.name === 'a14:m') readRuns(child, runs);
    else if (child.name === 'm:oMath' || child.name === 'm:oMathPara')
      addRun(runs, plain(writeEquation(child).trim()));
    else if (child.name === 'mc:AlternateContent') readRuns(firstChoice(child), runs);
  }
}

const plain = (text: string): Run => ({ text, position: null, isStruck: false, isBlock: false });

function readRun(run: XmlElement): Run {
  const properties = childOf(run, 'a:rPr');
  const { baseline = '0', strike = 'noStrike' } = properties?.attributes ?? {};
  const shift = Number.parseInt(baseline, 10);
  const font =
    (childOf(properties, 'a:sym') ?? childOf(properties, 'a:latin'))?.attributes['typeface'] ?? '';
  const words = elementsOf(run).filter(({ name }) => name === 'a:t');
  return {
    text: spellSymbols(words.map(textOf).join(''), font),
    position: shift > 0 ? 'raised' : shift < 0 ? 'lowered' : null,
    isStruck: strike !== 'noStrike',
    isBlock: false,
  };
}

function readFrame(frame: XmlElement, part: Part): Block[] {
  const [table] = descendantsOf(frame, 'a:tbl');
  if (table) return [{ isEntry: false, text: writeTable(table) }];
  const drawn = drawnParts(frame);
  if (drawn.length === 0 && descendantsOf(frame, 'p:oleObj').length > 0) part.leftOut.objects += 1;
  return drawn.flatMap((element) => {
    const id = element.attributes['r:id'] ?? element.attributes['r:dm'] ?? '';
    const name = partName(part.name, part.relations.get(id)?.target ?? '');
    if (part.drawn.has(name)) return [];
    part.drawn.add(name);
    const content = readDrawingPart(part.files.get(name));
    if (content === null) part.leftOut[element.name === 'dgm:relIds' ? 'diagrams' : 'charts'] += 1;
    return content ? writeDrawing(content) : [];
  });
}

/** Cells that a merged cell covers are in the file, without text. */
function writeTable(table: XmlElement): string {
  const rows = elementsOf(table).filter(({ name }) => name === 'a:tr');
  return rows
    .map((row) =>
      writeRow(
        elementsOf(row)
          .filter(({ name }) => name === 'a:tc')
          .map(writeCell),
      ),
    )
    .join('\n');
}

function writeCell(cell: XmlElement): string {
  const body = childOf(cell, 'a:txBody');
  const lines = (body ? paragraphsOf(body) : []).map((paragraph) =>
    unwrapLines(writeParagraph(paragraph)).trim(),
  );
  return lines.filter((line) => line !== '').join(' ');
}

const writeRow = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;

function writeDrawing(content: DrawingContent): Block[] {
  if (content.kind === 'diagram') {
    return content.lines.map(({ level, text }) => ({
      isEntry: true,
      text: `${'  '.repeat(level)}- ${text}`,
    }));
  }
  const title = content.title === '' ? 'Chart' : `Chart: ${content.title}`;
  return [title, ...content.tables.map((rows) => rows.map(writeRow).join('\n'))].map((text) => ({
    isEntry: false,
    text,
  }));
}
