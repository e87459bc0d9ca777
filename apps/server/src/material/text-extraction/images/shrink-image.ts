import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import { imageLimits, type RenderedImage } from '../extraction.ts';

/** Pixels row by row, each as red, green, blue and alpha. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Qualities that are tried until the image is small enough. */
const qualities = [80, 60, 40];

/**
 * Makes a JPEG of at most 1,568 pixels an edge and 1 MB, upright, on white, without metadata; null
 * if it stays too large. `orientation` is that of Exif, 1 to 8. Throws for bytes that are no image.
 */
export function shrinkImage(
  bytes: Uint8Array,
  orientation: number,
): Omit<RenderedImage, 'location'> | null {
  const image = PhotonImage.new_from_byteslice(bytes);
  const [width, height] = [image.get_width(), image.get_height()];
  const scale = Math.min(1, imageLimits.edgePixels / Math.max(width, height));
  const [toWidth, toHeight] = [width, height].map((edge) =>
    Math.max(1, Math.round(edge * scale)),
  ) as [number, number];
  const small = scale < 1 ? resize(image, toWidth, toHeight, SamplingFilter.Triangle) : image;
  const pixels = { width: toWidth, height: toHeight, data: small.get_raw_pixels() };
  small.free();
  if (small !== image) image.free();
  putOnWhite(pixels.data);
  return encodeJpeg(turnUpright(pixels, orientation));
}

/** Encodes pixels as a JPEG of at most one megabyte. Returns null if they do not fit. */
export function encodeJpeg({
  width,
  height,
  data,
}: Pixels): Omit<RenderedImage, 'location'> | null {
  const image = new PhotonImage(data, width, height);
  try {
    for (const quality of qualities) {
      const bytes = image.get_bytes_jpeg(quality);
      if (bytes.length <= imageLimits.imageBytes) return { width, height, bytes };
    }
    return null;
  } finally {
    image.free();
  }
}

/**
 * Blends transparent pixels with white. A JPEG would show their stored colour, which is mostly
 * black.
 */
function putOnWhite(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = Math.round(((data[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
    }
    data[at + 3] = 255;
  }
}

/**
 * The turn that sets an image of each Exif orientation upright: rows may become columns, and axes
 * may be mirrored.
 */
const turns: Record<number, { swap: boolean; flipX: boolean; flipY: boolean }> = {
  2: { swap: false, flipX: true, flipY: false },
  3: { swap: false, flipX: true, flipY: true },
  4: { swap: false, flipX: false, flipY: true },
  5: { swap: true, flipX: false, flipY: false },
  6: { swap: true, flipX: false, flipY: true },
  7: { swap: true, flipX: true, flipY: true },
  8: { swap: true, flipX: true, flipY: false },
};

function turnUpright(given: Pixels, orientation: number): Pixels {
  const turn = turns[orientation];
  if (!turn) return given;
  const [width, height] = turn.swap ? [given.height, given.width] : [given.width, given.height];
  const from = new Uint32Array(
    given.data.buffer,
    given.data.byteOffset,
    given.width * given.height,
  );
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [column, row] = turn.swap ? [y, x] : [x, y];
      const fromX = turn.flipX ? given.width - 1 - column : column;
      const fromY = turn.flipY ? given.height - 1 - row : row;
      to[y * width + x] = from[fromY * given.width + fromX] ?? 0;
    }
  }
  return { width, height, data: new Uint8Array(to.buffer) };
}
