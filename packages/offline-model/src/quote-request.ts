import type { Language } from '@ecp/language/language';
import { nestQuotes } from './citations.ts';
import { frameOf } from './frame/frame-of.ts';

/** Says in the brief's language that the brief asks this, in its words. */
export const quoteRequest = (text: string, language: Language): string =>
  frameOf(language).plan.asks(nestQuotes(text, language));
