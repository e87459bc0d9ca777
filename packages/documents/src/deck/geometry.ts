/** A rectangle of a slide in EMU, 12,700 of which are a point. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const emuPerPoint = 12_700;
const emuPerInch = 914_400;

export const inches = (count: number): number => Math.round(count * emuPerInch);
export const points = (count: number): number => Math.round(count * emuPerPoint);

/** Cuts a box into two beside each other with a gap; `isRtl` puts the first on the right. */
export function splitAcross(box: Box, share: number, gap: number, isRtl: boolean): [Box, Box] {
  const first = Math.round((box.width - gap) * share);
  const second = box.width - gap - first;
  const left = isRtl ? second : first;
  const one = { ...box, width: left };
  const other = { ...box, x: box.x + left + gap, width: box.width - gap - left };
  return isRtl ? [other, one] : [one, other];
}

/** Cuts a box into two, the lower of which has that height. */
export function splitBelow(box: Box, lowerHeight: number, gap: number): [Box, Box] {
  const height = Math.max(0, box.height - lowerHeight - gap);
  const upper = { ...box, height };
  return [upper, { ...box, y: box.y + height + gap, height: box.height - height - gap }];
}

/** Cuts a box into two, the upper of which has that height; returns the lower one first. */
export function splitAbove(box: Box, upperHeight: number, gap: number): [Box, Box] {
  const y = box.y + upperHeight + gap;
  return [
    { ...box, y, height: Math.max(0, box.y + box.height - y) },
    { ...box, height: upperHeight },
  ];
}

/** Writes the position and size of a shape. */
export function writeTransform({ x, y, width, height }: Box, tag = 'a:xfrm'): string {
  const [left, top] = [Math.round(x), Math.round(y)];
  return `<${tag}><a:off x="${left}" y="${top}"/><a:ext cx="${Math.max(0, Math.round(width))}" cy="${Math.max(0, Math.round(height))}"/></${tag}>`;
}

/** Space between an exhibit and the points beside it. */
export const exhibitGap: number = inches(0.44);
