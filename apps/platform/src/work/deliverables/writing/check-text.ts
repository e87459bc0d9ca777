import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { parseDocument } from '@ecp/evidence/document/parse-document';
import { splitClaims } from '@ecp/evidence/document/split-claims';
import { readFigures } from '@ecp/evidence/ledger/read-figures';
import type { EvidenceMaterial, Judge } from '@ecp/evidence/material';
import { showPassage } from '@ecp/evidence/sources/passages';
import { cutAnswers } from '@ecp/markdown/answers-section';
import { createTimeSlice, type TimeSlice } from '@ecp/semaphore/time-slice';
import type { TextReader } from '../../../kernel/text-work.ts';

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
 * cites of a colleague keeps its finding, because only the run had the advice. A figure of a new sentence needs a source,
 * whatever the sentence calls it.
 */
async function checkText({ content, material, before, earlier }: TextToCheck): Promise<CheckedText> {
  const slice = createTimeSlice(undefined, sliceMs);
  const own = await parseDocument(cutAnswers(content), slice);
  const isNew = await tellNew(earlier, before, slice);
  const found = await checkEvidence(own, material, { judge: recall(before), isNew, slice });
  const advised = new Map(before.filter(({ source }) => source.kind === 'colleague').map((one) => [keyOf(one), one]));
  const citations = found.map((citation) => advised.get(keyOf(citation)) ?? citation);
  return { citations, figures: await readFigures(own, citations, slice) };
}

/** The input of a check. */
interface TextToCheck {
  content: string;
  material: EvidenceMaterial;
  /** The findings on the earlier versions. */
  before: readonly Citation[];
  /** The texts of the earlier versions: what stands in none of them is new. */
  earlier: readonly string[];
}

/** Returns a check whether a sentence is new. One whose figures had no source before stays so. */
async function tellNew(
  earlier: readonly string[],
  before: readonly Citation[],
  slice: TimeSlice,
): Promise<(sentence: string) => boolean> {
  const known = new Set<string>();
  for (const text of earlier) {
    const { blocks } = await parseDocument(text, slice);
    for (const block of blocks) {
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      for (const { sentence } of splitClaims(block)) known.add(sentence);
    }
  }
  const open = new Set(before.filter(({ state }) => state === 'uncited').map(({ claim }) => claim));
  return (sentence) => !known.has(sentence) || open.has(showPassage(sentence, maxClaim));
}

/** Checks texts; a long one, or one with much material, in a child. */
export const checkReader: TextReader<TextToCheck, CheckedText> = {
  name: 'check',
  shortWeight: 15_000,
  read: checkText,
};

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
