import { characterStyles } from '../model/style-names.ts';
import type { WordInline, WordMarks } from '../model/word-item.ts';
import type { CommentFollower } from './follow-comments.ts';
import { isOn, type Relation, readValue, type WordParts } from './read-parts.ts';
import type { Warnings } from './warnings.ts';
import { childOf, descendantsOf, elementsOf, textOf, wordsIn, type XmlElement } from './xml-tree.ts';

/** A field of Word between its beginning and its end. Its instruction is not text, its result is. */
interface OpenField {
  instruction: string;
  hasResult: boolean;
}

/** State of reading the text of one part. */
export interface InlineReading {
  parts: WordParts;
  relations: ReadonlyMap<string, Relation>;
  warnings: Warnings;
  comments: CommentFollower;
  fields: OpenField[];
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
  const words = descendantsOf(element, 'm:t').map(textOf).join('');
  reading.warnings.add('equation_as_text', words);
  addText(words, marks, reading, into);
}

function readRun(run: XmlElement, around: WordMarks, reading: InlineReading, into: WordInline[]): void {
  const properties = childOf(run, 'w:rPr');
  if (isOn(childOf(properties, 'w:vanish'))) {
    if (wordsIn(run) !== '') reading.warnings.add('hidden_text_left_out', wordsIn(run));
    return;
  }
  const field = reading.fields.findLast(({ hasResult }) => hasResult);
  const target = /^\s*HYPERLINK\s+"([^"]+)"/.exec(field?.instruction ?? '')?.[1];
  const link = target === undefined ? {} : safeLink(target, reading.warnings);
  const marks = { ...around, ...link, ...readMarks(properties, reading) };
  warnOfFormatting(run, properties, reading);
  readRunContent(run, marks, reading, into);
}

function readMarks(properties: XmlElement | undefined, { parts }: InlineReading): WordMarks {
  const style = parts.styles.get(readValue(childOf(properties, 'w:rStyle')) ?? '')?.name.toLowerCase() ?? '';
  const isSet = (name: string, byStyle: boolean) => {
    const element = childOf(properties, name);
    return element === undefined ? byStyle : isOn(element);
  };
  const isCode = style === characterStyles.code.toLowerCase() || style === 'html code' || style === 'source text';
  return {
    ...(isSet('w:b', style === 'strong') && { bold: true }),
    ...(isSet('w:i', style === 'emphasis') && { italic: true }),
    ...(isOn(childOf(properties, 'w:strike')) && { strike: true }),
    ...(isCode && { code: true }),
    ...(style === characterStyles.html.toLowerCase() && { html: true }),
  };
}

/** Warns of formatting that has a meaning and that markdown cannot hold. Fonts and colours have none. */
function warnOfFormatting(run: XmlElement, properties: XmlElement | undefined, { warnings }: InlineReading): void {
  if (!properties || childOf(properties, 'w:rStyle')) return;
  const isRaised = ['superscript', 'subscript'].includes(readValue(childOf(properties, 'w:vertAlign')) ?? '');
  const isMarked = isOn(childOf(properties, 'w:u')) || isOn(childOf(properties, 'w:highlight')) || isRaised;
  if (isMarked && wordsIn(run).trim() !== '') warnings.add('formatting_left_out', wordsIn(run));
}

function readRunContent(run: XmlElement, marks: WordMarks, reading: InlineReading, into: WordInline[]): void {
  for (const child of elementsOf(run)) {
    if (readField(child, reading)) continue;
    switch (child.name) {
      case 'w:t':
        addText(textOf(child), marks, reading, into);
        break;
      case 'w:tab':
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
        if ((child.attributes['w:type'] ?? 'textWrapping') === 'textWrapping') {
          reading.comments.read('\n');
          into.push({ t: 'break' });
        }
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        addNote(child, reading, into);
        break;
      case 'w:sym':
        reading.warnings.add('symbol_left_out', child.attributes['w:font'] ?? '');
        break;
      case 'w:ruby':
        readInlines(child, marks, reading, into);
        break;
      case 'mc:AlternateContent':
        readRunContent(firstChoice(child), marks, reading, into);
        break;
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        readDrawing(child, reading, into);
        break;
    }
  }
}

/** Follows the marks of fields; true if an element is one. */
function readField(element: XmlElement, { fields }: InlineReading): boolean {
  const field = fields.at(-1);
  if (element.name === 'w:instrText') {
    if (field) field.instruction += textOf(element);
    return true;
  }
  if (element.name !== 'w:fldChar') return false;
  const type = element.attributes['w:fldCharType'];
  if (type === 'begin') fields.push({ instruction: '', hasResult: false });
  else if (type === 'separate' && field) field.hasResult = true;
  else if (type === 'end') fields.pop();
  return true;
}

function addText(text: string, marks: WordMarks, { fields, comments }: InlineReading, into: WordInline[]): void {
  if (text === '' || fields.some(({ hasResult }) => !hasResult)) return;
  comments.read(text);
  into.push({ t: 'text', v: text, ...marks });
}

function addNote(element: XmlElement, { references, warnings }: InlineReading, into: WordInline[]): void {
  const isEndnote = element.name === 'w:endnoteReference';
  if (isEndnote) warnings.add('endnote_as_footnote', '');
  const label = `${isEndnote ? 'endnote' : 'footnote'} ${element.attributes['w:id'] ?? ''}`;
  references.push(label);
  into.push({ t: 'note', label });
}

/** Keeps our pictures by their names. Text boxes are read after their paragraph; all else is left out. */
function readDrawing(element: XmlElement, { warnings, boxes }: InlineReading, into: WordInline[]): void {
  const contents = descendantsOf(element, 'w:txbxContent');
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
