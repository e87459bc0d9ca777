import colorString from 'color-string';
import type { Element, ElementContent, Root } from 'hast';

/** Properties of a style by their names in lower case. */
type Declarations = ReadonlyMap<string, string>;

type Color = readonly number[];

/** What an element hands down to its children, as far as it decides whether a text is seen. */
interface Look {
  isVisible: boolean;
  /** In pixels. */
  fontSize: number;
  color: Color;
  /** Null where a picture or gradient stands behind the text. */
  background: Color | null;
}

/** What a mail program shows without any style. */
const defaultLook: Look = {
  isVisible: true,
  fontSize: 16,
  color: [0, 0, 0, 1],
  background: [255, 255, 255, 1],
};

/** Smaller letters, in pixels, cannot be read. */
const leastFontSize = 2.5;
/** Colours whose channels differ by no more than this, of 255, look the same. */
const leastContrast = 16;
/** A shift by as many pixels moves a text out of the window. */
const offScreen = 400;

/**
 * Removes texts that a reader does not see, by styles of elements and of the page's own sheets,
 * linear in time.
 */
export function removeUnseen(tree: Root): void {
  const rules = readSheets(tree);
  prune(tree, [], defaultLook, rules);
}

function prune(
  parent: Root | Element,
  ancestors: readonly Element[],
  look: Look,
  rules: StyleRules,
): void {
  const children: ElementContent[] = [];
  for (const child of parent.children as ElementContent[]) {
    if (child.type === 'text' && child.value.trim() !== '' && !isSeen(look)) continue;
    if (child.type !== 'element') {
      children.push(child);
      continue;
    }
    const style = styleOf(child, ancestors, rules);
    if (isRemoved(child, style)) continue;
    prune(child, [child, ...ancestors].slice(0, mostAncestors), lookOf(child, style, look), rules);
    children.push(child);
  }
  parent.children = children as typeof parent.children;
}

function isSeen({ isVisible, fontSize, color, background }: Look): boolean {
  if (!isVisible || fontSize < leastFontSize) return false;
  const [red = 0, green = 0, blue = 0, alpha = 1] = color;
  if (alpha < 0.1) return false;
  if (background === null) return true;
  return [red, green, blue].some(
    (channel, at) => Math.abs(channel - (background[at] ?? 0)) > leastContrast,
  );
}

/** Tells whether an element is hidden with everything in it, whatever styles its children have. */
function isRemoved({ tagName, properties }: Element, style: Declarations): boolean {
  if (tagName === 'head') return false;
  if (properties['hidden'] !== undefined && properties['hidden'] !== false && !style.has('display'))
    return true;
  if (String(properties['ariaHidden'] ?? '') === 'true') return true;
  if (style.get('display') === 'none') return true;
  if (Number.parseFloat(style.get('opacity') ?? '1') < 0.05) return true;
  return isClipped(style) || isMovedAway(style);
}

