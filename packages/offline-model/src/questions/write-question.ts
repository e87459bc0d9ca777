import type { Language } from '@ecp/language/language';
import type { NewQuestion } from '@ecp/model-calls/prompt-types';
import { frameOf } from '../frame/frame-of.ts';
import { clipText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import type { OpenPoint } from './open-point.ts';
import { askingWordsOf } from './words/asking-words-of.ts';

const maxSentence = 300;

/** Writes the question on an open point in the language of the brief, with the assumption and what depends on it. */
export function writeQuestion({ kind, name, noun, sentence }: OpenPoint, language: Language): NewQuestion {
  const { asking } = frameOf(language);
  const amountOrTarget = askingWordsOf(language).amount.test(noun) ? 'amount' : 'target';
  const subject = kind === 'figure' ? amountOrTarget : kind;
  const quoted = quoteText(clipText(sentence.replace(/[.。]$/u, ''), maxSentence), language);
  return {
    question: asking.question[subject]({ name, noun }, quoted),
    assumption: asking.assumption[subject],
    impact: asking.impact[subject],
  };
}
