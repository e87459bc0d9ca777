import { formatDay } from '../../../format/format.ts';
import { outsideQuestionTexts } from '../../../texts/en/questions/outside-questions.ts';
import type { AskedQuestion } from './question-order.ts';

/** The author and the time of an answer. */
export const aboutAnswer = ({ answeredBy, answeredAt }: AskedQuestion): string =>
  outsideQuestionTexts.by(answeredBy ?? '', answeredAt === null ? '' : formatDay(answeredAt));
