import { questionLimits } from '@ecp/contract/values/limits';
import { Type } from 'typebox';

const words = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

/** The fields of a question to people, as a model fills them in (contract 11). */
export const questionFields = {
  question: words(questionLimits.question, 'One question that a person of the firm or its client can answer at once'),
  assumption: words(questionLimits.assumption, 'The statement that the work goes on from without an answer'),
  impact: words(questionLimits.impact, 'The change in the document with another answer'),
};
