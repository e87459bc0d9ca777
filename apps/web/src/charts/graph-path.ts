/** A point in a drawing, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Returns the SVG path of a smooth line that bends at each inner point. */
export function drawPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const bends = rest.slice(0, -1).map(({ x, y }, index) => {
    const next = rest[index + 1] ?? last;
    const end = index === rest.length - 2 ? next : { x: (x + next.x) / 2, y: (y + next.y) / 2 };
    return `Q ${x} ${y} ${end.x} ${end.y}`;
  });
  return [`M ${first.x} ${first.y}`, ...(bends.length === 0 ? [`L ${last.x} ${last.y}`] : bends)].join(' ');
}

/** Returns a curve that starts and ends horizontally, to the right or, with `back`, to the left, and its middle. */
export function drawCurve(from: Point, to: Point, back: boolean): { path: string; middle: Point } {
  const direction = back ? -1 : 1;
  const distance = direction * (to.x - from.x);
  // A curve against its direction swings outwards, by the square root of the distance.
  const bend = direction * (distance >= 0 ? distance / 2 : 6 * Math.sqrt(-distance));
  const [leaving, arriving] = [from.x + bend, to.x - bend];
  return {
    path: `M ${from.x} ${from.y} C ${leaving} ${from.y} ${arriving} ${to.y} ${to.x} ${to.y}`,
    middle: { x: (from.x + to.x + 3 * (leaving + arriving)) / 8, y: (from.y + to.y) / 2 },
  };
}

/**
 * Returns the SVG path of a line that bends from the first point to the second, runs straight to the third, bends to
 * the fourth, and so on. It leaves and arrives in the direction of reading.
 */
export function drawLanes(points: readonly Point[], direction: 'right' | 'down'): string {
  const steps = points.slice(1).map(({ x, y }, index) => {
    const from = points[index] ?? { x, y };
    if (index % 2 === 1) return `L ${x} ${y}`;
    const middle = direction === 'right' ? (from.x + x) / 2 : (from.y + y) / 2;
    return direction === 'right'
      ? `C ${middle} ${from.y} ${middle} ${y} ${x} ${y}`
      : `C ${from.x} ${middle} ${x} ${middle} ${x} ${y}`;
  });
  const [first] = points;
  return first ? [`M ${first.x} ${first.y}`, ...steps].join(' ') : '';
}
