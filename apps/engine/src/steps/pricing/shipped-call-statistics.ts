import type { PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { Distribution } from './distribution.ts';

/** Purposes of the calls of a task. Planning is not one, because it happens before there are tasks. */
export type TaskPurpose = Extract<
  PromptPurpose,
  'delegate' | 'consult' | 'draft' | 'observe' | 'revise' | 'repair' | 'judge' | 'challenge' | 'evaluate'
>;

/** Statistics of a task's calls. */
export interface CallStatistics {
  /** Output tokens of an answer, by purpose. */
  outputTokens: Record<TaskPurpose, Distribution>;
  /** Calls to colleagues in a task whose colleagues have finished documents that its lead does not see. */
  consultations: Distribution;
  /** Rounds of searches before a writing call answers, if there are sources to search. */
  searches: Distribution;
  /** Rounds of research before a writing call answers, each a search or the reading of pages. */
  research: Distribution;
  /**
   * Shares of tasks (0 to 1) whose draft is revised, and, if there are sources, whose citations are repaired or judged.
   */
  revised: number;
  repaired: number;
  judged: number;
  /** Factor by which all answers of one engagement are longer than usual. */
  verbosity: Distribution;
}

/** Output tokens of documents, which have 500 to 3,500 words. The other sizes follow from what the prompts request. */
const documentTokens: Distribution = [700, 1_500, 2_200, 3_000, 4_800];

/** The statistics for a tenant that has too few finished tasks (docs/decisions/plan-price.md). */
export const shippedCallStatistics: CallStatistics = {
  outputTokens: {
    delegate: [10, 50, 100, 180, 320],
    consult: [110, 200, 290, 390, 620],
    draft: documentTokens,
    revise: documentTokens,
    // The edits of one to three sections.
    repair: [150, 350, 600, 950, 1_800],
    // One sentence for each of some 5 to 40 claims.
    judge: [120, 300, 550, 900, 1_600],
    // Up to five objections with their passages.
    challenge: [250, 400, 550, 700, 1_000],
    observe: [70, 180, 300, 430, 750],
    evaluate: [120, 250, 380, 550, 900],
  },
  consultations: [0, 0, 0, 0, 0, 0, 1, 1, 1, 2],
  searches: [0, 0, 0, 0, 1, 1, 2, 3],
  research: [0, 1, 2, 2, 3, 4, 6],
  revised: 0.35,
  repaired: 0.25,
  judged: 0.9,
  // Models differ: one may write twice as much as another on the same task.
  verbosity: [0.6, 0.85, 1, 1.2, 1.7],
};

/** `verbosity` once the model's own answers are known: only the engagement's language and subject still vary. */
export const learnedVerbosity: Distribution = [0.66, 0.87, 1, 1.15, 1.5];

/** UTF-8 bytes of a token, for prose of most languages, also inside JSON. */
export const bytesPerToken: Distribution = [3.4, 3.8, 4, 4.2, 4.6];
