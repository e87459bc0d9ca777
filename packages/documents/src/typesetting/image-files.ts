import {
  DrawingRefusal,
  decodeDataUrl,
  type EmbeddedImage,
  inspectDrawing,
  measureRaster,
  pixelsPerUnit,
} from '../drawings/drawings.ts';
import type { ImageStore, StoredImage } from '../markdown/document-tree.ts';
import type { Logo } from '../reports/report-types.ts';

/** An image as the typesetter reads it. */
export interface ImageFile {
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

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** More pixels than this need hundreds of megabytes to decode, whatever the size of the file. */
const maxPixels = 25_000_000;
const maxImages = 500;
/** Most work of drawing all images of a report, in the units of inspectDrawing: five seconds. */
const maxCost = 200_000;

interface Measured {
  width: number;
  height: number;
  cost: number;
}

interface Kept {
  image: StoredImage;
  cost: number;
}

/** Creates an empty store. With `refuse` it accepts no image, for a second try after an image proved to be broken. */
export function createImageFiles({ refuse }: { refuse: boolean }): ImageFiles {
  const files: ImageFile[] = [];
  const refusals: string[] = [];
  /** Images by address, so that an image in many places is read once. */
  const embedded = new Map<string, Kept | null>();
  let cost = 0;

  function keep(image: EmbeddedImage | null): Kept | null {
    const extension = image ? extensions[image.mimeType] : undefined;
    if (refuse || !image || extension === undefined || files.length >= maxImages) return null;
    const measured = extension === 'svg' ? measureSvg(image.bytes) : measurePixels(image);
    if (measured === null) return null;
    const path = `/images/${files.length}.${extension}`;
    files.push({ path, bytes: image.bytes });
    const [widthPt, heightPt] = [Math.ceil(measured.width * 0.75), Math.ceil(measured.height * 0.75)];
    return { image: { path, widthPt, heightPt }, cost: measured.cost };
  }

  /** Every occurrence of an image adds its cost. */
  function show(kept: Kept | null): StoredImage | null {
    if (kept === null || cost + kept.cost > maxCost) return null;
    cost += kept.cost;
    return kept.image;
  }

  function measureSvg(bytes: Buffer): Measured | null {
    try {
      return inspectDrawing(bytes);
    } catch (error) {
      if (!(error instanceof DrawingRefusal)) throw error;
      refusals.push(`A drawing is not shown: ${error.message}`);
      return null;
    }
  }
  return {
    files,
    refusals,
    addLogo: ({ bytes, mimeType }) => {
      const logo = show(keep({ bytes: Buffer.from(bytes), mimeType }));
      if (logo === null) refusals.push('The logo cannot be shown: it is broken, too large or not accepted');
      return logo;
    },
    add: (dataUrl) => {
      const known = embedded.get(dataUrl);
      const kept = known === undefined ? keep(decodeDataUrl(dataUrl)) : known;
      embedded.set(dataUrl, kept);
      return show(kept);
    },
  };
}

function measurePixels(image: EmbeddedImage): Measured | null {
  const size = measureRaster(image);
  const pixels = size ? size.width * size.height : Number.POSITIVE_INFINITY;
  return size && pixels <= maxPixels ? { ...size, cost: pixels / pixelsPerUnit } : null;
}