/** Tells whether a box has no room for its text. */
function isClipped(style: Declarations): boolean {
  if (/rect\(\s*(0|1px)/.test(style.get('clip') ?? '')) return true;
  if (/inset\(\s*(50|100)%|circle\(\s*0/.test(style.get('clip-path') ?? '')) return true;
  const overflow =
    style.get('overflow') ?? style.get('overflow-y') ?? style.get('overflow-x') ?? '';
  if (!/hidden|clip/.test(overflow)) return false;
  const lengths = ['height', 'max-height', 'width', 'max-width'].map((name) => style.get(name));
  return lengths.some(
    (length) => length !== undefined && /^(?:0(?:\.\d+)?(?:px|pt|em|%)?|1(?:px|pt)?)$/.test(length),
  );
}

/** Tells whether a text stands outside of the window. */
function isMovedAway(style: Declarations): boolean {
  if (/scale[xy]?\(\s*0(?:\.0+)?\s*[,)]/.test(style.get('transform') ?? '')) return true;
  const shifts = [
    style.get('text-indent'),
    style.get('margin-left'),
    style.get('margin-top'),
    style.get('margin'),
  ];
  if (/absolute|fixed|relative/.test(style.get('position') ?? ''))
    shifts.push(style.get('left'), style.get('top'), style.get('right'), style.get('bottom'));
  const moves = /translate[xy]?\(([^)]*)\)/.exec(style.get('transform') ?? '');
  shifts.push(moves?.[1]);
  return shifts.some((shift) => {
    const lengths = (shift ?? '')
      .split(/[\s,]+/)
      .map((length) => pixelsOf(length, defaultLook.fontSize));
    return lengths.some((length) => length !== null && length <= -offScreen);
  });
}

/**
 * Works out what an element hands down: its own style, over attributes of old HTML, over that of
 * its parent.
 */
function lookOf({ tagName, properties }: Element, style: Declarations, parent: Look): Look {
  const visibility = style.get('visibility');
  const color = colorOf(
    style.get('color') ??
      String((tagName === 'body' ? properties['text'] : properties['color']) ?? ''),
  );
  const ground = colorOf(style.get('background-color') ?? String(properties['bgColor'] ?? ''));
  const hasPicture = style.has('background-image') || properties['background'] !== undefined;
  const isOpaque = ground !== null && (ground[3] ?? 1) > 0.5;
  return {
    isVisible: visibility === undefined ? parent.isVisible : !/hidden|collapse/.test(visibility),
    fontSize: sizeOf(style.get('font-size') ?? '', parent.fontSize),
    color: color ?? parent.color,
    background: hasPicture ? null : isOpaque ? ground : parent.background,
  };
}

function colorOf(value: string): Color | null {
  // Old HTML writes colours without a number sign.
  return colorString.get.rgb(/^[\da-f]{6}$/i.test(value) ? `#${value}` : value);
}

const namedSizes: Record<string, number> = {
  small: 13,
  medium: 16,
  large: 18,
  smaller: 13,
  larger: 19,
};

function sizeOf(value: string, parent: number): number {
  return pixelsOf(value, parent) ?? namedSizes[value] ?? parent;
}

const pixelsPerUnit: Record<string, number> = {
  px: 1,
  '': 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  rem: 16,
};

/**
 * Returns a length in pixels; null for what is no length. `em` and `%` are parts of the size of the
 * letters.
 */
function pixelsOf(value: string, fontSize: number): number | null {
  const [, number, unit = ''] = /^(-?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/.exec(value) ?? [];
  if (number === undefined) return null;
  if (unit === 'em') return Number(number) * fontSize;
  if (unit === '%') return (Number(number) * fontSize) / 100;
  return unit in pixelsPerUnit ? Number(number) * (pixelsPerUnit[unit] ?? 1) : null;
}

/** A selector of tags, classes and ids, from the element itself outwards, with what it sets. */
interface StyleRule {
  parts: string[][];
  declarations: Declarations;
}

/** The rules of a page by a class, id or tag that their element must have. */
type StyleRules = ReadonlyMap<string, StyleRule[]>;

/** Limits what a sheet may cost. The sheets of mail programs have some hundred rules. */
const maxSheetLength = 200_000;
const maxRules = 2_000;
const maxRulesOfKey = 50;
/** An element that stands further out is no part of a selector that is matched. */
const mostAncestors = 40;

/**
 * Reads the rules of a page's sheets that hold for every window; those of other selectors hide
 * nothing.
 */
function readSheets(tree: Root): StyleRules {
  const rules = new Map<string, StyleRule[]>();
  let count = 0;
  for (const block of sheetsOf(tree).split('}')) {
    const [selectors = '', body = ''] = block.split('{');
    const declarations = readDeclarations(body);
    if (declarations.size === 0) continue;
    for (const selector of selectors.split(',')) {
      const parts = readSelector(selector);
      const key = parts?.[0]?.at(-1);
      if (!parts || key === undefined || count >= maxRules) continue;
      const sameKey = rules.get(key) ?? [];
      rules.set(key, sameKey);
      if (sameKey.length < maxRulesOfKey) sameKey.push({ parts, declarations });
      count += 1;
    }
  }
  return rules;
}

/**
 * Returns the text of the sheets, without comments and without rules for other windows, such as
 * those of phones.
 */
function sheetsOf(tree: Root): string {
  const sheets: string[] = [];
  const visit = (parent: Root | Element): void => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (child.tagName === 'style')
        sheets.push(child.children.map((node) => ('value' in node ? node.value : '')).join(''));
      else visit(child);
    }
  };
  visit(tree);
  const text = sheets.join('\n').slice(0, maxSheetLength);
  return dropConditions(dropComments(text).replace(/<!--|-->/g, ''));
}

function dropComments(sheet: string): string {
  const [first = '', ...others] = sheet.split('/*');
  return (
    first +
    others.map((piece) => piece.slice(piece.includes('*/') ? piece.indexOf('*/') + 2 : 0)).join('')
  );
}

/** Removes blocks that hold under a condition, such as `@media (max-width: 600px) {…}`. */
function dropConditions(sheet: string): string {
  let kept = '';
  let depth = 0;
  let isConditional = false;
  for (const piece of sheet.split(/(?<=[{}])/)) {
    if (depth === 0) isConditional = /@(?:media|supports|font-face|keyframes|-\w+-)/.test(piece);
    if (!isConditional) kept += piece;
    depth = Math.max(0, depth + (piece.endsWith('{') ? 1 : piece.endsWith('}') ? -1 : 0));
  }
  return kept;
}

/**
 * Reads a selector such as `td.note` or `.mail > #top`; null for one with states, attributes or
 * siblings.
 */
function readSelector(selector: string): string[][] | null {
  const bare = selector.trim().toLowerCase();
  if (bare === '' || bare.length > 200 || /[^\w\s.#>*-]/.test(bare)) return null;
  const compounds = bare
    .replaceAll('>', ' ')
    .replaceAll('*', '')
    .split(/\s+/)
    .filter((part) => part !== '');
  return compounds.reverse().map((compound) => compound.match(/[.#]?[\w-]+/g) ?? []);
}

function styleOf(element: Element, ancestors: readonly Element[], rules: StyleRules): Declarations {
  const merged = new Map<string, string>();
  for (const key of new Set(namesOf(element))) {
    for (const { parts, declarations } of rules.get(key) ?? []) {
      if (matches(element, ancestors, parts))
        for (const [name, value] of declarations) merged.set(name, value);
    }
  }
  const ownStyle = readDeclarations(String(element.properties['style'] ?? ''));
  for (const [name, value] of ownStyle) merged.set(name, value);
  return merged;
}

/**
 * The names by which selectors call an element; the tag comes first, so that a class or an id
 * counts more.
 */
function namesOf({ tagName, properties }: Element): string[] {
  const classes = [properties['className'] ?? []]
    .flat()
    .map((name) => `.${String(name).toLowerCase()}`);
  const id = properties['id'] === undefined ? [] : [`#${String(properties['id']).toLowerCase()}`];
  return [tagName, ...classes.slice(0, 20), ...id];
}

function matches(
  element: Element,
  ancestors: readonly Element[],
  [inner = [], ...outer]: string[][],
): boolean {
  const fits = (candidate: Element, names: readonly string[]) => {
    const actual = namesOf(candidate);
    return names.every((name) => actual.includes(name));
  };
  if (!fits(element, inner)) return false;
  let at = 0;
  for (const names of outer) {
    while (at < ancestors.length && !fits(ancestors[at] as Element, names)) at += 1;
    if (at >= ancestors.length) return false;
    at += 1;
  }
  return true;
}

/** Properties that can hide a text. */
const hiding =
  /^(?:display|visibility|opacity|overflow(?:-[xy])?|(?:max-)?(?:height|width)|font(?:-size)?|color|background(?:-color|-image)?|position|left|top|right|bottom|text-indent|margin(?:-left|-top)?|transform|clip(?:-path)?)$/;

/**
 * Reads the declarations of a style that can hide a text, in lower case; a short form stands for
 * its parts.
 */
function readDeclarations(style: string): Declarations {
  const declarations = new Map<string, string>();
  for (const declaration of style.slice(0, 10_000).split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!hiding.test(name)) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important/i, '')
      .trim()
      .toLowerCase();
    if (name === 'background') readBackground(value, declarations);
    else if (name === 'font') readFont(value, declarations);
    else declarations.set(name, value);
  }
  if (/^(?:none|initial)$/.test(declarations.get('background-image') ?? ''))
    declarations.delete('background-image');
  return declarations;
}

function readBackground(value: string, declarations: Map<string, string>): void {
  if (/url\(|gradient\(/.test(value)) declarations.set('background-image', value);
  const color = value
    .match(/#[\da-f]{3,8}|rgba?\([^)]*\)|hsla?\([^)]*\)|[a-z]+/g)
    ?.find((word) => colorOf(word) !== null);
  if (color !== undefined) declarations.set('background-color', color);
}

function readFont(value: string, declarations: Map<string, string>): void {
  const [, size] = /(?:^|\s)(\d*\.?\d+(?:px|pt|em|rem|%)?)(?:\s*\/|\s)/.exec(value) ?? [];
  if (size !== undefined && !/^\d00$/.test(size)) declarations.set('font-size', size);
}
