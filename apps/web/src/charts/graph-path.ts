/** A place in a drawing, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A soft line through points, as the path of an SVG: straight to each middle, bent at each point. */
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
