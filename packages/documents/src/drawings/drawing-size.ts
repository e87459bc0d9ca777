/** Pixels per unit of length (CSS). */
const pixelsPer: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  em: 16,
  ex: 8,
};

/**
 * Returns width and height of a drawing in pixels, from the attributes of its root. The view box gives a side that is
 * missing or relative. Returns null if neither gives the size.
 */
export function sizeOfDrawing(
  attributes: Readonly<Record<'width' | 'height' | 'viewBox', string | undefined>>,
): { width: number; height: number } | null {
  const [width, height] = [toPixels(attributes.width), toPixels(attributes.height)];
  const [, , boxWidth = 0, boxHeight = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = boxWidth > 0 && boxHeight > 0;
  if (width !== null && height !== null) return { width, height };
  if (!hasBox) return null;
  if (width !== null) return { width, height: (width * boxHeight) / boxWidth };
  if (height !== null) return { width: (height * boxWidth) / boxHeight, height };
  return { width: boxWidth, height: boxHeight };
}

function toPixels(length = ''): number | null {
  const [, number, unit = ''] = /^\+?(\d*\.?\d*(?:e[+-]?\d+)?)([a-z]*)$/i.exec(length.trim().slice(0, 40)) ?? [];
  const pixels = Number(number || Number.NaN) * (pixelsPer[unit.toLowerCase()] ?? Number.NaN);
  return pixels > 0 ? pixels : null;
}
