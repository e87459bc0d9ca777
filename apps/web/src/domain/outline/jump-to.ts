/** Scrolls to an element and focuses it, so that keyboard navigation continues there. */
export function jumpTo(element: HTMLElement, place: ScrollLogicalPosition = 'start'): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: place, behavior: calm ? 'auto' : 'smooth' });
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
