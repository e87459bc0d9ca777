import { imageSize } from 'image-size';

/** An image inside a `data:` address. */
export interface EmbeddedImage {
  bytes: Buffer;
  /** In lower case. */
  mimeType: string;
}

/** Types of images whose pixels the typesetter decodes, and what their reader calls them. */
const rasterTypes: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Reads a `data:` address of an image; null where it is none. */
export function decodeDataUrl(url: string): EmbeddedImage | null {
  const match = /^data:(image\/[a-z+]+)((?:;[^,;]*)*?)(;base64)?,/i.exec(url);
  if (match === null) return null;
  const body = url.slice(match[0].length);
  const mimeType = (match[1] ?? '').toLowerCase();
  if (match[3] !== undefined) return { bytes: Buffer.from(decodePercent(body), 'base64'), mimeType };
  return { bytes: Buffer.from(decodePercent(body), 'utf8'), mimeType };
}

/** Width and height in pixels of a PNG, JPEG, GIF or WebP image; null where the bytes are not what the type says. */
export function measureRaster({ bytes, mimeType }: EmbeddedImage): { width: number; height: number } | null {
  if (!(mimeType in rasterTypes)) return null;
  try {
    const { width, height, type } = imageSize(bytes);
    return type === rasterTypes[mimeType] && width > 0 && height > 0 ? { width, height } : null;
  } catch {
    // The reader of sizes throws on anything that is no image.
    return null;
  }
}

function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
