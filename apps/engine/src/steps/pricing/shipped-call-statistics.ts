import type { PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { Distribution } from './distribution.ts';

/** Calls of a task that a plan foresees; planning comes before there are tasks. */
export type TaskPurpose = Extract<
  PromptPurpose,
  'delegate' | 'consult' | 'draft' | 'observe' | 'revise' | 'repair' | 'evaluate'
>;

/** What a task's calls are usually like. */
export interface CallStatistics {
  /** Output tokens of an answer, by purpose. */
  outputTokens: Record<TaskPurpose, Distribution>;
  /** Calls to colleagues of a task: who is asked may ask one more, and answers again. */
  consultations: Distribution;
  /** Rounds of searches before a writing call answers, where there is something to search. */
  searches: Distribution;
  /** Shares of tasks (0 to 1) whose draft is revised, and whose citations are repaired where there are sources. */
  revised: number;
  repaired: number;
  /** How many times as long as usual all answers of one engagement are. */
  verbosity: Distribution;
}

/** Documents take what a consultant writes in 500 to 3,500 words; the rest follows from what the prompts ask for. */
const documentTokens: Distribution = [700, 1_500, 2_200, 3_000, 4_800];

/** What is assumed before a tenant has finished tasks of its own (docs/decisions/plan-price.md). */
export const shippedCallStatistics: CallStatistics = {
  outputTokens: {
    delegate: [10, 50, 100, 180, 320],
    consult: [110, 200, 290, 390, 620],
    draft: documentTokens,
    revise: documentTokens,
    repair: documentTokens,
    observe: [70, 180, 300, 430, 750],
    evaluate: [120, 250, 380, 550, 900],
  },
  consultations: [0, 0, 0, 1, 1, 1, 1, 2, 2, 4],
  searches: [0, 0, 0, 0, 1, 1, 2, 3],
  revised: 0.35,
  repaired: 0.25,
  // Models differ: one writes twice as much as another on the same task.
  verbosity: [0.6, 0.85, 1, 1.2, 1.7],
};

/** What stays of `verbosity` once the model's own answers are known: an engagement's language and subject. */
export const learnedVerbosity: Distribution = [0.66, 0.87, 1, 1.15, 1.5];

/** UTF-8 bytes of a token: prose of most languages lies here, also with JSON around it. */
export const bytesPerToken: Distribution = [3.4, 3.8, 4, 4.2, 4.6];
