import type { Verdict } from '@ecp/contract/verdicts';

/** One model in a comparison; means over its tasks of that kind. */
export interface ComparedModel {
  model: string;
  tasks: number;
  meanScore: number;
  meanCostUsd: number;
}

/** The numbers of each kind of finding; every one states how many measurements it rests on. */
export interface EvidenceByKind {
  /** `margin` is what chance alone can make of `scoreDifference`; `costRatio` is null when the second cost nothing. */
  model_comparison: {
    outcome: 'scores_higher' | 'as_good_and_cheaper';
    taskKind: string;
    /** The one to prefer, then the other. */
    models: [ComparedModel, ComparedModel];
    scoreDifference: number;
    margin: number;
    costRatio: number | null;
  };
  weak_criterion: {
    rubricType: string;
    criterion: string;
    deliverables: number;
    lowestIn: number;
    meanScore: number;
    meanOfOtherCriteria: number;
  };
  agent_sent_back: {
    agentSlug: string;
    reviewed: number;
    sentBack: number;
    othersReviewed: number;
    othersSentBack: number;
  };
  score_agreement: {
    outcome: 'agree' | 'no_difference';
    approved: number;
    sentBack: number;
    meanScoreApproved: number;
    meanScoreSentBack: number;
    margin: number;
  };
  /**
   * The evaluator's verdict (by `thresholds` of the score) against the latest review of each version. `kappa` is Cohen's,
   * plain, and `margin` what chance can make of it; the figures are null where there are fewer than `leastReviewed`.
   */
  rubric_agreement: {
    outcome: 'agree' | 'disagree' | 'unclear' | 'too_few_reviews';
    rubricType: string;
    rubricVersion: number;
    reviewed: number;
    leastReviewed: number;
    observedAgreement: number | null;
    /** What always giving the reviewers' commonest verdict would reach. */
    baseRate: number | null;
    kappa: number | null;
    weightedKappa: number | null;
    margin: number | null;
    thresholds: { approve: number; reject: number };
    verdicts: { evaluator: Verdict; reviewer: Verdict; count: number }[];
  };
  cost_trend: {
    direction: 'rising' | 'falling';
    periodDays: number;
    approvedRecently: number;
    approvedBefore: number;
    recentCostUsd: number;
    earlierCostUsd: number;
    marginUsd: number;
  };
  budget_use: {
    outcome: 'too_small' | 'mostly_unused';
    engagements: number;
    exhausted: number;
    belowHalf: number;
    medianShare: number;
  };
}
export type FindingKind = keyof EvidenceByKind;

/** A finding with the numbers that it follows from. */
export type FindingOf<K extends FindingKind> = {
  kind: K;
  title: string;
  description: string;
  evidence: EvidenceByKind[K];
};
export type Finding = { [K in FindingKind]: FindingOf<K> }[FindingKind];

/** Rounds to what people can tell apart: one decimal by default. */
export function round(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals));
}

/** Writes a share of 0 to 1 in percent. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}
