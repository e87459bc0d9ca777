import { imageSize } from 'image-size';
import type { ImageStore, StoredImage } from '../markdown/document-context.ts';
import type { Logo } from '../report-types.ts';

/** An image as the typesetter will read it. */
export interface ImageFile {
  path: string;
  bytes: Buffer;
}

/** The images of one report, and the store that the markdown side fills. */
export interface ImageFiles extends ImageStore {
  readonly files: ImageFile[];
  /** What could not be shown, for the log. */
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

/** More points than this take hundreds of megabytes to decode, whatever the size of the file. */
const maxPixels = 25_000_000;
const maxImages = 500;

/** Opens an empty store. With `refuse`, it takes nothing: for a second try when an image turned out to be broken. */
export function createImageFiles({ refuse }: { refuse: boolean }): ImageFiles {
  const files: ImageFile[] = [];
  const refusals: string[] = [];

  function store(bytes: Buffer, mimeType: string): StoredImage | null {
    const extension = extensions[mimeType];
    if (refuse || extension === undefined || files.length >= maxImages) return null;
    const size = measure(bytes, extension);
    if (size === null || (extension === 'svg' && reachesOut(bytes))) return null;
    const path = `/images/${files.length}.${extension}`;
    files.push({ path, bytes });
    return { path, widthPt: Math.ceil(size.width * 0.75), heightPt: Math.ceil(size.height * 0.75) };
  }
  return {
    files,
    refusals,
    addLogo: ({ bytes, mimeType }) => {
      const logo = store(Buffer.from(bytes), mimeType);
      if (logo === null) refusals.push('The logo cannot be shown: broken, too large, or it reaches for other files');
      return logo;
    },
    add: (dataUrl) => {
      const decoded = decodeDataUrl(dataUrl);
      return decoded === null ? null : store(decoded.bytes, decoded.mimeType);
    },
  };
}

/** Width and height in pixels, if the file is what its type says and can be decoded within reason. */
function measure(bytes: Buffer, extension: string): { width: number; height: number } | null {
  try {
    const { width, height, type } = imageSize(bytes);
    if (type !== extension || !(width > 0) || !(height > 0)) return null;
    return extension !== 'svg' && width * height > maxPixels ? null : { width, height };
  } catch {
    // The reader of sizes throws on anything that is no image: the caller prints its description instead.
    return null;
  }
}

/**
 * Whether an SVG names anything outside itself. The typesetter runs no scripts and fetches nothing, but it would look for
 * such a file; and entities can make a small drawing endless. Such a drawing is not shown.
 */
function reachesOut(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  if (/<!(?:ENTITY|DOCTYPE[^>]*\[)|<\?xml-stylesheet|@import/i.test(text)) return true;
  const references = text.matchAll(/(?:\bhref|\bsrc)\s*=\s*(["'])([\s\S]*?)\1|url\(\s*(["']?)([\s\S]*?)\3\s*\)/gi);
  return [...references].some((match) => {
    const target = (match[2] ?? match[4] ?? '').trim();
    return !target.startsWith('#') && !/^data:image\/(?:png|jpeg|gif|webp)[;,]/i.test(target);
  });
}

function decodeDataUrl(url: string): { bytes: Buffer; mimeType: string } | null {
  const match = /^data:(image\/[a-z+]+)((?:;[^,;]*)*?)(;base64)?,/i.exec(url);
  if (match === null) return null;
  const body = url.slice(match[0].length);
  const mimeType = (match[1] ?? '').toLowerCase();
  if (match[3] !== undefined) return { bytes: Buffer.from(decodePercent(body), 'base64'), mimeType };
  return { bytes: Buffer.from(decodePercent(body), 'utf8'), mimeType };
}

function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
