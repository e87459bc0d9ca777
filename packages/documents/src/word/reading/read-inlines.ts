import { characterStyles } from '../model/style-names.ts';
import type { WordInline, WordMarks, WordText } from '../model/word-item.ts';
import { drawnParts } from './drawing-content.ts';
import type { CommentFollower } from './follow-comments.ts';
import type { WordUse } from './open-package.ts';
import {
  type Relation,
  readPosition,
  readShift,
  type TextPosition,
  type WordParts,
  type WordStyle,
} from './read-parts.ts';
import { signOf, spellSymbols } from './symbol-fonts.ts';
import type { Warnings } from './warnings.ts';
import { writeEquation } from './write-equation.ts';
import { childOf, descendantsOf, elementsOf, isOn, readValue, textOf, wordsIn, type XmlElement } from './xml-tree.ts';

/** A field of Word between its beginning and its end. Its instruction is not text, its result is. */
interface OpenField {
  instruction: string;
  hasResult: boolean;
  /** The text of a form field without a result: its check box, or the chosen entry. */
  shown: string;
}

/** State of reading the text of one part. */
export interface InlineReading {
  parts: WordParts;
  use: WordUse;
  relations: ReadonlyMap<string, Relation>;
  warnings: Warnings;
  comments: CommentFollower;
  fields: OpenField[];
  /** Number of open fields without a result yet. */
  waiting: number;
  /** Texts that are raised or lowered, until settlePositions writes them. */
  positions: WeakMap<WordText, TextPosition>;
  /** Keys of the notes in the order of their references: `footnote 2`, `endnote 1`. */
  references: string[];
  /** Contents of text boxes, to be read after the paragraph that they are anchored in. */
  boxes: XmlElement[];
}

/** Elements that only surround others, those of accepted insertions among them. */
const transparent = new Set([
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:sdt',
  'w:sdtContent',
  'w:customXml',
  'w:fldSimple',
  'w:dir',
  'w:bdo',
  'w:ruby',
  'w:rubyBase',
]);

/**
 * Reads the inlines of a paragraph. Tracked insertions are text, tracked deletions are not (WRD-5). `into` collects
 * them; tabs stay for code.
 */
export function readInlines(element: XmlElement, marks: WordMarks, reading: InlineReading, into: WordInline[]): void {
  for (const child of elementsOf(element)) {
    if (transparent.has(child.name)) readInlines(child, marks, reading, into);
    else if (child.name === 'w:r') readRun(child, marks, reading, into);
    else if (child.name === 'w:hyperlink') {
      readInlines(child, { ...marks, ...linkOf(child, reading) }, reading, into);
    } else if (child.name === 'w:commentRangeStart') reading.comments.start(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:commentRangeEnd') reading.comments.end(child.attributes['w:id'] ?? '');
    else if (child.name === 'm:oMath' || child.name === 'm:oMathPara') readEquation(child, marks, reading, into);
    else if (child.name === 'w:oMath') readInlines(child, marks, reading, into);
    else if (child.name === 'mc:AlternateContent') readInlines(firstChoice(child), marks, reading, into);
  }
}

/** Returns the first form of content that a file has in several. */
export function firstChoice(element: XmlElement): XmlElement {
  return childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback') ?? { ...element, children: [] };
}

function linkOf(element: XmlElement, { relations, warnings }: InlineReading): WordMarks {
  const relation = relations.get(element.attributes['r:id'] ?? '');
  return relation ? safeLink(relation.target, warnings) : {};
}

function safeLink(target: string, warnings: Warnings): WordMarks {
  const url = URL.parse(target);
  if (url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return { url: url.href };
  if (!target.startsWith('#')) warnings.add('link_left_out', target);
  return {};
}

function readEquation(element: XmlElement, marks: WordMarks, reading: InlineReading, into: WordInline[]): void {
  const words = writeEquation(element).trim();
  reading.warnings.add('equation_as_text', words);
  addText(words, marks, reading, into);
}

/** Links stand in few other fields; a file may open any number. */
const nestedFields = 20;

function readRun(run: XmlElement, around: WordMarks, reading: InlineReading, into: WordInline[]): void {
  const properties = childOf(run, 'w:rPr');
  const style = styleOf(properties, reading);
  const hidden = childOf(properties, 'w:vanish');
  if (hidden === undefined ? style?.isHidden : isOn(hidden)) {
    if (wordsIn(run) !== '') reading.warnings.add('hidden_text_left_out', wordsIn(run));
    return;
  }
  // The comma between two notes is no content of the markdown.
  if (style?.name.toLowerCase() === characterStyles.noteGap.toLowerCase() && wordsIn(run).trim() === ',') return;
  const field = reading.fields.slice(-nestedFields).findLast(({ hasResult }) => hasResult);
  const target = /^\s*HYPERLINK\s+"([^"]+)"/.exec(field?.instruction ?? '')?.[1];
  const link = target === undefined ? {} : safeLink(target, reading.warnings);
  const marks = { ...around, ...link, ...readMarks(properties, reading) };
  warnOfFormatting(run, properties, reading);
  const shift = reading.use === 'source' ? readShift(properties) : null;
  const position = childOf(properties, 'w:vertAlign') ? readPosition(properties) : (shift ?? style?.position ?? null);
  const fonts = childOf(properties, 'w:rFonts')?.attributes;
  const font = fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'] ?? '';
  readRunContent(run, { marks, position, font }, reading, into);
}

