import { escapeMarkdown } from './escape-markdown.ts';
import { squeeze, type TextRange } from './find-quote.ts';
import { foldSpaces, type RenderedText, renderText, type TextRun } from './rendered-text.ts';

/** A change of the markdown: the range `start` to `end` becomes `text`. */
interface SourceEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Replaces the rendered words of a passage by other words, and nothing else: marks, links and footnotes around and
 * between them stay (CMT-10). Returns null if the passage spans several blocks, or if the result would not show exactly
 * these words.
 */
export function replacePassage(
  markdown: string,
  rendered: RenderedText,
  passage: TextRange,
  replacement: string,
): string | null {
  const words = foldSpaces(replacement);
  const touched = rendered.runs.filter(({ start, end }) => start < passage.end && end > passage.start);
  const [first] = touched;
  if (!first || !isInOneBlock(rendered, passage)) return null;
  const edits = touched.map((run) => editRun(run, passage, run === first ? words : ''));
  let changed = markdown;
  for (const { start, end, text } of edits.toReversed()) changed = changed.slice(0, start) + text + changed.slice(end);
  const { text } = rendered;
  const expected = text.slice(0, passage.start) + words + text.slice(passage.end);
  return squeeze(renderText(changed).text).letters === squeeze(expected).letters ? changed : null;
}

/** True if a passage lies in one paragraph, heading, table cell or code block. */
export function isInOneBlock({ runs }: RenderedText, { start, end }: TextRange): boolean {
  return new Set(runs.filter((run) => run.start < end && run.end > start).map(({ block }) => block)).size === 1;
}

function editRun(run: TextRun, passage: TextRange, words: string): SourceEdit {
  const isWhole = passage.start <= run.start && passage.end >= run.end;
  if (words === '' && isWhole && run.wrap) return { ...run.wrap, text: '' };
  const start = sourceOf(run, Math.max(0, passage.start - run.start));
  const end = sourceOf(run, Math.min(run.end, passage.end) - run.start);
  return { start, end, text: run.kind === 'code' ? words : escapeMarkdown(words) };
}

function sourceOf({ source }: TextRun, index: number): number {
  return typeof source === 'number' ? source + index : (source[index] ?? 0);
}
