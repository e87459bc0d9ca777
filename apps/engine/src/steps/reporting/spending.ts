import type { CallFacts } from './facts.ts';
import { sumOf } from './sum-and-mean.ts';
import type { ReportTexts } from './texts/report-texts.ts';

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
      const total = (part: Exclude<keyof SpendingTotal, 'key'>) => sumOf(made, part);
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

/** Returns the purpose of a call in words. A purpose of a later release is shown as it is. */
export const purposeName = (purpose: string, { purposes }: ReportTexts): string =>
  (purposes as Record<string, string>)[purpose] ?? purpose;