function styleOf(properties: XmlElement | undefined, { parts }: InlineReading): WordStyle | undefined {
  return parts.styles.get(readValue(childOf(properties, 'w:rStyle')) ?? '');
}

/** How the texts of a run look. */
interface RunLook {
  marks: WordMarks;
  position: TextPosition | null;
  font: string;
}

function readMarks(properties: XmlElement | undefined, reading: InlineReading): WordMarks {
  const style = styleOf(properties, reading)?.name.toLowerCase() ?? '';
  const isSet = (name: string, byStyle: boolean) => {
    const element = childOf(properties, name);
    return element === undefined ? byStyle : isOn(element);
  };
  const isCode = style === characterStyles.code.toLowerCase() || style === 'html code' || style === 'source text';
  return {
    ...(isSet('w:b', style === 'strong') && { bold: true }),
    ...(isSet('w:i', style === 'emphasis') && { italic: true }),
    ...((isOn(childOf(properties, 'w:strike')) || isOn(childOf(properties, 'w:dstrike'))) && { strike: true }),
    ...(isCode && { code: true }),
    ...(style === characterStyles.html.toLowerCase() && { html: true }),
  };
}

/** Warns of formatting that has a meaning and that markdown cannot hold. Fonts and colours have none. */
function warnOfFormatting(run: XmlElement, properties: XmlElement | undefined, { warnings }: InlineReading): void {
  if (!properties || childOf(properties, 'w:rStyle')) return;
  const isMarked = isOn(childOf(properties, 'w:u')) || isOn(childOf(properties, 'w:highlight'));
  if (isMarked && wordsIn(run).trim() !== '') warnings.add('formatting_left_out', wordsIn(run));
}

function readRunContent(run: XmlElement, look: RunLook, reading: InlineReading, into: WordInline[]): void {
  const { marks, position, font } = look;
  for (const child of elementsOf(run)) {
    if (readField(child, marks, reading, into)) continue;
    switch (child.name) {
      case 'w:t':
        addText(spellSymbols(textOf(child), font), marks, reading, into, position);
        break;
      case 'w:tab':
      case 'w:ptab':
        addText('\t', marks, reading, into);
        break;
      case 'w:noBreakHyphen':
        addText('\u2011', marks, reading, into);
        break;
      case 'w:softHyphen':
        addText('\u00ad', marks, reading, into);
        break;
      case 'w:br':
      case 'w:cr':
        // A page or column that ends within a paragraph ends a line too.
        reading.comments.read('\n');
        into.push({ t: 'break' });
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        addNote(child, reading, into);
        break;
      case 'w:sym':
        readSymbol(child, look, reading, into);
        break;
      case 'w:ruby':
        readInlines(child, marks, reading, into);
        break;
      case 'mc:AlternateContent':
        readRunContent(firstChoice(child), look, reading, into);
        break;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        readDrawing(child, reading, into);
        break;
    }
  }
}

