/** The scrolling part of the viewer. */
export const scrollerProps = { 'data-source-scroller': '' } as const;

/** Scrolls the viewer to an element in it that is not in view. Unlike `scrollIntoView`, this never moves the page. */
export function scrollToMark(element: Element): void {
  const scroller = element.closest('[data-source-scroller]');
  if (!scroller) return;
  const { top, bottom } = element.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (top >= view.top + roomPx && bottom <= view.bottom - roomPx) return;
  scroller.scrollTop += top - view.top - scroller.clientHeight / 3;
}

/** Pixels to the edges of the viewer, where a bar may stick. */
const roomPx = 48;
