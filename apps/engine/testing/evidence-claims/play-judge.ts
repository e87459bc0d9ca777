import type { ClaimCase } from './claim-case.ts';
import { normalizeSentence } from './normalize-sentence.ts';
import { hashToShare } from './seeded-random.ts';

/** Asks whether a passage supports a claim. */
export type PlayedJudge = (asked: { claim: string; passage: string }) => Promise<boolean>;

const rightShare = 0.95;

/**
 * Plays a judge that knows what the statements of the cases mean and is right 95 of 100 times; the same question gets
 * the same answer. Of text that is no statement it says that nothing supports it.
 */
export function playJudge(cases: readonly ClaimCase[], seed: number): PlayedJudge {
  const known = cases
    .flatMap((claimCase) => claimCase.statements)
    .map(({ sentence, supportedByMeaning }) => ({ text: normalizeSentence(sentence), supportedByMeaning }));
  const exact = new Map(known.map(({ text, supportedByMeaning }) => [text, supportedByMeaning]));
  const find = (claim: string) => {
    const text = normalizeSentence(claim);
    return (
      exact.get(text) ??
      known.find((statement) => text.includes(statement.text) || statement.text.includes(text))?.supportedByMeaning ??
      false
    );
  };
  return async ({ claim, passage }) => {
    const isRight = hashToShare(`${seed} ${normalizeSentence(claim)} ${passage}`) < rightShare;
    return find(claim) === isRight;
  };
}
