import type { CheckedCitation } from './check-citations.ts';

const sectionTitle = 'Citations that could not be verified';
const mark = / \*\*\[not verified: [^\]\n]{1,200}\]\*\*/g;
const section = new RegExp(String.raw`(?:^|\n)## ${sectionTitle}\n[\s\S]*?(?=\n## |\n\[\^|$)`, 'g');
const maxReasonLength = 120;

/** Adds a mark after each failed citation, and a section that lists them before the footnotes. */
export function markFailures(markdown: string, checked: CheckedCitation[]): string {
  const failed = checked.filter(({ citation }) => citation.state !== 'verified');
  if (failed.length === 0) return markdown;
  let marked = markdown;
  for (const { citation, offset } of failed.toSorted((one, other) => other.offset - one.offset)) {
    const note = ` **[not verified: ${inert(citation.reason ?? '', maxReasonLength)}]**`;
    marked = marked.slice(0, offset) + note + marked.slice(offset);
  }
  const list = failed.map(({ citation }) => describe(citation)).join('\n');
  return insertSection(marked, `## ${sectionTitle}\n\n${list}\n`);
}

/** Removes the marks and the section of an earlier check from a document. */
export function withoutMarks(markdown: string): string {
  if (!markdown.includes('[not verified: ')) return markdown;
  const text = markdown.replace(mark, '').replace(section, '\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

function describe({ footnote, quote, claim, reason, passage }: CheckedCitation['citation']): string {
  const where = footnote === null ? 'Without a footnote' : `Footnote ${inert(footnote, 40)}`;
  const words = inert(quote ?? claim, 240);
  const nearest = passage === null ? '' : ` The source has: “${inert(passage, 240)}”`;
  return `- ${where}, “${words}”: ${inert(reason ?? '', 240)}.${nearest}`;
}

/** Inserts the section before the footnote definitions if they end the document, else at its end. */
function insertSection(markdown: string, text: string): string {
  const lines = markdown.trimEnd().split('\n');
  let first = lines.length;
  while (first > 0 && /^(?:\[\^[^\]\s]+\]:.*|\s*)$/.test(lines[first - 1] ?? '')) first -= 1;
  const body = lines.slice(0, first).join('\n').trimEnd();
  const definitions = lines.slice(first).join('\n').trim();
  return `${body}\n\n${text}${definitions === '' ? '' : `\n${definitions}\n`}`;
}

/** Makes words of models and sources one line without active markdown. */
function inert(text: string, maxLength: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const cut = flat.length <= maxLength ? flat : `${flat.slice(0, maxLength - 2).toWellFormed()} …`;
  return cut
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/[\\`*[\]<>|_~&#]/g, (unit) => (unit === '[' ? '(' : unit === ']' ? ')' : `\\${unit}`));
}
