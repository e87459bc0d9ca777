/** Scrolls to a place and puts the focus there, so that the keyboard goes on from it. */
export function jumpTo(element: HTMLElement, place: ScrollLogicalPosition = 'start'): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: place, behavior: calm ? 'auto' : 'smooth' });
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
