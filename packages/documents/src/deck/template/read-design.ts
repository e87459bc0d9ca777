import {
  childOf,
  descendantsOf,
  elementsOf,
  textOf,
  type XmlElement,
} from '../../word/reading/xml-tree.ts';
import type { Box } from '../geometry.ts';
import { type PackageParts, relationTypes } from '../package-parts.ts';
import { parseTemplateXml } from './open-template.ts';
import {
  DeckTemplateError,
  type DeckTemplateSummary,
  type LayoutUse,
  layoutUses,
} from './template-fault.ts';

/** A placeholder of a layout, with what it inherits from its master. */
export interface Placeholder {
  /** `title`, `ctrTitle`, `subTitle`, `body`, `obj`, `ftr`, `sldNum`, `dt`, `pic` and so on. */
  type: string;
  /** The attributes of `p:ph` that name it, as the layout has them. */
  idx: string | null;
  size: string | null;
  orient: string | null;
  name: string;
  /** Null if neither layout nor master places it. */
  box: Box | null;
  /** Size of its first level in points. */
  textSize: number;
  isBold: boolean;
  /**
   * Space between its box and its text, in EMU: left and right together, top and bottom together.
   */
  insets: { across: number; down: number };
  /** The words that the layout has in it. A footer keeps them. */
  text: string;
}

/** A layout of a master. */
export interface Layout {
  part: string;
  name: string;
  type: string;
  placeholders: Placeholder[];
  /** The colours that it maps otherwise than its master; null if it does not. */
  colorMap: Record<string, string> | null;
}

/** Colours of a theme, `rrggbb`, by the names that slides use. */
export type DesignColors = Record<'bg1' | 'tx1' | `accent${1 | 2 | 3 | 4 | 5 | 6}`, string>;

/** What slides need of a master. */
export interface Design {
  size: { width: number; height: number };
  layouts: Record<LayoutUse, Layout>;
  /**
   * A layout with a broad place for an object beside a narrow one for text; null if there is none.
   */
  exhibit: ExhibitLayout | null;
  colors: DesignColors;
  /** Widths of the fonts of texts and of titles beside Arial's. */
  fontWidth: number;
  titleWidth: number;
}

interface ExhibitLayout {
  layout: Layout;
  exhibit: Placeholder & { box: Box };
  text: Placeholder & { box: Box };
}

interface Master {
  root: XmlElement;
  part: string;
  placeholders: Placeholder[];
}

/**
 * Reads the masters of a package, in their order, and chooses the layouts of slides. Throws
 * DeckTemplateError.
 */
export function readDesign(
  parts: PackageParts,
  masters: readonly string[],
  size: Design['size'],
): Design {
  const read = masters.map((part) => readMaster(parts, part));
  const candidates = read.flatMap((master) =>
    relatedParts(parts, master.part, relationTypes.slideLayout).map((part) => ({
      master,
      layout: readLayout(parts, part, master),
    })),
  );
  const layouts = candidates.map(({ layout }) => layout);
  const title = best(layouts, rateTitle);
  if (!title) throw new DeckTemplateError({ kind: 'no_title_slide', detail: null });
  const home = candidates.find(({ layout }) => layout === title)?.master;
  // Slides of one deck come from one master, unless another suits much better.
  const near = new Set(
    candidates.filter(({ master }) => master === home).map(({ layout }) => layout),
  );
  const rate = (layout: Layout) => {
    const rating = rateContent(layout, size);
    return rating === 0
      ? 0
      : Math.max(0.01, rating + (near.has(layout) ? 2 : 0) - (layout === title ? 4 : 0));
  };
  const content = best(layouts, rate);
  if (!content) throw new DeckTemplateError({ kind: 'no_content', detail: null });
  const siblings = candidates
    .filter(({ layout }) => layout.part === content.part)
    .map(({ master }) => master);
  const family = candidates
    .filter(({ master }) => master === siblings[0])
    .map(({ layout }) => layout);
  const titleOnly = best(family, rateTitleOnly) ?? content;
  const [theme] = siblings[0] ? relatedParts(parts, siblings[0].part, relationTypes.theme) : [];
  const themeRoot = theme === undefined ? null : parsePart(parts, theme);
  return {
    size,
    layouts: { title, content, titleOnly },
    exhibit:
      family.map((layout) => findExhibit(layout, size)).find((found) => found !== null) ?? null,
    colors: readColors(
      themeRoot,
      content.colorMap ?? childOf(siblings[0]?.root, 'p:clrMap')?.attributes ?? {},
    ),
    fontWidth: readFontWidth(themeRoot, 'a:minorFont'),
    titleWidth: readFontWidth(themeRoot, 'a:majorFont'),
  };
}