function readSymbol(element: XmlElement, look: RunLook, reading: InlineReading, into: WordInline[]): void {
  const font = element.attributes['w:font'] ?? '';
  const sign = signOf(font, Number.parseInt(element.attributes['w:char'] ?? '', 16));
  if (sign === null) reading.warnings.add('symbol_left_out', font);
  else addText(sign, look.marks, reading, into, look.position);
}

/** Follows the marks of fields; true if an element is one. */
function readField(element: XmlElement, marks: WordMarks, reading: InlineReading, into: WordInline[]): boolean {
  const { fields } = reading;
  const field = fields.at(-1);
  if (element.name === 'w:instrText') {
    if (field) field.instruction += textOf(element);
    return true;
  }
  if (element.name !== 'w:fldChar') return false;
  const type = element.attributes['w:fldCharType'];
  if (type === 'begin') {
    fields.push({ instruction: '', hasResult: false, shown: readFormField(element) });
    reading.waiting += 1;
  } else if (type === 'separate' && field && !field.hasResult) {
    field.hasResult = true;
    reading.waiting -= 1;
  } else if (type === 'end' && field) {
    fields.pop();
    if (!field.hasResult) reading.waiting -= 1;
    addText(field.shown, marks, reading, into);
  }
  return true;
}

/** Returns what a field of an older form shows: the box that is checked or not, or the entry that was chosen. */
function readFormField(element: XmlElement): string {
  const data = childOf(element, 'w:ffData');
  const box = childOf(data, 'w:checkBox');
  if (box) return isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')) ? '☒' : '☐';
  const choices = childOf(data, 'w:ddList');
  if (!choices) return '';
  const chosen = Number(readValue(childOf(choices, 'w:result') ?? childOf(choices, 'w:default')) ?? 0) || 0;
  return readValue(elementsOf(choices).filter(({ name }) => name === 'w:listEntry')[chosen]) ?? '';
}

function addText(
  text: string,
  marks: WordMarks,
  { fields, waiting, comments, positions }: InlineReading,
  into: WordInline[],
  position: TextPosition | null = null,
): void {
  if (text === '' || waiting > 0) return;
  // The result that a program has written stands for what the field would show.
  const field = fields.at(-1);
  if (field) field.shown = '';
  comments.read(text);
  const inline: WordText = { t: 'text', v: text, ...marks };
  if (position !== null) positions.set(inline, position);
  into.push(inline);
}

function addNote(element: XmlElement, { references, warnings }: InlineReading, into: WordInline[]): void {
  const isEndnote = element.name === 'w:endnoteReference';
  if (isEndnote) warnings.add('endnote_as_footnote', '');
  const label = `${isEndnote ? 'endnote' : 'footnote'} ${element.attributes['w:id'] ?? ''}`;
  references.push(label);
  into.push({ t: 'note', label });
}

/** Keeps our pictures by their names. Text boxes are read after their paragraph; all else is left out. */
function readDrawing(element: XmlElement, reading: InlineReading, into: WordInline[]): void {
  const { warnings, boxes } = reading;
  const drawn = reading.use === 'source' ? drawnParts(element) : [];
  for (const part of drawn)
    boxes.push(...[reading.parts.drawings.read(part, reading.relations)].filter((box) => box !== null));
  if (drawn.length > 0) return;
  const contents = boxesIn(element);
  for (const content of contents) {
    warnings.add('text_box_moved', wordsIn(content));
    boxes.push(content);
  }
  const [properties] = descendantsOf(element, 'wp:docPr');
  const { name = '', descr = '' } = properties?.attributes ?? {};
  if (/^(?:chart|image)-\d+$/.test(name)) into.push({ t: 'picture', name, alt: descr });
  else if (element.name === 'w:object') warnings.add('object_left_out', '');
  else if (contents.length === 0 && name !== 'logo') warnings.add('picture_left_out', descr || name);
}

/** Finds the text boxes of a drawing, each once: those within another one are read with it. */
function boxesIn(element: XmlElement): XmlElement[] {
  if (element.name === 'w:txbxContent') return [element];
  const inner = element.name === 'mc:AlternateContent' ? firstChoice(element) : element;
  return elementsOf(inner).flatMap(boxesIn);
}
