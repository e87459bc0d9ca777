import {
  AlignmentType,
  BorderStyle,
  ImageRun,
  type INumberingOptions,
  type IStylesOptions,
  LevelFormat,
  LineRuleType,
  ShadingType,
} from 'docx';
import type { BrandColors } from '../../typesetting/brand-colors.ts';
import { createImageFiles, measureRaster } from '../../typesetting/image-files.ts';
import {
  characterStyles,
  deepest,
  fixedPrefix,
  type PlacedKind,
  styleId,
  styleName,
  type WordPicture,
  type WordPlace,
} from '../word-item.ts';
import type { WordChart, WordImage } from '../word-report.ts';

type ParagraphStyle = NonNullable<IStylesOptions['paragraphStyles']>[number];

/**
 * Families that the offices of both worlds have; others would be replaced by what the reader's
 * machine has.
 */
export const fonts = {
  text: 'Calibri',
  head: 'Cambria',
  code: 'Consolas',
  eastAsia: 'Microsoft YaHei',
} as const;

/** Width of a level of lists and quotes, in twentieths of a point. */
const stepTwips = 360;

/**
 * LibreOffice takes the height of lines as exact and cuts pictures unless the rule says otherwise.
 */
const lineRule = LineRuleType.AUTO;
const quiet = '5A6069';
const ink = '22262C';
const line = 'D5D8DC';

/**
 * Makes styles from a brand's colours (`#rrggbb`), like the PDF's; of lists and quotes only those
 * in `used`.
 */
export function makeStyles(
  colors: BrandColors,
  language: string,
  used: ReadonlySet<string>,
): IStylesOptions {
  const brand = hex(colors.text);
  const font = { ascii: fonts.text, hAnsi: fonts.text, cs: fonts.text, eastAsia: fonts.eastAsia };
  return {
    default: {
      document: {
        run: { font, size: 21, color: ink, language: { value: language } },
        paragraph: { spacing: { line: 276, lineRule, after: 140 } },
      },
      title: {
        run: { font: fonts.head, size: 48, bold: true, color: brand },
        paragraph: { spacing: { before: 60, after: 200, line: 240, lineRule }, keepNext: true },
      },
      heading1: headingStyle(32, brand, { before: 400, after: 140 }, fonts.head),
      heading2: headingStyle(25, ink, { before: 320, after: 110 }),
      heading3: headingStyle(22, ink, { before: 260, after: 90 }),
      heading4: headingStyle(21, ink, { before: 220, after: 80 }),
      heading5: headingStyle(21, quiet, { before: 200, after: 80 }),
      heading6: {
        ...headingStyle(21, quiet, { before: 200, after: 80 }),
        run: { size: 21, color: quiet, italics: true },
      },
      hyperlink: { run: { color: brand, underline: {} } },
      footnoteText: {
        run: { size: 17, color: quiet },
        paragraph: { spacing: { after: 40, line: 240, lineRule } },
      },
      footnoteReference: { run: { superScript: true, color: brand } },
      listParagraph: { paragraph: { spacing: { after: 80 }, contextualSpacing: false } },
    },
    paragraphStyles: [...placedStyles(colors, used), ...tableStyles(brand), ...fixedStyles(brand)],
    characterStyles: [
      {
        id: styleId(characterStyles.code),
        name: characterStyles.code,
        run: { font: fonts.code, size: 19 },
      },
      {
        id: styleId(characterStyles.noteGap),
        name: characterStyles.noteGap,
        run: { superScript: true, color: brand },
      },
      {
        id: styleId(characterStyles.noteCall),
        name: characterStyles.noteCall,
        run: { superScript: true, color: brand },
      },
      {
        id: styleId(characterStyles.html),
        name: characterStyles.html,
        run: { font: fonts.code, size: 19, color: quiet },
      },
    ],
  };
}

function headingStyle(
  size: number,
  color: string,
  spacing: { before: number; after: number },
  font?: string,
) {
  return {
    run: { size, bold: true, italics: false, color, ...(font && { font }) },
    paragraph: { spacing: { ...spacing, line: 252, lineRule }, keepNext: true, keepLines: true },
  };
}

/**
 * Makes a style for each kind of paragraph at each place that is used, and for plain quotes and
 * code.
 */
function placedStyles(colors: BrandColors, used: ReadonlySet<string>): ParagraphStyle[] {
  const places: WordPlace[] = [];
  for (let quote = 0; quote <= deepest.quote; quote += 1) {
    for (let list = 0; list <= deepest.list; list += 1) places.push({ quote, list });
  }
  const kinds: PlacedKind[] = ['Text', 'Entry', 'Code', 'Rule'];
  const wanted = new Set([...used, 'Quote', 'Code']);
  const styles = places.flatMap((place) =>
    kinds
      .filter((kind) => wanted.has(styleName(kind, place)))
      .map((kind) => placedStyle(kind, place, colors)),
  );
  const builtIn = new Set(['Normal', 'List Paragraph']);
  return [
    ...new Map(
      styles.filter(({ name = '' }) => !builtIn.has(name)).map((style) => [style.id, style]),
    ).values(),
  ];
}

