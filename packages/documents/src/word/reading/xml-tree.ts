import { SaxesParser } from 'saxes';

/** An element. Names have the usual prefix of their namespace, whatever prefix the file uses. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/**
 * Limits the elements of one part, and how deep they are nested. A million paragraphs are far more
 * than a document.
 */
const limits = { elements: 600_000, depth: 256 } as const;

const office = /^(?:http:\/\/schemas\.openxmlformats\.org|http:\/\/purl\.oclc\.org\/ooxml)\//;
const prefixes: [RegExp, string][] = [
  [/\/wordprocessingml\/(?:2006\/)?main$/, 'w'],
  [/\/officeDocument\/(?:2006\/)?relationships$/, 'r'],
  [/\/drawingml\/(?:2006\/)?wordprocessingDrawing$/, 'wp'],
  [/\/officeDocument\/(?:2006\/)?math$/, 'm'],
  [/\/markup-compatibility\/2006$/, 'mc'],
  [/\/presentationml\/(?:2006\/)?main$/, 'p'],
  [/\/drawingml\/(?:2006\/)?main$/, 'a'],
  [/\/drawingml\/(?:2006\/)?chart$/, 'c'],
  [/\/drawingml\/(?:2006\/)?diagram$/, 'dgm'],
];
const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:([a-z]+):1\.0$/;
const others: Record<string, string> = {
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://schemas.microsoft.com/office/word/2012/wordml': 'w15',
  'http://schemas.microsoft.com/office/word/2016/wordml/cid': 'w16cid',
  'http://schemas.microsoft.com/office/drawing/2010/main': 'a14',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'urn:schemas-microsoft-com:vml': 'v',
  'http://www.w3.org/1998/Math/MathML': 'math',
};

/**
 * Parses a part as a tree, never expanding entities. Throws WordRefusal `damaged` or `too_large`.
 */
export function parseXml(bytes: Buffer): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  let elements = 0;
  const known = new Map<string, string>();
  const prefixOf = (uri: string) => {
    const found = known.get(uri) ?? findPrefix(uri);
    known.set(uri, found);
    return found;
  };
  parser.on('doctype', () => {
    throw new WordRefusal('damaged', 'The part has a document type');
  });
  parser.on('error', (error) => {
    throw new WordRefusal('damaged', 'The part is not well-formed', { cause: error });
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > limits.elements)
      throw new WordRefusal('too_large', 'The part has too many elements');
    if (open.length > limits.depth)
      throw new WordRefusal('too_large', 'The elements are nested too deeply');
    const attributes: Record<string, string> = {};
    for (const { uri, local, value } of Object.values(tag.attributes)) {
      attributes[uri === '' ? local : `${prefixOf(uri)}:${local}`] = value;
    }
    const element: XmlElement = {
      name: `${prefixOf(tag.uri)}:${tag.local}`,
      attributes,
      children: [],
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => open.at(-1)?.children.push(text));
  parser.on('cdata', (text) => open.at(-1)?.children.push(text));
  parser.write(decode(bytes)).close();
  const [top] = elementsOf(root);
  if (top === undefined) throw new WordRefusal('damaged', 'The part is empty');
  return top;
}

function findPrefix(uri: string): string {
  const [, prefix] = (office.test(uri) && prefixes.find(([pattern]) => pattern.test(uri))) || [];
  return prefix ?? others[uri] ?? openDocument.exec(uri)?.[1] ?? '';
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return dropForbidden(
    new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes),
  );
}

/**
 * Characters that XML 1.0 does not allow. Programs write them all the same, mostly from pasted
 * text.
 */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const isForbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Removes the characters that XML does not allow, and references to them, which would cost the
 * whole part.
 */
export function dropForbidden(xml: string): string {
  return xml
    .replace(forbidden, '')
    .replace(/&#(?:x([\da-f]{1,8})|(\d{1,10}));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10ffff || isForbidden.test(String.fromCodePoint(code)) ? '' : whole;
    });
}

/** Makes an element, for content that a file holds in another form than as XML. */
export function makeElement(
  name: string,
  children: XmlElement['children'] = [],
  attributes: XmlElement['attributes'] = {},
): XmlElement {
  return { name, attributes, children };
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && elementsOf(element).find((child) => child.name === name);
}

/** Returns all elements of a name below an element, in their order. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const pending = [element];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.name === name) found.push(next);
    for (const child of next.children.toReversed())
      if (typeof child !== 'string') pending.push(child);
  }
  return found;
}

/**
 * Returns the value of an element, which most of Word's properties have as their only attribute.
 */
export function readValue(element: XmlElement | undefined): string | null {
  return element?.attributes['w:val'] ?? null;
}

/** Tells whether a property that is a switch is on. */
export function isOn(element: XmlElement | undefined): boolean {
  return (
    element !== undefined && !['0', 'false', 'off', 'none'].includes(readValue(element) ?? 'true')
  );
}

export function textOf(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}

/** Returns the words of all text runs below an element. */
export function wordsIn(element: XmlElement): string {
  return descendantsOf(element, 'w:t').map(textOf).join('');
}

/**
 * Why a Word file is not taken: `too_large` is its size unpacked, `external` that it leads to outer
 * files.
 */
export const wordRefusalKinds = [
  'not_word',
  'macros',
  'encrypted',
  'damaged',
  'too_large',
  'external',
] as const;

export type WordRefusalKind = (typeof wordRefusalKinds)[number];

/** A file that is not taken. The message is for the log. */
export class WordRefusal extends Error {
  override readonly name = 'WordRefusal';
  readonly kind: WordRefusalKind;

  constructor(kind: WordRefusalKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
