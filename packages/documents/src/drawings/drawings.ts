import { imageSize } from 'image-size';
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** The result of the inspection of a drawing before it is drawn. */
export interface Drawing {
  /** An upper bound of the work of drawing it, in units of about 25 µs (docs/decisions/pdf.md). */
  cost: number;
  /** True if it has a script or an event handler. The typesetter runs neither. */
  hasScript: boolean;
  /** In pixels. */
  width: number;
  height: number;
}

/** Most cost of a drawing: one second. */
export const maxDrawingCost = 40_000;
const maxDrawingBytes = 1_048_576;
/** Most pixels of a side. More is a mistake. */
const maxSide = 20_000;
/** Deepest nesting of elements, and the longest chain of references. */
const maxDepth = 200;
const maxReferenceDepth = 1_000;

/** Amounts that add one unit to the cost, measured with the worst drawings found. */
const attributeBytesPerUnit = 200;
const selectorMatchesPerUnit = 1_000;
export const pixelsPerUnit = 1_000;
/** Costs of a text, of a character with its own position, and of characters times the parts of a text. */
const unitsPerText = 16;
const unitsPerCharacter = 14;
const charactersTimesPartsPerUnit = 10;

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';

/** Elements that the typesetter draws as vectors, and those that it ignores. No other element of SVG is accepted. */
const acceptedElements = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'a', 'view', 'title', 'desc', 'metadata', 'style', 'script'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'image', 'foreignObject'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'],
  ...['animate', 'animateMotion', 'animateTransform', 'set'],
]);

interface Element {
  /** Empty for an element of another language, which is not drawn. */
  name: string;
  id: string | null;
  classes: readonly string[];
  cost: number;
  references: string[];
  children: Element[];
}

/**
 * Reads an SVG drawing without drawing it. Throws DrawingRefusal if it could make the typesetter work without end or
 * look for another file. The parser refuses what is not well-formed, so that the typesetter cannot read a different
 * drawing than the inspected one.
 */
export function inspectDrawing(bytes: Uint8Array): Drawing {
  if (bytes.length > maxDrawingBytes) throw new DrawingRefusal('too_complex', `${bytes.length} bytes`);
  const { elements, css, hasScript, size } = parseDrawing(decode(bytes));
  if (!size || Math.max(size.width, size.height) > maxSide) throw new DrawingRefusal('size', JSON.stringify(size));
  const styles = readStyles(css);
  const classCount = elements.reduce((sum, { classes }) => sum + classes.length, 0);
  const matching = ((elements.length + classCount) * styles.selectorCount) / selectorMatchesPerUnit;
  const cost = Math.ceil(matching + addUp(elements, styles));
  if (cost > maxDrawingCost) throw new DrawingRefusal('too_complex', `a cost of ${cost}`);
  return { ...size, cost, hasScript };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The typesetter would unpack a compressed drawing.
    throw new DrawingRefusal('malformed', 'it is not UTF-8');
  }
}

interface ParsedDrawing {
  /** Elements in the order of the text, the root first. */
  elements: Element[];
  css: string;
  hasScript: boolean;
  size: { width: number; height: number } | null;
}

function parseDrawing(source: string): ParsedDrawing {
  const elements: Element[] = [];
  const open: Element[] = [];
  let css = '';
  let hasScript = false;
  let size: ParsedDrawing['size'] = null;
  /** The outermost open text. */
  let text: { element: Element; characters: number; parts: number } | null = null;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => {
    throw new DrawingRefusal('malformed', message);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new DrawingRefusal('entities', 'a document type with declarations');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') throw new DrawingRefusal('entities', 'a style sheet outside itself');
  });
  parser.on('opentag', (tag) => {
    if (open.length >= maxDepth || elements.length >= maxDrawingCost) throw new DrawingRefusal('too_complex', tag.name);
    const element = readElement(tag);
    hasScript ||= element.name === 'script' || Object.keys(tag.attributes).some((name) => /^on/i.test(name));
    if (open.length === 0) size = sizeOf(tag);
    open.at(-1)?.children.push(element);
    open.push(element);
    elements.push(element);
    if (text) text.parts += 1;
    else if (element.name === 'text') text = { element, characters: 0, parts: 1 };
  });
  const onText = (content: string) => {
    if (text) text.characters += content.length;
    if (open.at(-1)?.name === 'style') css += content;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!text || closed !== text.element) return;
    text.element.cost += costOfText(text);
    text = null;
  });
  parser.write(source).close();
  if (elements[0]?.name !== 'svg') throw new DrawingRefusal('malformed', 'its root is no svg element');
  return { elements, css, hasScript, size };
}

function sizeOf({ attributes: { width, height, viewBox } }: SaxesTagNS): ParsedDrawing['size'] {
  return sizeOfDrawing({ width: width?.value, height: height?.value, viewBox: viewBox?.value });
}

function costOfText({ characters, parts }: { characters: number; parts: number }): number {
  return unitsPerText + characters * unitsPerCharacter + (characters * parts) / charactersTimesPartsPerUnit;
}

