/** Bars that stick to an edge of the window while the page scrolls below them. */
const bars = { top: new Set<HTMLElement>(), bottom: new Set<HTMLElement>() };
type Edge = keyof typeof bars;

/** How far a bar reaches into the window; 0 while it is hidden. */
const reachPx = (bar: HTMLElement, edge: Edge) =>
  bar.offsetHeight === 0 ? 0 : bar.offsetHeight + Number.parseFloat(getComputedStyle(bar)[edge]);

/** Height of the window that the bars at an edge cover. */
export const stickyPx = (edge: Edge): number =>
  Math.max(0, ...[...bars[edge]].map((bar) => reachPx(bar, edge)));

const leaveRoom = (edge: Edge) =>
  document.documentElement.style.setProperty(`--stuck-${edge}`, `${Math.ceil(stickyPx(edge))}px`);

const stickTo = (edge: Edge) => (bar: HTMLElement | null) => {
  if (bar === null) return undefined;
  bars[edge].add(bar);
  bar.dataset['stuck'] = edge;
  const observer = new ResizeObserver(() => leaveRoom(edge));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    bars[edge].delete(bar);
    leaveRoom(edge);
  };
};

/**
 * The `ref` of a bar with `position: sticky` at the top or bottom edge. The page scrolls so that
 * the bar never covers an element that the Tab key or a jump reaches (`--stuck-top` and
 * `--stuck-bottom` in style.css).
 */
export const stickToTop = stickTo('top');
export const stickToBottom = stickTo('bottom');

/**
 * How the popup of an element is positioned: `fixed` if the element stays where it is while the
 * page scrolls. Such a popup would otherwise scroll away before it is put back, from under a finger
 * or pointer that presses it. The page also never scrolls to bring a fixed popup into view, which
 * lies above its bars.
 */
export function positionMethodFor(element: Element | null): 'fixed' | 'absolute' {
  for (let at = element; at !== null; at = at.parentElement) {
    if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return 'fixed';
  }
  return 'absolute';
}
