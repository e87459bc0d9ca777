import type { CallFacts } from './facts.ts';

/** The sums of the calls with one key. Amounts are in nano-USD. */
export interface SpendingTotal {
  key: string;
  tries: number;
  answered: number;
  retries: number;
  costNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  durationMs: number;
}

/** Sums calls by a key. The most expensive come first, then the longest. */
export function sumSpending(calls: readonly CallFacts[], keyOf: (call: CallFacts) => string): SpendingTotal[] {
  return [...Map.groupBy(calls, keyOf)]
    .map(([key, made]) => {
      const total = (part: Exclude<keyof SpendingTotal, 'key'>) => made.reduce((sum, call) => sum + call[part], 0);
      return {
        key,
        tries: total('tries'),
        answered: total('answered'),
        retries: total('retries'),
        costNanoUsd: total('costNanoUsd'),
        inputTokens: total('inputTokens'),
        outputTokens: total('outputTokens'),
        durationMs: total('durationMs'),
      };
    })
    .sort((a, b) => b.costNanoUsd - a.costNanoUsd || b.durationMs - a.durationMs || (a.key < b.key ? -1 : 1));
}

const purposes: Record<string, string> = {
  plan: 'Planning the tasks',
  delegate: 'Choosing colleagues to ask',
  consult: 'Asking colleagues',
  draft: 'Drafting',
  observe: 'Observing drafts',
  revise: 'Revising drafts',
  amend: 'Amending by review',
  repair: 'Repairing citations',
  embed: 'Embedding the sources',
  evaluate: 'Evaluating deliverables',
};

/** Returns the purpose of a call in words. */
export const purposeName = (purpose: string): string => purposes[purpose] ?? purpose;
