import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { writeNumber } from './read-parts.ts';
import { dropForbidden } from './xml-tree.ts';

/** The parts of an OpenDocument file that tell what a reader sees, as XML. */
interface OpenDocumentParts {
  content: string;
  styles: string;
  /**
   * The formulas that the file embeds, on one line, by the names of their folders, such as `Object
   * 1`.
   */
  formulas: ReadonlyMap<string, string>;
}

interface Style {
  parent: string | null;
  /** The name that people see, such as `Heading 1`. */
  displayName: string;
  isHidden: boolean | null;
  level: number | null;
  list: string | null;
}

interface ListLevel {
  /** A format of `writeNumber`; null for a bullet or nothing. */
  format: string | null;
  prefix: string;
  suffix: string;
  start: number;
  /** How many levels the label shows. */
  shownLevels: number;
  /** The label with `%1%` to `%9%` for the numbers of the levels, where the file has one. */
  pattern: string | null;
}

interface Definitions {
  styles: Map<string, Style>;
  lists: Map<string, Map<number, ListLevel>>;
  /** Numbers of headings by their levels. */
  outline: Map<number, ListLevel>;
}

/** The content that a reader sees. */
export interface ShownDocument {
  content: string;
  /** True if words were left out because nobody sees them. */
  hidesText: boolean;
}

/** A program may nest styles in a circle. */
const mostParents = 20;
const noStyle: Style = { parent: null, displayName: '', isHidden: null, level: null, list: null };

/**
 * Rewrites the content so that it holds what a reader sees, and nothing else: labels of lists and
 * headings before their text, headings that only a style makes, formulas; no hidden text and no
 * placeholders of fields. A part that is not well-formed comes back as it is, without characters
 * that XML does not allow.
 */
export function showOpenDocument({ content, styles, formulas }: OpenDocumentParts): ShownDocument {
  const source = dropForbidden(content);
  const definitions: Definitions = { styles: new Map(), lists: new Map(), outline: new Map() };
  try {
    readDefinitions(dropForbidden(styles), definitions);
    readDefinitions(source, definitions);
    return new ContentWriter(definitions, formulas).rewrite(source);
  } catch {
    return { content: source, hidesText: false };
  }
}

/**
 * Calls a function for each tag of a part that opens. Throws for a part that is not well-formed.
 */
function readTags(xml: string, read: (tag: SaxesTagPlain) => void): void {
  if (xml === '') return;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', read);
  parser.write(xml).close();
}

function readDefinitions(xml: string, { styles, lists, outline }: Definitions): void {
  let style: Style = noStyle;
  let levels = new Map<number, ListLevel>();
  let level: ListLevel | null = null;
  readTags(xml, ({ name, attributes }) => {
    if (name === 'style:style') {
      const key = attributes['style:name'] ?? '';
      style = {
        parent: attributes['style:parent-style-name'] ?? null,
        displayName: attributes['style:display-name'] ?? key.replaceAll('_20_', ' '),
        isHidden: null,
        level: Number(attributes['style:default-outline-level'] ?? 0) || null,
        list: attributes['style:list-style-name'] ?? null,
      };
      styles.set(`${attributes['style:family']} ${key}`, style);
    } else if (name === 'style:text-properties' && attributes['text:display'] !== undefined) {
      style.isHidden = attributes['text:display'] === 'none';
    } else if (name === 'text:list-style') {
      levels = new Map();
      lists.set(attributes['style:name'] ?? '', levels);
    } else if (name === 'text:outline-style') levels = outline;
    else if (/^text:(?:list-level-style-(?:number|bullet|image)|outline-level-style)$/.test(name)) {
      level = readLevel(name, attributes);
      levels.set(Number(attributes['text:level'] ?? 1), level);
    }
  });
}

