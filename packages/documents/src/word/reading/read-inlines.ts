import { readRaised, writeLowered } from '@ecp/language/raised-text';
import {
  characterStyles,
  labelOfAgain,
  type WordInline,
  type WordMarks,
  type WordText,
} from '../word-item.ts';
import { drawnParts } from './drawing-content.ts';
import {
  type Relation,
  readPosition,
  readShift,
  type TextPosition,
  type WordParts,
  type WordStyle,
  type WordUse,
} from './read-parts.ts';
import {
  childOf,
  descendantsOf,
  elementsOf,
  isOn,
  readValue,
  textOf,
  wordsIn,
  type XmlElement,
} from './xml-tree.ts';

/**
 * A field of Word between its beginning and its end. Its instruction is not text, its result is.
 */
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
 * Reads a paragraph's inlines `into` a list, with tracked insertions, without deletions; tabs stay
 * for code.
 */
export function readInlines(
  element: XmlElement,
  marks: WordMarks,
  reading: InlineReading,
  into: WordInline[],
): void {
  for (const child of elementsOf(element)) {
    if (transparent.has(child.name)) readInlines(child, marks, reading, into);
    else if (child.name === 'w:r') readRun(child, marks, reading, into);
    else if (child.name === 'w:hyperlink') {
      const place = child.attributes['w:anchor'] ?? '';
      if (labelOfAgain(place) !== null) into.push({ t: 'note', label: place });
      else readInlines(child, { ...marks, ...linkOf(child, reading) }, reading, into);
    } else if (child.name === 'w:commentRangeStart')
      reading.comments.start(child.attributes['w:id'] ?? '');
    else if (child.name === 'w:commentRangeEnd')
      reading.comments.end(child.attributes['w:id'] ?? '');
    else if (child.name === 'm:oMath' || child.name === 'm:oMathPara')
      readEquation(child, marks, reading, into);
    else if (child.name === 'w:oMath') readInlines(child, marks, reading, into);
    else if (child.name === 'mc:AlternateContent')
      readInlines(firstChoice(child), marks, reading, into);
  }
}

/** Returns the first form of content that a file has in several. */
export function firstChoice(element: XmlElement): XmlElement {
  return (
    childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback') ?? { ...element, children: [] }
  );
}

function linkOf(element: XmlElement, { relations, warnings }: InlineReading): WordMarks {
  const relation = relations.get(element.attributes['r:id'] ?? '');
  return relation ? safeLink(relation.target, warnings) : {};
}

function safeLink(target: string, warnings: Warnings): WordMarks {
  const url = URL.parse(target);
  if (url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol))
    return { url: url.href };
  if (!target.startsWith('#')) warnings.add('link_left_out', target);
  return {};
}

function readEquation(
  element: XmlElement,
  marks: WordMarks,
  reading: InlineReading,
  into: WordInline[],
): void {
  const words = writeEquation(element).trim();
  reading.warnings.add('equation_as_text', words);
  addText(words, marks, reading, into);
}

/** Links stand in few other fields; a file may open any number. */
const nestedFields = 20;

function readRun(
  run: XmlElement,
  around: WordMarks,
  reading: InlineReading,
  into: WordInline[],
): void {
  const properties = childOf(run, 'w:rPr');
  const style = styleOf(properties, reading);
  const hidden = childOf(properties, 'w:vanish');
  if (hidden === undefined ? style?.isHidden : isOn(hidden)) {
    if (wordsIn(run) !== '') reading.warnings.add('hidden_text_left_out', wordsIn(run));
    return;
  }
  // The comma between two notes is no content of the markdown.
  if (
    style?.name.toLowerCase() === characterStyles.noteGap.toLowerCase() &&
    wordsIn(run).trim() === ','
  )
    return;
  const field = reading.fields.slice(-nestedFields).findLast(({ hasResult }) => hasResult);
  const target = /^\s*HYPERLINK\s+"([^"]+)"/.exec(field?.instruction ?? '')?.[1];
  const link = target === undefined ? {} : safeLink(target, reading.warnings);
  const marks = { ...around, ...link, ...readMarks(properties, reading) };
  warnOfFormatting(run, properties, reading);
  const shift = reading.use === 'source' ? readShift(properties) : null;
  const position = childOf(properties, 'w:vertAlign')
    ? readPosition(properties)
    : (shift ?? style?.position ?? null);
  const fonts = childOf(properties, 'w:rFonts')?.attributes;
  const font = fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'] ?? '';
  readRunContent(run, { marks, position, font }, reading, into);
}