function placedStyle(kind: PlacedKind, place: WordPlace, colors: BrandColors): ParagraphStyle {
  const name = styleName(kind, place);
  const left = (place.list + place.quote) * stepTwips;
  const bar = { style: BorderStyle.SINGLE, size: 16, space: 10, color: hex(colors.bar) };
  const base = { id: styleId(name), name, basedOn: 'Normal', quickFormat: kind !== 'Rule' };
  const border = place.quote > 0 ? { border: { left: bar } } : {};
  if (kind === 'Code') {
    return {
      ...base,
      run: { font: fonts.code, size: 17 },
      paragraph: {
        indent: { left: left + 120, right: 120 },
        spacing: { before: 160, after: 200, line: 250, lineRule },
        shading: { type: ShadingType.CLEAR, fill: 'F4F5F6', color: 'auto' },
        alignment: AlignmentType.LEFT,
      },
    };
  }
  if (kind === 'Rule') {
    const bottom = { style: BorderStyle.SINGLE, size: 4, space: 1, color: line };
    return {
      ...base,
      paragraph: { indent: { left }, spacing: { before: 120, after: 240 }, border: { bottom } },
    };
  }
  const run = place.quote > 0 ? { run: { color: quiet } } : {};
  return { ...base, ...run, paragraph: { indent: { left }, spacing: { after: 100 }, ...border } };
}

function tableStyles(brand: string): ParagraphStyle[] {
  const paragraph = { spacing: { before: 50, after: 50, line: 250, lineRule } };
  return [
    { id: 'TableText', name: 'Table Text', basedOn: 'Normal', run: { size: 18 }, paragraph },
    ...[8, 7].map((size) => ({
      id: `TableText${size}`,
      name: `Table Text ${size}`,
      basedOn: 'TableText',
      paragraph,
      run: { size: size * 2 },
    })),
    {
      id: 'TableHead',
      name: 'Table Head',
      basedOn: 'TableText',
      run: { size: 18, bold: true, color: brand },
      paragraph,
    },
    {
      id: 'TableGap',
      name: `${fixedPrefix}Table Gap`,
      basedOn: 'Normal',
      paragraph: { spacing: { after: 60, line: 200, lineRule } },
    },
    {
      id: 'Chart',
      name: 'Chart',
      basedOn: 'Normal',
      paragraph: { spacing: { before: 40, after: 40 }, keepNext: true },
    },
  ];
}

function fixedStyles(brand: string): ParagraphStyle[] {
  const fixed = (name: string, style: Omit<ParagraphStyle, 'id' | 'name'>): ParagraphStyle => ({
    id: styleId(`${fixedPrefix}${name}`),
    name: `${fixedPrefix}${name}`,
    basedOn: 'Normal',
    ...style,
  });
  return [
    fixed('Company', {
      run: { size: 20, bold: true, color: quiet },
      paragraph: { spacing: { after: 80 } },
    }),
    fixed('Bar', { paragraph: { spacing: { before: 0, after: 280, line: 120, lineRule } } }),
    fixed('Title', {
      run: { font: fonts.head, size: 48, bold: true, color: brand },
      paragraph: { spacing: { before: 60, after: 200, line: 240, lineRule } },
    }),
    fixed('Facts', { run: { size: 18, color: quiet }, paragraph: { spacing: { after: 360 } } }),
    fixed('Contents Head', {
      run: { font: fonts.head, size: 32, bold: true, color: brand },
      paragraph: { spacing: { before: 240, after: 160 } },
    }),
    fixed('Chart Title', {
      run: { bold: true },
      paragraph: { spacing: { before: 240, after: 60 }, keepNext: true },
    }),
    fixed('Chart Source', {
      run: { size: 15, color: quiet },
      paragraph: { spacing: { after: 260, line: 230, lineRule } },
    }),
    fixed('Further Note', {
      run: { size: 17, color: quiet },
      paragraph: { spacing: { after: 40, line: 240, lineRule } },
    }),
    fixed('Note', {
      run: { size: 18, color: quiet },
      paragraph: { spacing: { before: 80, after: 160 } },
    }),
  ];
}

/** Returns a colour without its sign, as Word files have it. */
export function hex(color: string): string {
  return color.replace('#', '').toUpperCase();
}

const bullets = ['•', '–', '◦'];

