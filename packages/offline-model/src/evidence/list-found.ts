import { findLanguage } from '@ecp/language/detect-language';
import { readNumberStyle } from '@ecp/language/number-style';
import type { DraftInput, EngagementBrief } from '@ecp/model-calls/prompt-types';
import type { Origin } from '../material/passage.ts';
import { flattenText } from '../text/clean-line.ts';

/** Lists what was found out for a draft: pages of the web and answers of people, with the titles to cite. */
export function listFound(
  { language }: Pick<EngagementBrief, 'language'>,
  { pages = [], questions = [] }: Pick<DraftInput, 'pages' | 'questions'>,
): { origin: Origin; text: string }[] {
  const place = (kind: Origin['kind'], label: string, text: string): { origin: Origin; text: string } => {
    const own = findLanguage(text) ?? language;
    const { decimalSign } = readNumberStyle(text, own);
    return { origin: { kind, label, location: null, language: own, decimalSign }, text };
  };
  return [
    ...pages.map(({ title, url, text }) => place('source', flattenText(title, 300) || flattenText(url, 300), text)),
    ...questions.flatMap(({ id, answer }) => (answer === null ? [] : [place('answer', `Answer ${id}`, answer.text)])),
  ];
}
