import { splitSentences } from '@ecp/language/split-sentences';
import type { ClaimView, PassageView, Reading } from '../claim-view.ts';
import { readWords } from '../claim-view.ts';

/** A sentence of a passage beside a claim. */
export interface Alignment {
  claim: Reading;
  passage: Reading;
  view: PassageView;
  /** Share of the claim's content words that the sentence has, 0 to 1. */
  share: number;
}

/** Finds the sentence of the cited passages that shares the most words with a claim, in the claim's language. */
export function alignClaim(view: ClaimView): Alignment | null {
  const claim = readWords(view.claim.stretch.trim(), view.language);
  const stems = new Set(claim.words.map(({ stem }) => stem));
  let best: Alignment | null = null;
  for (const passage of view.passages) {
    if (passage.language !== null && passage.language !== view.language) continue;
    if (passage.row !== null) continue;
    for (const sentence of splitSentences(passage.text)) {
      const reading = readWords(sentence, view.language);
      const own = new Set(reading.words.map(({ stem }) => stem));
      const shared = [...stems].filter((stem) => own.has(stem)).length;
      const share = stems.size === 0 ? 0 : shared / stems.size;
      if (best === null || share > best.share) best = { claim, passage: reading, view: passage, share };
    }
  }
  return best;
}
