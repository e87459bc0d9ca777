import type { ComparedModel, InsightEvidence, InsightKind } from '@ecp/contract/reach/insights';

/** The evidence of each kind of finding. A comparison of models names the preferred one first. */
export type EvidenceByKind = {
  [K in InsightKind]: K extends 'model_comparison'
    ? Omit<InsightEvidence<K>, 'models'> & { models: [ComparedModel, ComparedModel] }
    : InsightEvidence<K>;
};

/** A finding with the numbers that it is based on. */
export type FindingOf<K extends InsightKind> = {
  kind: K;
  title: string;
  description: string;
  evidence: EvidenceByKind[K];
};
export type Finding = { [K in InsightKind]: FindingOf<K> }[InsightKind];

/** Rounds a number for people, by default to one decimal. */
export function round(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals));
}

/** Formats a share of 0 to 1 in percent. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}
