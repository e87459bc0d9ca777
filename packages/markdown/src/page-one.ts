import { type PageOneLabelled, pageOneLabelled, pageOneTexts } from '@ecp/language/page-one-texts';
import { type MarkdownLine, readLines } from './parse-markdown.ts';

/** The six parts that the first page of a deciding paper has. */
const pageOneParts = [...pageOneLabelled, 'exhibit'] as const;
type PageOnePart = (typeof pageOneParts)[number];

const figuresWanted = 3;

const labels = new Map(
  Object.values(pageOneTexts).flatMap((texts) =>
    pageOneLabelled.map((part) => [fold(texts[part]), part] as const),
  ),
);
const sourceLabels = new Set(Object.values(pageOneTexts).map(({ source }) => fold(source)));

/**
 * Returns the part of a first page that a label in bold begins, such as `Decision:`; null for any
 * other words.
 */
export function pageOnePartOf(label: string): PageOneLabelled | null {
  return labels.get(fold(label)) ?? null;
}

/**
 * Tells whether a line names the source of the exhibit above it, such as `Source: the workbook`.
 */
export function isSourceLine(line: string): boolean {
  const [, label = ''] = /^[\s*_]{0,4}([^:：.*_]{1,30})[*_]{0,3}[:：]/u.exec(line) ?? [];
  return label !== '' && sourceLabels.has(fold(label));
}

/**
 * Returns the parts that the first page of a paper lacks: the text between its title and the next
 * heading.
 */
export function missingOnPageOne(markdown: string): PageOnePart[] {
  const lines = firstSection(readLines(markdown));
  const found = new Set<PageOnePart>();
  let part: PageOneLabelled | null = null;
  let figures = 0;
  for (const [at, line] of lines.entries()) {
    const begun = partBegunBy(line);
    if (begun !== null) part = begun;
    if (begun !== null && begun !== 'figures') found.add(begun);
    if (part === 'figures' && !line.isCode && /^\s{0,3}(?:[-*+]|\d\.)\s.*\p{Nd}/u.test(line.raw))
      figures += 1;
    if (isExhibit(lines, at)) found.add('exhibit');
  }
  if (figures === figuresWanted) found.add('figures');
  return pageOneParts.filter((one) => !found.has(one));
}

const labelled = /^\s{0,3}\*\*(.{1,60}?)\*\*/u;

function partBegunBy({ isCode, raw }: MarkdownLine): PageOneLabelled | null {
  const label = isCode ? undefined : labelled.exec(raw)?.[1];
  return label === undefined ? null : pageOnePartOf(label);
}

function firstSection(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const title = lines.findIndex(({ level }) => level === 1);
  const rest = lines.slice(title + 1);
  const next = rest.findIndex(({ level }) => level > 0);
  return next === -1 ? rest : rest.slice(0, next);
}

/** A chart with its title, or a table below a line in bold and above the line with its source. */
function isExhibit(lines: readonly MarkdownLine[], at: number): boolean {
  const raw = lines[at]?.raw ?? '';
  if (/^\s{0,3}(?:```|~~~)\s*chart\b/.test(raw)) return true;
  if (!/^\s{0,3}\|?[\s:|-]{0,200}-[\s:|-]{0,200}$/.test(raw) || !raw.includes('|')) return false;
  const before =
    lines
      .slice(0, at - 1)
      .findLast((line) => line.raw.trim() !== '')
      ?.raw.trim() ?? '';
  const after =
    lines.slice(at).find((line) => line.raw.trim() !== '' && !line.raw.includes('|'))?.raw ?? '';
  return /^\*\*.+\*\*(?:\[\^[^\]]+\])*$/u.test(before) && isSourceLine(after);
}

function fold(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
