import { imageSize } from 'image-size';

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
