import { citationMark, citationMarkWords } from '@ecp/contract/values/citation-marks';

/** In Japanese a space follows a mark, because markdown ends no bold text between a bracket and a letter. */
const marks = new RegExp(` ${citationMark.source}(?:(?<=\\[${citationMarkWords.ja}[^\\]\\n]{0,210}\\]\\*\\*) )?`, 'g');
/** Titles of the section in which earlier releases listed what they did not verify. */
const titles = [
  'Citations that could not be verified',
  'Nicht belegte Zitate',
  'Citations qui n’ont pas pu être vérifiées',
  'Citas que no se han podido verificar',
  '確認できなかった引用',
];
const section = new RegExp(String.raw`(?:^|\n)## (?:${titles.join('|')})\n[\s\S]*?(?=\n## |\n\[\^|$)`, 'g');

/** Removes the marks and the section that the check of an earlier release wrote into a document, in any language. */
export function withoutMarks(markdown: string): string {
  if (markdown.search(marks) === -1) return markdown;
  const text = markdown.replace(marks, '').replace(section, '\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}
