import type { ShownEvidence } from './evidence-control.ts';
import { findSentence } from './show-in-text.ts';

/** A sentence of more than this share of the window leaves no room beside it: only its mark stays free then. */
const mostOfWindow = 0.4;

/**
 * Returns the place that evidence is shown above or below: across the whole height of its sentence, at the width of its
 * mark in the text, so that the window never covers what it is about.
 */
export function placeOfEvidence({ trigger, citation }: ShownEvidence) {
  const article = trigger.closest('article');
  const sentence = article && findSentence(article, trigger, citation.claim, citation.quote);
  return {
    contextElement: trigger,
    getBoundingClientRect() {
      const mark = trigger.getBoundingClientRect();
      const whole = sentence?.getBoundingClientRect();
      if (!whole || whole.height > innerHeight * mostOfWindow) return mark;
      const top = Math.min(mark.top, whole.top);
      return new DOMRect(mark.left, top, mark.width, Math.max(mark.bottom, whole.bottom) - top);
    },
  };
}