/**
 * Makes the numbering: one definition for all bullets, one for each numbered list, which has its
 * own start.
 */
export function makeNumbering(
  lists: readonly { series: string; level: number; start: number }[],
): INumberingOptions {
  const indent = (level: number, hanging: number) => ({ left: (level + 1) * stepTwips, hanging });
  return {
    config: [
      {
        reference: 'bullets',
        levels: Array.from({ length: deepest.list }, (_, level) => ({
          level,
          format: LevelFormat.BULLET,
          text: bullets[level % bullets.length] ?? '•',
          alignment: AlignmentType.LEFT,
          style: { paragraph: { indent: indent(level, 280) } },
        })),
      },
      ...lists.map(({ series, level: own, start }) => ({
        reference: `list-${series}`,
        levels: Array.from({ length: own + 1 }, (_, level) => ({
          level,
          format: LevelFormat.DECIMAL,
          text: `%${level + 1}.`,
          start: level === own ? start : 1,
          alignment: AlignmentType.LEFT,
          style: { paragraph: { indent: indent(level, 340) } },
        })),
      })),
    ],
  };
}

interface Room {
  widthPx: number;
  heightPx: number;
}

/**
 * Makes the pictures of a document. Each keeps its name, by which it is known when the file comes
 * back.
 */
export interface WordPictures {
  /**
   * Makes an embedded image as wide as it is, at most `mostPx`. One that cannot be shown is a dot.
   */
  image(picture: WordPicture, url: string | undefined, mostPx: number): ImageRun;
  /** Makes the picture of a chart as wide as the text. */
  chart(name: string, chart: WordChart | undefined): ImageRun;
  /** Makes the logo; null if it cannot be read. */
  logo(image: WordImage, room: Room): ImageRun | null;
}

/** Width of the text of a page at 96 pixels to the inch. */
const textWidthPx = 608;
const tallestPx = 760;
const types: Record<string, 'png' | 'jpg' | 'gif'> = { png: 'png', jpg: 'jpg', gif: 'gif' };

/** A transparent dot, for what cannot be shown. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates the pictures of a file. Images are checked as those of a PDF. */
export function createPictures(): WordPictures {
  const images = createImageFiles({ refuse: false });
  return {
    image: ({ name, alt }, url, mostPx) => {
      const stored = url === undefined ? null : images.add(url);
      const file = stored && images.files.find(({ path }) => path === stored.path);
      if (!stored || !file) return dotNamed(name, alt);
      const size = fit(stored.widthPt / 0.75, stored.heightPt / 0.75, mostPx);
      const altText = { name, description: alt, title: '' };
      const type = types[stored.path.split('.').at(-1) ?? ''];
      if (type !== undefined)
        return new ImageRun({ type, data: file.bytes, transformation: size, altText });
      if (!stored.path.endsWith('.svg')) return dotNamed(name, alt);
      const fallback = { type: 'png', data: dot } as const;
      return new ImageRun({
        type: 'svg',
        data: file.bytes,
        fallback,
        transformation: size,
        altText,
      });
    },
    chart: (name, chart) => {
      const { image, description = '' } = chart?.picture ?? {};
      const altText = { name, description, title: chart?.title ?? '' };
      return (
        drawn(image, { widthPx: textWidthPx, heightPx: tallestPx }, altText) ??
        dotNamed(name, chart?.title ?? '')
      );
    },
    logo: (image, room) => drawn(image, room, { name: 'logo', description: 'Logo', title: '' }),
  };
}

/** Draws an image as large as its room allows; null if it cannot be read. */
function drawn(
  image: WordImage | undefined,
  room: Room,
  altText: { name: string; description: string; title: string },
): ImageRun | null {
  if (!image) return null;
  const data = Buffer.from(image.bytes);
  const size = measureRaster({ bytes: data, mimeType: image.mimeType });
  if (!size) return null;
  const scale = Math.min(room.widthPx / size.width, room.heightPx / size.height);
  const transformation = {
    width: Math.round(size.width * scale),
    height: Math.round(size.height * scale),
  };
  return new ImageRun({
    type: image.mimeType === 'image/png' ? 'png' : 'jpg',
    data,
    transformation,
    altText,
  });
}

function dotNamed(name: string, description: string): ImageRun {
  const altText = { name, description, title: '' };
  return new ImageRun({ type: 'png', data: dot, transformation: { width: 1, height: 1 }, altText });
}

function fit(widthPx: number, heightPx: number, mostPx: number): { width: number; height: number } {
  const scale = Math.min(1, mostPx / widthPx, tallestPx / heightPx);
  return {
    width: Math.max(1, Math.round(widthPx * scale)),
    height: Math.max(1, Math.round(heightPx * scale)),
  };
}
