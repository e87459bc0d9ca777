/**
 * Moves the focus to the next element on the page that matches the selector (`1`) or to the one before (`-1`); from
 * elsewhere to the first or the last one.
 */
export function stepThrough(selector: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = all.findIndex((place) => place.contains(document.activeElement));
  focusInView(all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by]);
}

/** Focuses an element and scrolls no further than it takes to show it. */
export function focusInView(place: HTMLElement | null | undefined): void {
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'nearest' });
}
