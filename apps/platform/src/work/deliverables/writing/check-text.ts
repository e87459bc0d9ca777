import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { parseDocument } from '@ecp/evidence/document/parse-document';
import { readFigures } from '@ecp/evidence/ledger/read-figures';
import type { EvidenceMaterial, Judge } from '@ecp/evidence/material';
import { showPassage } from '@ecp/evidence/sources/passages';
import { cutAnswers } from '@ecp/markdown/answers-section';
import { createTimeSlice } from '@ecp/semaphore/time-slice';

/** The findings of the check of a text. */
export interface CheckedText {
  citations: Citation[];
  figures: Figure[];
}

/** Time slice of a check, in milliseconds: other requests proceed between two slices. */
const sliceMs = 4;
/** Most characters of a claim that are stored. */
const maxClaim = 600;

/**
 * Checks a text that a person wrote against the material of its task, by the rules of every version (WRI-4). No model is
 * asked: a statement of the version `before` that the person has left as it is keeps the judge's answer, and what it
 * cites of a colleague keeps its finding, because only the run had the advice.
 */
export async function checkText(
  content: string,
  material: EvidenceMaterial,
  before: readonly Citation[],
): Promise<CheckedText> {
  const slice = createTimeSlice(undefined, sliceMs);
  const own = await parseDocument(cutAnswers(content), slice);
  const found = await checkEvidence(own, material, { judge: recall(before), slice });
  const advised = new Map(before.filter(({ source }) => source.kind === 'colleague').map((one) => [keyOf(one), one]));
  const citations = found.map((citation) => advised.get(keyOf(citation)) ?? citation);
  return { citations, figures: await readFigures(own, citations, slice) };
}

/** Returns a judge that answers as the judge of an earlier version did, and is silent about everything else. */
function recall(before: readonly Citation[]): Judge {
  const judged = new Map(before.map((citation) => [citation.claim, citation]));
  return async (questions) =>
    questions.map(({ claim, passages }) => {
      const earlier = judged.get(showPassage(claim, maxClaim));
      const isSame = earlier?.quote === null || passages.some(({ words }) => says(words, earlier?.quote ?? ''));
      if (!earlier || !isSame) return null;
      if (earlier.state === 'verified' || earlier.state === 'computed') return { supported: true, reason: '' };
      return earlier.state === 'unsupported' ? { supported: false, reason: earlier.reason ?? '' } : null;
    });
}

function says(words: string, quote: string): boolean {
  const flat = quote.replace(/\s+/g, ' ').trim();
  return flat !== '' && words.replace(/\s+/g, ' ').includes(flat);
}

function keyOf({ footnote, claim, quote }: Citation): string {
  return JSON.stringify([footnote, claim, quote]);
}