function readElement({ local, uri, attributes }: SaxesTagNS): Element {
  const isDrawn = uri === svgNamespace;
  if (isDrawn && !acceptedElements.has(local)) {
    throw new DrawingRefusal(/^(?:filter$|fe[A-Z])/.test(local) ? 'filter' : 'element', local);
  }
  const element: Element = { name: isDrawn ? local : '', id: null, classes: [], cost: 1, references: [], children: [] };
  for (const { local: name, uri: space, value } of Object.values(attributes)) {
    element.cost += value.length / attributeBytesPerUnit;
    if (!isDrawn || (space !== '' && space !== xlinkNamespace)) continue;
    if (name === 'id') element.id = value;
    else if (name === 'class') element.classes = value.split(/\s+/).filter((word) => word !== '');
    else if (name === 'href') readAddress(element, value.trim());
    else if (name === 'style') element.references = element.references.concat(readDeclarations(value));
    else if (name === 'filter' && value.trim() !== 'none') throw new DrawingRefusal('filter', value);
    else element.references = element.references.concat(readReferences(value));
  }
  return element;
}

/** Reads an address, which must be that of an element of the drawing or of an embedded raster image. */
function readAddress(element: Element, address: string): void {
  if (address.startsWith('#')) {
    element.references.push(address.slice(1));
    return;
  }
  const image = element.name === 'image' ? decodeDataUrl(address) : null;
  const size = image && measureRaster(image);
  if (!size) throw new DrawingRefusal('reference', address.slice(0, 60));
  element.cost += (size.width * size.height) / pixelsPerUnit;
}

/** Computes the cost of the root. An element costs what it contains, plus the cost of the target for each reference. */
function addUp(elements: readonly Element[], styles: DrawingStyles): number {
  const byId = Map.groupBy(elements, ({ id }) => id);
  const costs = new Map<Element, number>();
  const underWay = new Set<Element>();
  const resolve = (id: string): Element[] => {
    const found = byId.get(id) ?? [];
    if (found.length > 1) throw new DrawingRefusal('reference', `the id ${id.slice(0, 60)} occurs more than once`);
    return found;
  };
  const costOf = (element: Element): number => {
    const known = costs.get(element);
    if (known !== undefined) return known;
    if (underWay.has(element)) throw new DrawingRefusal('reference', 'an element that refers to itself');
    if (underWay.size >= maxReferenceDepth) throw new DrawingRefusal('too_complex', 'a chain of references');
    underWay.add(element);
    const targets = [...element.references, ...styles.referencesOf(element)].flatMap(resolve);
    const cost = [...element.children, ...targets].reduce((sum, part) => sum + costOf(part), element.cost);
    if (cost > maxDrawingCost) throw new DrawingRefusal('too_complex', `a cost of ${Math.round(cost)}`);
    underWay.delete(element);
    costs.set(element, cost);
    return cost;
  };
  const [root] = elements;
  return root ? costOf(root) : 0;
}

/** Pixels per unit of length (CSS). */
const pixelsPer: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
  ex: 8,
};

/**
 * Returns width and height of a drawing in pixels, from the attributes of its root. The view box gives a side that is
 * missing or relative. Returns null if neither gives the size.
 */