/** Names the layouts that slides use. Throws DeckTemplateError. */
export function summarizeTemplate(base: {
  parts: PackageParts;
  masters: { part: string }[];
  size: Design['size'];
}): DeckTemplateSummary {
  const { layouts } = readDesign(
    base.parts,
    base.masters.map(({ part }) => part),
    base.size,
  );
  return { layouts: layoutUses.map((use) => ({ use, name: layouts[use].name })) };
}

function parsePart(parts: PackageParts, part: string): XmlElement {
  const content = parts.get(part)?.content;
  if (content === undefined) throw new DeckTemplateError({ kind: 'damaged', detail: part });
  return parseTemplateXml(Buffer.from(content), part);
}

const relatedParts = (parts: PackageParts, part: string, type: string): string[] =>
  parts
    .get(part)
    ?.relations.filter((relation) => relation.type === type && !relation.isExternal)
    .map(({ target }) => target) ?? [];

function readMaster(parts: PackageParts, part: string): Master {
  const root = parsePart(parts, part);
  const styles = childOf(root, 'p:txStyles');
  const styleOf = (type: string) => {
    const name = /title/i.test(type) ? 'p:titleStyle' : 'p:bodyStyle';
    return childOf(childOf(styles, name), 'a:lvl1pPr');
  };
  const placeholders = shapesOf(root).map((shape) => readPlaceholder(shape, undefined, styleOf));
  return { root, part, placeholders };
}

function readLayout(parts: PackageParts, part: string, master: Master): Layout {
  const root = parsePart(parts, part);
  const placeholders = shapesOf(root).map((shape) => {
    const { type } = phOf(shape);
    const kind = masterType[type] ?? type;
    const parent = master.placeholders.find((each) => each.type === kind);
    return readPlaceholder(shape, parent, () => undefined);
  });
  const name = childOf(root, 'p:cSld')?.attributes['name'] ?? '';
  const colorMap =
    childOf(childOf(root, 'p:clrMapOvr'), 'a:overrideClrMapping')?.attributes ?? null;
  return {
    part,
    name: name.slice(0, 200),
    type: root.attributes['type'] ?? '',
    placeholders,
    colorMap,
  };
}

/** The placeholder of a master from which one of a layout inherits. */
const masterType: Record<string, string> = {
  ctrTitle: 'title',
  subTitle: 'body',
  obj: 'body',
  chart: 'body',
  tbl: 'body',
  pic: 'body',
  media: 'body',
  dgm: 'body',
  clipArt: 'body',
};

function shapesOf(root: XmlElement): XmlElement[] {
  const tree = childOf(childOf(root, 'p:cSld'), 'p:spTree');
  return tree
    ? descendantsOf(tree, 'p:sp').filter((shape) => descendantsOf(shape, 'p:ph').length > 0)
    : [];
}

function phOf(shape: XmlElement): { type: string; attributes: XmlElement['attributes'] } {
  const attributes = descendantsOf(shape, 'p:ph')[0]?.attributes ?? {};
  return { type: attributes['type'] ?? 'obj', attributes };
}

