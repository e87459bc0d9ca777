import { citationMark, citationMarkWords } from '@ecp/contract/values/citation-marks';
import { type Language, languages } from '@ecp/language/language';
import type { CheckedCitation } from './check-citations.ts';
import { type EvidenceTexts, evidenceTexts } from './evidence-texts.ts';
import { showPassage } from './passages.ts';

/** In Japanese a space follows a mark, because markdown ends no bold text between a bracket and a letter. */
const marks = new RegExp(` ${citationMark.source}(?:(?<=\\[${citationMarkWords.ja}[^\\]\\n]{0,210}\\]\\*\\*) )?`, 'g');
const titles = languages.map((language) => RegExp.escape(evidenceTexts[language].title));
const section = new RegExp(String.raw`(?:^|\n)## (?:${titles.join('|')})\n[\s\S]*?(?=\n## |\n\[\^|$)`, 'g');
const maxReasonLength = 120;

/** Adds a mark after each failed citation, and a section that lists them before the footnotes, in a language. */
export function markFailures(markdown: string, checked: CheckedCitation[], language: Language): string {
  const failed = checked.filter(({ citation }) => citation.state !== 'verified');
  if (failed.length === 0) return markdown;
  const words: string = citationMarkWords[language];
  let marked = markdown;
  for (const { citation, offset } of failed.toSorted((one, other) => other.offset - one.offset)) {
    const end = language === 'ja' ? ' ' : '';
    const note = ` **[${words}: ${inert(citation.reason ?? '', maxReasonLength)}]**${end}`;
    marked = marked.slice(0, offset) + note + marked.slice(offset);
  }
  const texts = evidenceTexts[language];
  const list = failed.map(({ citation }) => describe(citation, texts)).join('\n');
  return insertSection(marked, `## ${texts.title}\n\n${list}\n`);
}

/** Removes the marks and the section of an earlier check from a document, in whichever language they are. */
export function withoutMarks(markdown: string): string {
  if (markdown.search(marks) === -1) return markdown;
  const text = markdown.replace(marks, '').replace(section, '\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

function describe(
  { footnote, quote, claim, reason, passage }: CheckedCitation['citation'],
  texts: EvidenceTexts,
): string {
  const where = footnote === null ? texts.withoutFootnote : texts.footnote(inert(footnote, 40));
  const nearest = passage === null ? '' : texts.sourceHas(inert(passage, 240));
  return `- ${texts.entry(where, inert(quote ?? claim, 240), inert(reason ?? '', 240))}${nearest}`;
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
  return showPassage(text, maxLength)
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/[\\`*[\]<>|_~&#]/g, (unit) => (unit === '[' ? '(' : unit === ']' ? ')' : `\\${unit}`));
}
