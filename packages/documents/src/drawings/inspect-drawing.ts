import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DrawingRefusal } from './drawing-refusal.ts';
import { sizeOfDrawing } from './drawing-size.ts';
import { type DrawingStyles, readDeclarations, readReferences, readStyles } from './drawing-styles.ts';
import { decodeDataUrl, measureRaster } from './raster-images.ts';

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