function styleOf(
  properties: XmlElement | undefined,
  { parts }: InlineReading,
): WordStyle | undefined {
  return parts.styles.get(readValue(childOf(properties, 'w:rStyle')) ?? '');
}

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
  const isCode =
    style === characterStyles.code.toLowerCase() ||
    style === 'html code' ||
    style === 'source text';
  return {
    ...(isSet('w:b', style === 'strong') && { bold: true }),
    ...(isSet('w:i', style === 'emphasis') && { italic: true }),
    ...((isOn(childOf(properties, 'w:strike')) || isOn(childOf(properties, 'w:dstrike'))) && {
      strike: true,
    }),
    ...(isCode && { code: true }),
    ...(style === characterStyles.html.toLowerCase() && { html: true }),
  };
}

/**
 * Warns of formatting that has a meaning and that markdown cannot hold. Fonts and colours have
 * none.
 */
function warnOfFormatting(
  run: XmlElement,
  properties: XmlElement | undefined,
  { warnings }: InlineReading,
): void {
  if (!properties || childOf(properties, 'w:rStyle')) return;
  const isMarked = isOn(childOf(properties, 'w:u')) || isOn(childOf(properties, 'w:highlight'));
  if (isMarked && wordsIn(run).trim() !== '') warnings.add('formatting_left_out', wordsIn(run));
}

