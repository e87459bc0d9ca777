import { nanoToUsd } from '@ecp/contract/declaring/money';
import { type Formats, formatsOf } from '@ecp/language/formats';
import type { Language } from '@ecp/language/language';
import { inlineText } from '../markdown-text.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { ReportTexts } from './report-texts.ts';

const texts: Record<Language, ReportTexts> = { en, de, fr, es, ja };

/** The formats of the figures in a report. */
export interface Figures extends Pick<Formats, 'count' | 'decimal' | 'duration' | 'time'> {
  /** Money from nano-USD. */
  money: (nano: number) => string;
  /** A score with at most one decimal. Null gives a dash. */
  score: (score: number | null) => string;
  /** `part` as a percentage of `whole`. A whole of 0 gives a dash. */
  share: (part: number, whole: number) => string;
}

/** Returns the words and formats in which the reports of a run are written. */
export function textsIn(language: Language): { texts: ReportTexts; figures: Figures } {
  const formats = formatsOf(language);
  const figures: Figures = {
    ...formats,
    money: (nano) => formats.usd(nanoToUsd(nano)),
    score: (score) => (score === null ? '–' : formats.score(score)),
    share: (part, whole) => (whole === 0 ? '–' : formats.share(part / whole)),
  };
  return { texts: texts[language], figures };
}

/** Returns the kind of a rubric in words. A kind that this release does not know is shown as it is. */
export const kindName = (kind: string, { kinds }: ReportTexts): string =>
  (kinds as Record<string, string>)[kind] ?? inlineText(kind);