const formats: Record<string, string> = {
  1: 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

function readLevel(name: string, attributes: Record<string, string>): ListLevel {
  const isNumber = name.endsWith('-number') || name === 'text:outline-level-style';
  const number = (key: string) => Number.parseInt(attributes[key] ?? '1', 10);
  return {
    format: isNumber ? (formats[attributes['style:num-format'] ?? ''] ?? null) : null,
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    start: Number.isSafeInteger(number('text:start-value')) ? number('text:start-value') : 1,
    shownLevels: Math.min(Math.max(number('text:display-levels') || 1, 1), 10),
    pattern: attributes['loext:num-list-format'] ?? null,
  };
}

/** Writes the label of a level, such as `2.1`; an empty one for a bullet. */
function writeLabel(
  levels: ReadonlyMap<number, ListLevel>,
  level: number,
  counts: readonly number[],
): string {
  const own = levels.get(level);
  if (!own || own.format === null) return '';
  const numberAt = (at: number) =>
    writeNumber(counts[at] ?? 1, levels.get(at)?.format ?? 'decimal');
  if (own.pattern !== null)
    return own.pattern
      .replace(/%(\d{1,2})%/g, (_, at: string) => numberAt(Number(at)))
      .slice(0, longestLabel);
  const shown = Array.from(
    { length: own.shownLevels },
    (_, index) => level - own.shownLevels + 1 + index,
  );
  const numbers = shown
    .filter((at) => at >= 1 && (levels.get(at)?.format ?? null) !== null)
    .map(numberAt);
  return `${own.prefix}${numbers.join('.')}${own.suffix}`.slice(0, longestLabel);
}

/** Longer labels are no labels. */
const longestLabel = 40;

/** A list that is open, with the numbers of its levels. */
interface OpenList {
  style: string;
  /** The numbers that were given last, by level. */
  counts: number[];
  level: number;
}

/** Elements that a reader does not see. */
const unseen = new Set([
  'text:hidden-text',
  'text:hidden-paragraph',
  'presentation:header',
  'presentation:footer',
]);
const placeholder = /^(?:page-number|header|footer|date-time)$/;

/** Rewrites the content of a file, tag by tag. */
class ContentWriter {
  readonly #definitions: Definitions;
  readonly #formulas: ReadonlyMap<string, string>;
  readonly #written: string[] = [];
  /**
   * The names of the open elements as they are written; an empty one for an element that is left
   * out.
   */
  readonly #open: string[] = [];
  readonly #lists: OpenList[] = [];
  /** The numbers of the lists that ended, by their style and by their id. */
  readonly #ended = new Map<string, number[]>();
  readonly #listIds: string[] = [];
  readonly #headings: number[] = [];
  /** The label that the next paragraph begins with. */
  #label = '';
  /** How deep the elements are nested of which the outermost is left out; 0 outside of one. */
  #hidden = 0;
  /**
   * True if the outermost element that is left out would have been read as words of the document.
   */
  #isConcealed = false;
  #hidesText = false;
  /** Where the outermost open frame begins in what is written, and its formula. */
  #frames: { start: number; formula: string | null }[] = [];

  constructor(definitions: Definitions, formulas: ReadonlyMap<string, string>) {
    this.#definitions = definitions;
    this.#formulas = formulas;
  }

  rewrite(xml: string): ShownDocument {
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('xmldecl', () => this.#written.push('<?xml version="1.0" encoding="UTF-8"?>'));
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('closetag', ({ name }) => this.#closeTag(name));
    parser.on('text', (text) => this.#write(text));
    parser.on('cdata', (text) => this.#write(text));
    parser.write(xml).close();
    return { content: this.#written.join(''), hidesText: this.#hidesText };
  }

  #write(text: string): void {
    if (this.#hidden > 0) {
      this.#hidesText ||= this.#isConcealed && text.trim() !== '';
      return;
    }
    const isNumber = this.#open.at(-1) === 'text:page-number' && text.trim() === '<number>';
    if (!isNumber) this.#written.push(escapeText(text));
  }

  #openTag({ name, attributes }: SaxesTagPlain): void {
    if (this.#hidden > 0 || this.#isUnseen(name, attributes)) {
      if (this.#hidden === 0)
        this.#isConcealed = !name.startsWith('presentation:') && name !== 'draw:frame';
      this.#hidden += 1;
      return;
    }
    if (name === 'text:list') this.#openList(attributes);
    if (name === 'text:list-item') this.#countItem(attributes);
    if (name === 'draw:frame') this.#frames.push({ start: this.#written.length, formula: null });
    const frame = this.#frames.at(-1);
    const object =
      name === 'draw:object' ? this.#formulas.get(folderOf(attributes['xlink:href'])) : undefined;
    if (frame && object !== undefined) frame.formula = object;
    this.#openElement(name, attributes);
  }

  #openElement(name: string, attributes: Record<string, string>): void {
    const level =
      name === 'text:p' && this.#lists.length === 0 ? this.#headingLevel(attributes) : null;
    const shown = level === null ? name : 'text:h';
    const all =
      level === null ? attributes : { ...attributes, 'text:outline-level': String(level) };
    this.#written.push(
      `<${shown}${writeAttributes(name === 'style:text-properties' ? spellPosition(all) : all)}>`,
    );
    this.#open.push(shown);
    if (shown === 'text:h') this.#countHeading(Number(all['text:outline-level'] ?? 1), attributes);
    if ((shown === 'text:p' || shown === 'text:h') && this.#label !== '') {
      const separator = shown === 'text:h' || this.#lists.length === 0 ? ' ' : '<text:tab/>';
      this.#written.push(`${escapeText(this.#label.trim())}${separator}`);
      this.#label = '';
    }
  }

  #closeTag(name: string): void {
    if (this.#hidden > 0) {
      this.#hidden -= 1;
      return;
    }
    this.#written.push(`</${this.#open.pop() ?? name}>`);
    if (name === 'text:list') this.#closeList();
    if (name === 'text:list-item') this.#label = '';
    if (name !== 'draw:frame') return;
    const { start = 0, formula = null } = this.#frames.pop() ?? {};
    if (formula === null) return;
    const isInLine = this.#open.some((element) => element === 'text:p' || element === 'text:h');
    const text = escapeText(formula);
    this.#written.splice(start, this.#written.length, isInLine ? text : `<text:p>${text}</text:p>`);
  }

  #isUnseen(name: string, attributes: Record<string, string>): boolean {
    if (unseen.has(name)) return true;
    if (name === 'text:section') return attributes['text:display'] === 'none';
    if (name === 'draw:frame') return placeholder.test(attributes['presentation:class'] ?? '');
    if (name === 'text:span') return this.#isHidden('text', attributes);
    return (name === 'text:p' || name === 'text:h') && this.#isHidden('paragraph', attributes);
  }

  #isHidden(family: string, attributes: Record<string, string>): boolean {
    const styles = this.#stylesOf(family, attributes['text:style-name']);
    return styles.find(({ isHidden }) => isHidden !== null)?.isHidden ?? false;
  }

  /** Lists a style and those that it is made of, from the nearest on. */
  #stylesOf(family: string, name: string | undefined): Style[] {
    const styles: Style[] = [];
    let next = this.#definitions.styles.get(`${family} ${name}`);
    while (next && styles.length < mostParents) {
      styles.push(next);
      next =
        next.parent === null ? undefined : this.#definitions.styles.get(`${family} ${next.parent}`);
    }
    return styles;
  }

  /** Returns the level of a paragraph that its style makes a heading; null for another one. */
  #headingLevel(attributes: Record<string, string>): number | null {
    const styles = this.#stylesOf('paragraph', attributes['text:style-name']);
    const level = styles.find((style) => style.level !== null)?.level ?? null;
    if (level !== null) return level;
    const names = [
      attributes['text:style-name']?.replaceAll('_20_', ' ') ?? '',
      ...styles.map((style) => style.displayName),
    ];
    const [, number] =
      names.map((name) => /^heading ([1-9])$/i.exec(name)).find((match) => match !== null) ?? [];
    if (number !== undefined) return Number(number);
    return names.some((name) => /^title$/i.test(name)) ? 1 : null;
  }

  #countHeading(level: number, attributes: Record<string, string>): void {
    const outline = this.#definitions.outline.get(level);
    if (!outline || outline.format === null || attributes['text:is-list-header'] === 'true') return;
    const start = Number(attributes['text:start-value'] ?? Number.NaN);
    this.#headings[level] = Number.isSafeInteger(start)
      ? start
      : (this.#headings[level] ?? outline.start - 1) + 1;
    this.#headings.length = level + 1;
    if (this.#label === '')
      this.#label = writeLabel(this.#definitions.outline, level, this.#headings);
  }

  #openList(attributes: Record<string, string>): void {
    const outer = this.#lists.at(-1);
    const style = attributes['text:style-name'] ?? outer?.style ?? '';
    const level = (outer?.level ?? 0) + 1;
    const isContinued = attributes['text:continue-numbering'] === 'true';
    const before =
      this.#ended.get(`#${attributes['text:continue-list']}`) ??
      (isContinued ? this.#ended.get(style) : null);
    this.#lists.push({ style, level, counts: outer ? outer.counts : [...(before ?? [])] });
    this.#listIds.push(attributes['xml:id'] ?? '');
    if (outer) outer.counts.length = level;
  }

  #closeList(): void {
    const list = this.#lists.pop();
    const id = this.#listIds.pop();
    if (!list || this.#lists.length > 0) return;
    this.#ended.set(list.style, list.counts);
    if (id) this.#ended.set(`#${id}`, list.counts);
  }

  #countItem(attributes: Record<string, string>): void {
    const list = this.#lists.at(-1);
    if (!list) return;
    const levels = this.#definitions.lists.get(list.style) ?? new Map<number, ListLevel>();
    const start = Number(attributes['text:start-value'] ?? Number.NaN);
    const next = (list.counts[list.level] ?? (levels.get(list.level)?.start ?? 1) - 1) + 1;
    list.counts[list.level] = Number.isSafeInteger(start) ? start : next;
    list.counts.length = list.level + 1;
    this.#label = writeLabel(levels, list.level, list.counts);
  }
}

const folderOf = (address = '') => address.replace(/^\.\//, '').replace(/\/$/, '');

/** Spells a position of text in percent as the words for it, by which the parser knows it. */
function spellPosition(attributes: Record<string, string>): Record<string, string> {
  const [, shift] = /^(-?\d+)%/.exec(attributes['style:text-position'] ?? '') ?? [];
  if (shift === undefined || Number(shift) === 0) return attributes;
  return { ...attributes, 'style:text-position': `${Number(shift) > 0 ? 'super' : 'sub'} 58%` };
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const writeAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(
      ([name, value]) =>
        ` ${name}="${escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`,
    )
    .join('');
