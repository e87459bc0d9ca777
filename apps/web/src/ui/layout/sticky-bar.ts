/** Bars that stick to an edge of the window while the page scrolls below them. */
const bars = { top: new Set<HTMLElement>(), bottom: new Set<HTMLElement>() };
type Edge = keyof typeof bars;

/** How far a bar reaches into the window; 0 while it is hidden. */
const reachPx = (bar: HTMLElement, edge: Edge) =>
  bar.offsetHeight === 0 ? 0 : bar.offsetHeight + Number.parseFloat(getComputedStyle(bar)[edge]);

/** Height of the window that the bars at an edge cover. */
export const stickyPx = (edge: Edge): number => Math.max(0, ...[...bars[edge]].map((bar) => reachPx(bar, edge)));

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
 * The `ref` of a bar with `position: sticky` at the top or bottom edge. The page scrolls so that the bar never covers
 * an element that the Tab key or a jump reaches (`--stuck-top` and `--stuck-bottom` in style.css).
 */
export const stickToTop = stickTo('top');
export const stickToBottom = stickTo('bottom');