function readPlaceholder(
  shape: XmlElement,
  parent: Placeholder | undefined,
  styleOf: (type: string) => XmlElement | undefined,
): Placeholder {
  const { type, attributes } = phOf(shape);
  const body = childOf(shape, 'p:txBody');
  const level = childOf(childOf(body, 'a:lstStyle'), 'a:lvl1pPr');
  const own = childOf(level, 'a:defRPr');
  const inherited = childOf(styleOf(type), 'a:defRPr');
  const size = Number(own?.attributes['sz'] ?? inherited?.attributes['sz'] ?? 0) / 100;
  const bold = own?.attributes['b'] ?? inherited?.attributes['b'];
  const properties = childOf(body, 'a:bodyPr')?.attributes ?? {};
  const inset = (first: string, second: string, standard: number, before: number | undefined) => {
    if (properties[first] === undefined && properties[second] === undefined && before !== undefined)
      return before;
    return readNumber(properties[first], standard) + readNumber(properties[second], standard);
  };
  return {
    type,
    idx: attributes['idx'] ?? null,
    size: attributes['sz'] ?? null,
    orient: attributes['orient'] ?? null,
    name: (descendantsOf(shape, 'p:cNvPr')[0]?.attributes['name'] ?? '').slice(0, 200),
    box: readBox(shape) ?? parent?.box ?? null,
    textSize: Number.isFinite(size) && size >= 1 && size <= 400 ? size : (parent?.textSize ?? 18),
    isBold: bold === undefined ? (parent?.isBold ?? false) : bold === '1' || bold === 'true',
    insets: {
      across: inset('lIns', 'rIns', 91_440, parent?.insets.across),
      down: inset('tIns', 'bIns', 45_720, parent?.insets.down),
    },
    text: descendantsOf(shape, 'a:t').map(textOf).join('').slice(0, 300),
  };
}

const readNumber = (text: string | undefined, standard: number): number => {
  const number = Number(text ?? standard);
  return Number.isFinite(number) && Math.abs(number) < 100_000_000 ? number : standard;
};

function readBox(shape: XmlElement): Box | null {
  const transform = childOf(childOf(shape, 'p:spPr'), 'a:xfrm');
  const [offset, extent] = [
    childOf(transform, 'a:off')?.attributes,
    childOf(transform, 'a:ext')?.attributes,
  ];
  if (!offset || !extent) return null;
  const values = [offset['x'], offset['y'], extent['cx'], extent['cy']].map((text) =>
    readNumber(text, Number.NaN),
  );
  const [x = 0, y = 0, width = 0, height = 0] = values;
  return values.every(Number.isFinite) ? { x, y, width, height } : null;
}

function best(layouts: readonly Layout[], rate: (layout: Layout) => number): Layout | undefined {
  let [found, highest]: [Layout | undefined, number] = [undefined, 0];
  for (const layout of layouts) {
    const rating = rate(layout);
    if (rating > highest) [found, highest] = [layout, rating];
  }
  return found;
}

const has = ({ placeholders }: Layout, ...types: string[]) =>
  placeholders.some(({ type }) => types.includes(type));
const isVertical = ({ type }: Layout) => /vert/i.test(type);

const titleNames =
  /title slide|titelfolie|titelseite|cover|deckblatt|diapositive de titre|portada|表紙|タイトル スライド/i;
const contentNames = /content|inhalt|contenu|contenido|objects?|text|コンテンツ/i;
const onlyNames = /title only|nur titel|titre seul|s[óo]lo (?:el )?t[íi]tulo|タイトルのみ/i;

function rateTitle(layout: Layout): number {
  const { type, name } = layout;
  if (!has(layout, 'ctrTitle', 'title') || isVertical(layout)) return 0;
  if (type !== 'title' && !has(layout, 'ctrTitle', 'subTitle') && !titleNames.test(name)) return 0;
  return (
    1 +
    (type === 'title' ? 8 : 0) +
    (has(layout, 'ctrTitle') ? 4 : 0) +
    (titleNames.test(name) ? 2 : 0) +
    (has(layout, 'subTitle') ? 1 : 0)
  );
}

/** Finds the placeholders for text or objects that are large enough, the largest first. */
export function contentPlaceholders(
  { placeholders }: Layout,
  { width, height }: Design['size'],
): Placeholder[] {
  const areaOf = ({ box }: Placeholder) => (box ? box.width * box.height : 0);
  return placeholders
    .filter((each) => ['body', 'obj', 'tbl', 'chart'].includes(each.type) && each.orient !== 'vert')
    .filter((each) => areaOf(each) > 0.12 * width * height)
    .toSorted((one, other) => areaOf(other) - areaOf(one));
}