function sizeOfDrawing(
  attributes: Readonly<Record<'width' | 'height' | 'viewBox', string | undefined>>,
): { width: number; height: number } | null {
  const [width, height] = [toPixels(attributes.width), toPixels(attributes.height)];
  const [, , boxWidth = 0, boxHeight = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = boxWidth > 0 && boxHeight > 0;
  if (width !== null && height !== null) return { width, height };
  if (!hasBox) return null;
  if (width !== null) return { width, height: (width * boxHeight) / boxWidth };
  if (height !== null) return { width: (height * boxWidth) / boxHeight, height };
  return { width: boxWidth, height: boxHeight };
}

function toPixels(length = ''): number | null {
  const [, number, unit = ''] = /^\+?(\d*\.?\d*(?:e[+-]?\d+)?)([a-z]*)$/i.exec(length.trim().slice(0, 40)) ?? [];
  const pixels = Number(number || Number.NaN) * (pixelsPer[unit.toLowerCase()] ?? Number.NaN);
  return pixels > 0 ? pixels : null;
}

/** The parts of a drawing's style sheets that affect the cost of drawing it. */
interface DrawingStyles {
  /** Returns the ids to which an element refers by the rules that apply to it. */
  referencesOf(element: { name: string; id: string | null; classes: readonly string[] }): string[];
  selectorCount: number;
}

/** The only accepted selectors. With others, the typesetter's time can grow with a power of the drawing's size. */
const simpleSelector = /^(?:\*|[.#]?-?[A-Za-z_][\w-]*)$/;

/** Reads the text of all `style` elements together. Throws DrawingRefusal `style`, `filter` or `reference`. */
function readStyles(css: string): DrawingStyles {
  const bySelector = new Map<string, string[]>();
  let selectorCount = 0;
  const [rest = '', ...rules] = withoutComments(css).split('}').reverse();
  if (rest.trim() !== '') throw new DrawingRefusal('style', `the text ${rest.trim().slice(0, 60)}`);
  for (const rule of rules) {
    const [selectors = '', declarations, ...more] = rule.split('{');
    if (declarations === undefined || more.length > 0)
      throw new DrawingRefusal('style', `the rule ${rule.slice(0, 60)}`);
    const ids = readDeclarations(declarations);
    for (const selector of selectors.split(',').map((text) => text.trim())) {
      if (!simpleSelector.test(selector)) throw new DrawingRefusal('style', `the selector ${selector.slice(0, 60)}`);
      selectorCount += 1;
      if (ids.length > 0) bySelector.set(selector, (bySelector.get(selector) ?? []).concat(ids));
    }
  }
  return {
    selectorCount,
    referencesOf({ name, id, classes }) {
      if (bySelector.size === 0) return [];
      const selectors = ['*', name, `#${id}`, ...classes.map((className) => `.${className}`)];
      return selectors.flatMap((selector) => bySelector.get(selector) ?? []);
    },
  };
}

/** Returns the ids in `url(#id)` of declarations or of an attribute's value. Throws DrawingRefusal like readStyles. */
function readDeclarations(text: string): string[] {
  const plain = withoutComments(text);
  // An escape could hide a name from this reader but not from the typesetter.
  if (plain.includes('\\')) throw new DrawingRefusal('style', 'an escape');
  if (/(?:^|[^\w-])(?:-webkit-)?filter\s*:(?!\s*none\s*(?:;|$))/i.test(plain)) {
    throw new DrawingRefusal('filter', 'a filter in a style');
  }
  return readReferences(plain);
}

/** Returns the ids in all `url(#id)` of a value. Throws DrawingRefusal `reference` for any other `url(…)`. */
function readReferences(value: string): string[] {
  return value
    .split(/url\s*\(/i)
    .slice(1)
    .map((rest) => {
      const id = /^\s*(["']?)#([^"'()\s]+)\1\s*\)/.exec(rest)?.[2];
      if (id === undefined) throw new DrawingRefusal('reference', `url(${rest.slice(0, 60)}`);
      return id;
    });
}

/** Takes time proportional to the text, as does all in this file, because the text is untrusted. */
function withoutComments(css: string): string {
  let plain = '';
  for (let at = 0; ; ) {
    const start = css.indexOf('/*', at);
    if (start < 0) return plain + css.slice(at);
    const end = css.indexOf('*/', start + 2);
    if (end < 0) throw new DrawingRefusal('style', 'a comment without an end');
    plain += css.slice(at, start);
    at = end + 2;
  }
}

/** An image inside a `data:` address. */
export interface EmbeddedImage {
  bytes: Buffer;
  /** In lower case. */
  mimeType: string;
}

/** Types of images that the typesetter decodes, with the names that the size reader uses. */
const rasterTypes: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Reads a `data:` address of an image. Returns null for any other address. */
export function decodeDataUrl(url: string): EmbeddedImage | null {
  const match = /^data:(image\/[a-z+]+)((?:;[^,;]*)*?)(;base64)?,/i.exec(url);
  if (match === null) return null;
  const body = url.slice(match[0].length);
  const mimeType = (match[1] ?? '').toLowerCase();
  if (match[3] !== undefined) return { bytes: Buffer.from(decodePercent(body), 'base64'), mimeType };
  return { bytes: Buffer.from(decodePercent(body), 'utf8'), mimeType };
}

/** Reads the pixel size of a PNG, JPEG, GIF or WebP image. Returns null if the bytes do not match the type. */
export function measureRaster({ bytes, mimeType }: EmbeddedImage): { width: number; height: number } | null {
  if (!(mimeType in rasterTypes)) return null;
  try {
    const { width, height, type } = imageSize(bytes);
    return type === rasterTypes[mimeType] && width > 0 && height > 0 ? { width, height } : null;
  } catch {
    // The size reader throws on anything that is no image.
    return null;
  }
}

function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Why a drawing cannot be printed. */
export type DrawingFault =
  /** It is not well-formed XML in UTF-8 with an `svg` element of SVG's namespace at its root. */
  | 'malformed'
  /** It declares entities or uses a style sheet outside itself. */
  | 'entities'
  /** It has an element that is not accepted, such as a pattern. */
  | 'element'
  /** It has a filter effect. */
  | 'filter'
  /** It refers to something outside itself, or to an id that it does not contain exactly once. */
  | 'reference'
  /** Its style sheet has something other than declarations for classes, ids and element names. */
  | 'style'
  /** It does not state its size, or is larger than 20,000 pixels. */
  | 'size'
  /** It takes too long to draw. */
  | 'too_complex';

/** Thrown for a drawing that cannot be printed. */
export class DrawingRefusal extends Error {
  override readonly name = 'DrawingRefusal';
  readonly fault: DrawingFault;

  constructor(fault: DrawingFault, detail: string) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
  }
}