function readRunContent(
  run: XmlElement,
  look: RunLook,
  reading: InlineReading,
  into: WordInline[],
): void {
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

function readSymbol(
  element: XmlElement,
  look: RunLook,
  reading: InlineReading,
  into: WordInline[],
): void {
  const font = element.attributes['w:font'] ?? '';
  const sign = signOf(font, Number.parseInt(element.attributes['w:char'] ?? '', 16));
  if (sign === null) reading.warnings.add('symbol_left_out', font);
  else addText(sign, look.marks, reading, into, look.position);
}

/** Follows the marks of fields; true if an element is one. */
function readField(
  element: XmlElement,
  marks: WordMarks,
  reading: InlineReading,
  into: WordInline[],
): boolean {
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

/**
 * Returns what a field of an older form shows: the box that is checked or not, or the entry that
 * was chosen.
 */
function readFormField(element: XmlElement): string {
  const data = childOf(element, 'w:ffData');
  const box = childOf(data, 'w:checkBox');
  if (box) return isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')) ? '☒' : '☐';
  const choices = childOf(data, 'w:ddList');
  if (!choices) return '';
  const chosen =
    Number(readValue(childOf(choices, 'w:result') ?? childOf(choices, 'w:default')) ?? 0) || 0;
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

function addNote(
  element: XmlElement,
  { references, warnings }: InlineReading,
  into: WordInline[],
): void {
  const isEndnote = element.name === 'w:endnoteReference';
  if (isEndnote) warnings.add('endnote_as_footnote', '');
  const label = `${isEndnote ? 'endnote' : 'footnote'} ${element.attributes['w:id'] ?? ''}`;
  references.push(label);
  into.push({ t: 'note', label });
}

/**
 * Keeps our pictures by their names. Text boxes are read after their paragraph; all else is left
 * out.
 */
function readDrawing(element: XmlElement, reading: InlineReading, into: WordInline[]): void {
  const { warnings, boxes } = reading;
  const drawn = reading.use === 'source' ? drawnParts(element) : [];
  for (const part of drawn)
    boxes.push(
      ...[reading.parts.drawings.read(part, reading.relations)].filter((box) => box !== null),
    );
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
  else if (contents.length === 0 && name !== 'logo')
    warnings.add('picture_left_out', descr || name);
}

/** Finds the text boxes of a drawing, each once: those within another one are read with it. */
function boxesIn(element: XmlElement): XmlElement[] {
  if (element.name === 'w:txbxContent') return [element];
  const inner = element.name === 'mc:AlternateContent' ? firstChoice(element) : element;
  return elementsOf(inner).flatMap(boxesIn);
}

/** The signs of the font Symbol from 0x20, and from 0xA0. */
const symbolSigns: readonly [number, string][] = [
  [
    0x20,
    ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼',
  ],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪'],
  [0xf1, '〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
];
const wingdingsSigns: readonly [number, string][] = [
  [0x20, ' ✏✂'],
  [0x28, '☎✆✉'],
  [0x45, '☜☞☝☟'],
  [0x4a, '☺😐☹'],
  [0x51, '✈☼💧❄'],
  [0x6c, '●❍■□❐❑❒⬧⧫◆❖⬥☒'],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x9e, '·•'],
  [0xa1, '○'],
  [0xa7, '▪□'],
  [0xab, '★'],
  [0xd8, '➢'],
  [0xdf, '←→↑↓↖↗↙↘←➔↑↓'],
  [0xef, '⇦⇨⇧⇩⇔⇕'],
  [0xfb, '✗✔☒☑'],
];
const wingdings2Signs: readonly [number, string][] = [
  [0x4f, '✗✓☒☑☒☒'],
  [0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x97, '●'],
  [0xa2, '■□'],
];
const wingdings3Signs: readonly [number, string][] = [
  [0x66, '←→↑↓'],
  [0x70, '▲▼△▽◀▶'],
];
const webdingsSigns: readonly [number, string][] = [
  [0x33, '◀▶▲▼'],
  [0x61, '✔'],
  [0x63, '□'],
  [0x67, '■'],
  [0x6e, '●'],
  [0x72, '✖'],
];

const fonts = new Map(
  [
    ['symbol', symbolSigns],
    ['wingdings', wingdingsSigns],
    ['wingdings 2', wingdings2Signs],
    ['wingdings 3', wingdings3Signs],
    ['webdings', webdingsSigns],
  ].map(([name, runs]) => [name as string, readRuns(runs as typeof symbolSigns)]),
);

function readRuns(runs: readonly [number, string][]): Map<number, string> {
  return new Map(
    runs.flatMap(([first, signs]) =>
      Array.from(signs, (sign, at): [number, string] => [first + at, sign]),
    ),
  );
}

/** Fonts of symbols have their signs at U+F020 to U+F0FF. */
const isPrivate = (code: number) => code >= 0xf000 && code <= 0xf0ff;

/**
 * Returns the Unicode sign of a symbol font's character, null if unknown; a character of another
 * font is itself.
 */
export function signOf(font: string, code: number): string | null {
  const signs = fonts.get(font.trim().toLowerCase());
  if (signs) return signs.get(isPrivate(code) ? code - 0xf000 : code) ?? null;
  const isKnown =
    code > 0x1f &&
    code <= 0x10ffff &&
    !(code >= 0xe000 && code <= 0xf8ff) &&
    !(code >= 0xd800 && code < 0xe000);
  return isKnown ? String.fromCodePoint(code) : null;
}

const privateSigns = /[\uf000-\uf0ff]/g;

/**
 * Replaces the characters of a text that only a font of symbols shows, as far as its signs are
 * known.
 */
export function spellSymbols(text: string, font: string): string {
  return text.replace(
    privateSigns,
    (sign) => signOf(font === '' ? 'symbol' : font, sign.charCodeAt(0)) ?? sign,
  );
}

/**
 * Writes an equation of Office on one line: fractions with a slash, roots with their sign, rows
 * apart.
 */
export function writeEquation(element: XmlElement): string {
  const part = (name: string) => {
    const child = childOf(element, name);
    return child ? writeEquation(child) : '';
  };
  const setting = (properties: string, name: string) =>
    childOf(childOf(element, properties), name)?.attributes['m:val'] ?? null;
  switch (element.name) {
    case 'm:t':
    case 'w:t':
      return textOf(element);
    case 'm:f':
      return `${group(part('m:num'))}/${group(part('m:den'))}`;
    case 'm:sSup':
      return raise(part('m:e'), part('m:sup'));
    case 'm:sSub':
      return lower(part('m:e'), part('m:sub'));
    case 'm:sSubSup':
      return raise(lower(part('m:e'), part('m:sub')), part('m:sup'));
    case 'm:sPre':
      return `${part('m:sub')} ${part('m:sup')} ${part('m:e')}`.trim();
    case 'm:rad':
      return part('m:deg') === '' ? `√(${part('m:e')})` : `√[${part('m:deg')}](${part('m:e')})`;
    case 'm:nary': {
      const bounds = [part('m:sub'), part('m:sup')].filter((bound) => bound !== '').join('…');
      return `${setting('m:naryPr', 'm:chr') ?? '∫'}${bounds === '' ? '' : `[${bounds}]`} ${part('m:e')}`;
    }
    case 'm:d': {
      const inner = elementsOf(element).filter(({ name }) => name === 'm:e');
      const [opening, closing] = [
        setting('m:dPr', 'm:begChr') ?? '(',
        setting('m:dPr', 'm:endChr') ?? ')',
      ];
      return `${opening}${inner.map(writeEquation).join(setting('m:dPr', 'm:sepChr') ?? '|')}${closing}`;
    }
    case 'm:func':
      return `${part('m:fName')}(${part('m:e')})`;
    case 'm:limLow':
    case 'm:limUpp':
      return `${part('m:e')}[${part('m:lim')}]`;
    case 'm:m':
    case 'm:eqArr':
      return elementsOf(element)
        .filter(({ name }) => name === 'm:mr' || name === 'm:e')
        .map(writeEquation)
        .join('; ');
    case 'm:mr':
      return elementsOf(element).map(writeEquation).join(' ');
  }
  return /Pr$/.test(element.name) ? '' : elementsOf(element).map(writeEquation).join('');
}

/** In an equation a raised number is no mark of a note. */
function raise(base: string, raised: string): string {
  if (raised === '') return base;
  const { kind, written } = readRaised(base, raised, '=');
  return base + (kind === 'note' || kind === 'words' ? `^${group(raised)}` : written);
}
const lower = (base: string, lowered: string) =>
  base + (lowered === '' ? '' : writeLowered(base, lowered));
const group = (text: string) => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`);

/** A part of a Word file that is not taken, or is taken in another form. */
export const wordWarningKinds = [
  'picture_left_out',
  'object_left_out',
  'text_box_moved',
  'equation_as_text',
  'endnote_as_footnote',
  'cells_separated',
  'numbers_changed',
  'nested_table_as_text',
  'formatting_left_out',
  'contents_left_out',
  'symbol_left_out',
  'link_left_out',
  'caption_kept',
  'hidden_text_left_out',
  'more_left_out',
] as const;

export type WordWarningKind = (typeof wordWarningKinds)[number];

/**
 * A warning. `place` is the heading above it, `text` the words that it is about; both may be empty.
 */
export interface WordWarning {
  kind: WordWarningKind;
  place: string;
  text: string;
}

/** Collects warnings; those of the same kind about the same words once. */
export interface Warnings {
  /** Changes the place of the warnings to come. */
  enter(heading: string): void;
  add(kind: WordWarningKind, text: string): void;
  list(): WordWarning[];
}

const most = 200;
const longest = 200;

/**
 * Creates an empty collection of at most 200 warnings; `more_left_out` tells that there are further
 * ones.
 */
export function createWarnings(): Warnings {
  const warnings = new Map<string, WordWarning>();
  let place = '';
  return {
    enter: (heading) => {
      place = shorten(heading);
    },
    add: (kind, text) => {
      const warning = { kind, place, text: shorten(text) };
      if (warnings.size < most) warnings.set(JSON.stringify(warning), warning);
      else warnings.set('', { kind: 'more_left_out', place: '', text: '' });
    },
    list: () => [...warnings.values()],
  };
}

function shorten(text: string): string {
  const folded = text.replaceAll(/\s+/g, ' ').trim();
  return folded.length > longest ? `${folded.slice(0, longest - 1).toWellFormed()}…` : folded;
}

/** The passage of a comment: its words, and some before and after it. */
export interface CommentPassage {
  quote: string;
  prefix: string;
  suffix: string;
}

/** Follows the passages of comments while the text is read. */
export interface CommentFollower {
  start(id: string): void;
  end(id: string): void;
  /** Tells the next words, and line feeds between paragraphs. */
  read(text: string): void;
  /** Passages by the ids of their comments, white space folded. */
  passages(): Map<string, CommentPassage>;
}

const aroundLength = 64;
/** Limits the length of a passage; one that is longer keeps its beginning. */
const quoteLength = 2_000;
/** Further comments have no passage: each that is open costs time at every text. */
const mostPassages = 2_000;

/** Creates a follower at the beginning of the text. */
export function followComments(): CommentFollower {
  const passages = new Map<string, CommentPassage>();
  const open = new Set<string>();
  /** Open ones whose passage is as long as it may be. */
  const full = new Set<string>();
  let closing: string[] = [];
  let recent = '';
  return {
    start: (id) => {
      if (passages.has(id) || passages.size >= mostPassages) return;
      passages.set(id, { quote: '', prefix: recent, suffix: '' });
      open.add(id);
    },
    end: (id) => {
      if (open.delete(id) || full.delete(id)) closing.push(id);
    },
    read: (text) => {
      for (const id of open) {
        const passage = passages.get(id);
        if (passage) passage.quote += text;
        if (!passage || passage.quote.length < quoteLength) continue;
        open.delete(id);
        full.add(id);
      }
      closing = closing.filter((id) => {
        const passage = passages.get(id);
        if (passage) passage.suffix += text;
        return passage !== undefined && passage.suffix.length < aroundLength;
      });
      recent = (recent + text).slice(-aroundLength);
    },
    passages: () => new Map([...passages].map(([id, passage]) => [id, foldPassage(passage)])),
  };
}

function foldPassage({ quote, prefix, suffix }: CommentPassage): CommentPassage {
  const fold = (text: string) => text.replaceAll(/\s+/g, ' ').toWellFormed();
  return {
    quote: fold(quote).trim().slice(0, quoteLength),
    prefix: fold(prefix),
    suffix: fold(suffix).slice(0, aroundLength),
  };
}