function rateContent(layout: Layout, size: Design['size']): number {
  const places = contentPlaceholders(layout, size);
  const [first] = places;
  if (!has(layout, 'title') || !first?.box || isVertical(layout) || has(layout, 'pic')) return 0;
  const share = (first.box.width * first.box.height) / (size.width * size.height);
  const known = layout.type === 'obj' ? 6 : layout.type === 'tx' ? 3 : 0;
  const isSection = layout.type === 'secHead' ? -4 : 0;
  const others =
    layout.placeholders.filter((each) => /^(?:body|obj)$/.test(each.type) && !isSource(each))
      .length - 1;
  return Math.max(
    0.01,
    4 + known + isSection + 8 * share + (contentNames.test(layout.name) ? 1 : 0) - 2 * others,
  );
}

function findExhibit(layout: Layout, size: Design['size']): ExhibitLayout | null {
  const hasBox = (place: Placeholder): place is Placeholder & { box: Box } => place.box !== null;
  const places = layout.placeholders.filter(
    (each) => /^(?:body|obj|tbl|chart)$/.test(each.type) && !isSource(each),
  );
  const [first, second, ...others] = places
    .filter(hasBox)
    .toSorted((one, other) => other.box.width - one.box.width);
  if (!first || !second || others.length > 0 || !has(layout, 'title') || isVertical(layout))
    return null;
  const isBeside =
    first.box.width > 1.5 * second.box.width &&
    Math.abs(first.box.y - second.box.y) < size.height / 10;
  const isHigh = Math.min(first.box.height, second.box.height) > 0.4 * size.height;
  const isReadable =
    second.box.width > 0.18 * size.width && second.type !== 'chart' && second.type !== 'tbl';
  return isBeside && isHigh && isReadable ? { layout, exhibit: first, text: second } : null;
}

function rateTitleOnly(layout: Layout): number {
  if (!has(layout, 'title') || isVertical(layout)) return 0;
  const texts = layout.placeholders.filter(
    (each) => !['title', 'ftr', 'sldNum', 'dt'].includes(each.type) && !isSource(each),
  );
  if (texts.length > 0) return 0;
  return 1 + (layout.type === 'titleOnly' ? 4 : 0) + (onlyNames.test(layout.name) ? 2 : 0);
}

/** Tells whether a placeholder is for the sources at the foot of a slide. */
export function isSource({ type, name }: Placeholder): boolean {
  return type === 'body' && /source|quelle|fuente|出典|المصدر/i.test(name);
}

const standardColors: DesignColors = {
  bg1: 'ffffff',
  tx1: '000000',
  accent1: '1f3a5f',
  accent2: '7f8fa5',
  accent3: '6b7680',
  accent4: '14263f',
  accent5: 'c3cad3',
  accent6: 'b8792a',
};

function readColors(theme: XmlElement | null, map: Record<string, string>): DesignColors {
  const scheme = theme ? descendantsOf(theme, 'a:clrScheme')[0] : undefined;
  const colors = { ...standardColors };
  for (const name of Object.keys(colors) as (keyof DesignColors)[]) {
    const slot = map[name] ?? { bg1: 'lt1', tx1: 'dk1' }[name as string] ?? name;
    const [value] = elementsOf(
      childOf(scheme, `a:${slot}`) ?? { name: '', attributes: {}, children: [] },
    );
    const text = value?.attributes['lastClr'] ?? value?.attributes['val'] ?? '';
    if (/^[0-9a-f]{6}$/i.test(text)) colors[name] = text.toLowerCase();
  }
  return colors;
}

const wideFonts =
  /verdana|dejavu|tahoma|lucida|georgia|montserrat|poppins|raleway|segoe|noto sans|open sans|century gothic/i;

function readFontWidth(theme: XmlElement | null, use: 'a:minorFont' | 'a:majorFont'): number {
  const fonts = theme ? descendantsOf(theme, use)[0] : undefined;
  const font = childOf(fonts, 'a:latin')?.attributes['typeface'] ?? '';
  return wideFonts.test(font) ? 1.15 : 1.02;
}
