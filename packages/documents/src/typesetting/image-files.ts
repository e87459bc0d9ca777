import { imageSize } from 'image-size';
import type { ImageStore, StoredImage } from '../markdown/document-tree.ts';
import type { Logo } from '../reports/report-types.ts';

interface ImageFile {
  path: string;
  bytes: Buffer;
}

/** The images of one report, which the conversion of markdown fills. */
export interface ImageFiles extends ImageStore {
  readonly files: ImageFile[];
  /** Images that could not be shown, for the log. */
  readonly refusals: string[];
  addLogo(logo: Logo): StoredImage | null;
}

/** Types of images that the typesetter decodes, with the names that the size reader uses. */
const rasterTypes: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** More pixels than this need hundreds of megabytes to decode, whatever the size of the file. */
const maxPixels = 25_000_000;
/**
 * Limits the pixels of all places of images in a report, which take some five seconds to decode.
 */
const maxShownPixels = 200_000_000;
const maxImages = 500;

interface Kept {
  image: StoredImage;
  pixels: number;
}

/**
 * Creates an empty store. With `refuse` it accepts no image, for a second try after an image proved
 * to be broken.
 */
export function createImageFiles({ refuse }: { refuse: boolean }): ImageFiles {
  const files: ImageFile[] = [];
  const refusals: string[] = [];
  /** Images by address, so that an image in many places is read once. */
  const embedded = new Map<string, Kept | null>();
  let shownPixels = 0;

  function store(bytes: Buffer, extension: string, size: { width: number; height: number } | null) {
    if (refuse || size === null || files.length >= maxImages) return null;
    const path = `/images/${files.length}.${extension}`;
    files.push({ path, bytes });
    return { path, widthPt: Math.ceil(size.width * 0.75), heightPt: Math.ceil(size.height * 0.75) };
  }

  function keep(raster: EmbeddedImage | null): Kept | null {
    const size = raster && measureRaster(raster);
    if (!raster || !size || size.width * size.height > maxPixels) return null;
    const image = store(raster.bytes, rasterTypes[raster.mimeType] ?? '', size);
    return image && { image, pixels: size.width * size.height };
  }

  /** Every occurrence of an image adds its pixels. */
  function show(kept: Kept | null): StoredImage | null {
    if (kept === null || shownPixels + kept.pixels > maxShownPixels) return null;
    shownPixels += kept.pixels;
    return kept.image;
  }

  return {
    files,
    refusals,
    addLogo: ({ bytes, mimeType }) => {
      const logo = show(keep({ bytes: Buffer.from(bytes), mimeType }));
      if (logo === null)
        refusals.push('The logo cannot be shown: it is broken, too large or not accepted');
      return logo;
    },
    add: (dataUrl) => {
      const known = embedded.get(dataUrl);
      const kept = known === undefined ? keep(decodeDataUrl(dataUrl)) : known;
      embedded.set(dataUrl, kept);
      return show(kept);
    },
    addChart: (svg) => store(Buffer.from(nameFonts(svg)), 'svg', sizeOfChart(svg)),
  };
}

const wordsOf = (script: string): RegExp => new RegExp(`${script}+(?:\\s+${script}+)*`, 'gu');
const fontsOfScripts: [RegExp, string][] = [
  [wordsOf('\\p{Script=Arabic}'), 'Noto Sans Arabic'],
  [wordsOf('\\p{Script=Hebrew}'), 'Noto Sans Hebrew'],
  [wordsOf('\\p{Script=Thai}'), 'Noto Sans Thai'],
  [wordsOf('\\p{Script=Devanagari}'), 'Noto Sans Devanagari'],
];
const ideographs = wordsOf(
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\u30fc]',
);

/**
 * Names a font for each word of another script: the typesetter knows one font of a text, and else
 * takes the host's.
 */
function nameFonts(svg: string): string {
  const [, ideographic = 'Noto Sans S Chinese'] = /'(Noto Sans (?:JP|S Chinese))'/.exec(svg) ?? [];
  return svg.replaceAll(/(<text[^>]*>)([^<]+)(?=<\/text>)/g, (_, tag: string, words: string) => {
    const named = [...fontsOfScripts, [ideographs, ideographic] as const].reduce(
      (text, [script, font]) =>
        text.replaceAll(script, (found) => `<tspan font-family="${font}">${found}</tspan>`),
      words,
    );
    return tag + named;
  });
}

/** Returns the size in pixels that our own picture of a chart states. */
function sizeOfChart(svg: string): { width: number; height: number } | null {
  const [root = ''] = /^<svg [^>]*>/.exec(svg) ?? [];
  const side = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(root)?.[1] ?? 0);
  const [width, height] = [side('width'), side('height')];
  return width > 0 && height > 0 ? { width, height } : null;
}

/** An image inside a `data:` address. */
interface EmbeddedImage {
  bytes: Buffer;
  /** In lower case. */
  mimeType: string;
}

/** Reads a `data:` address of an image. Returns null for any other address. */
function decodeDataUrl(url: string): EmbeddedImage | null {
  const match = /^data:(image\/[a-z+]+)((?:;[^,;]*)*?)(;base64)?,/i.exec(url);
  if (match === null) return null;
  const body = url.slice(match[0].length);
  const mimeType = (match[1] ?? '').toLowerCase();
  if (match[3] !== undefined)
    return { bytes: Buffer.from(decodePercent(body), 'base64'), mimeType };
  return { bytes: Buffer.from(decodePercent(body), 'utf8'), mimeType };
}

/**
 * Reads the pixel size of a PNG, JPEG, GIF or WebP image. Returns null if the bytes do not match
 * the type.
 */
export function measureRaster({
  bytes,
  mimeType,
}: EmbeddedImage): { width: number; height: number } | null {
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
