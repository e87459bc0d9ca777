import type { ClaimCase } from './claim-case.ts';
import type { ClaimCheck, ClaimFinding } from './measure-claims.ts';
import type { PlayedJudge } from './play-judge.ts';

/** What a check of a document is given: the text, what its writer saw, and who judges; null for nobody. */
export interface CheckedCase {
  markdown: string;
  material: ClaimCase['material'];
  judge: PlayedJudge | null;
}

/** The check of the product, called with a case. Answers one finding for each citation and uncited statement. */
export type CheckCase = (checked: CheckedCase) => Promise<ClaimFinding[]>;

/** Lets a measurement call a check. The check sees nothing of what is true of the statements. */
export function adaptCheck(checkCase: CheckCase): ClaimCheck {
  return ({ markdown, material }, judge) => checkCase({ markdown, material, judge });
}

/** The check that `npm run bench:evidence` measures; null while none is connected, which the benchmark reports. */
export const claimCheck: ClaimCheck | null = null;
