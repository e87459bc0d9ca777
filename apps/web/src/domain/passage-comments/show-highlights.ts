import './highlights.css';

/** The kinds of highlight that a passage may have. */
const names = { comment: 'comment', active: 'comment-active' } as const;
export type HighlightKind = keyof typeof names;

/**
 * Marks ranges of the page; none removes the marks. They change no element, so that neither the text nor its selection
 * moves. Browsers without highlights show no marks.
 */
export function showHighlights(kind: HighlightKind, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  const name = names[kind];
  if (ranges.length === 0) {
    CSS.highlights.delete(name);
    return;
  }
  const highlight = new Highlight(...ranges);
  highlight.priority = kind === 'active' ? 1 : 0;
  CSS.highlights.set(name, highlight);
}
