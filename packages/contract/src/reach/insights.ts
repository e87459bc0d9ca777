import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { GivenTime, Id, Nullable, Timestamp, Usd } from '../declaring/scalars.ts';
import { verdicts } from '../values/verdicts.ts';
import { EngagementStatus } from '../work/engagements.ts';

const Count = Type.Integer({ minimum: 0 });
const Score = Type.Number({ description: '0 to 100' });
const Share = Type.Number({ description: '0 to 1' });
const Margin = Type.Number({ description: 'What chance alone can make of the difference' });
const VerdictName = Type.Enum([...verdicts]);

/** One model in a comparison, with means over its tasks of that kind. */
export const ComparedModel = Type.Object({
  model: Type.String(),
  tasks: Count,
  meanScore: Score,
  meanCostUsd: Usd,
});
export type ComparedModel = Static<typeof ComparedModel>;

/** The numbers of each kind of finding. Each states the number of its measurements. */
export const insightEvidence = {
  model_comparison: Type.Object({
    outcome: Type.Enum(['scores_higher', 'as_good_and_cheaper']),
    taskKind: Type.String(),
    models: Type.Array(ComparedModel, {
      minItems: 2,
      maxItems: 2,
      description: 'The one to prefer, then the other',
    }),
    scoreDifference: Type.Number(),
    margin: Margin,
    costRatio: Nullable(
      Type.Number({ description: 'Cost of the first in costs of the second; null when that is 0' }),
    ),
  }),
  weak_criterion: Type.Object({
    rubricType: Type.String(),
    criterion: Type.String(),
    deliverables: Count,
    lowestIn: Type.Integer({
      description: 'Deliverables in which no other criterion scored lower',
    }),
    meanScore: Score,
    meanOfOtherCriteria: Score,
  }),
  agent_sent_back: Type.Object({
    agentSlug: Type.String(),
    reviewed: Count,
    sentBack: Count,
    othersReviewed: Count,
    othersSentBack: Count,
  }),
  score_agreement: Type.Object({
    outcome: Type.Enum(['agree', 'no_difference']),
    approved: Count,
    sentBack: Count,
    meanScoreApproved: Score,
    meanScoreSentBack: Score,
    margin: Margin,
  }),
  /**
   * The evaluator's verdict against the latest review of each version; `kappa` is Cohen's,
   * unweighted. Figures are null with fewer than `leastReviewed`
   * (docs/decisions/rubric-agreement.md).
   */
  rubric_agreement: Type.Object({
    outcome: Type.Enum(['agree', 'disagree', 'unclear', 'too_few_reviews']),
    rubricType: Type.String(),
    rubricVersion: Type.Integer(),
    reviewed: Count,
    leastReviewed: Count,
    observedAgreement: Nullable(Share),
    baseRate: Nullable(
      Type.Number({
        description: 'Share that the commonest verdict of the reviewers reaches alone',
      }),
    ),
    kappa: Nullable(Type.Number()),
    weightedKappa: Nullable(Type.Number()),
    margin: Nullable(Margin),
    thresholds: Type.Object({ approve: Score, reject: Score }),
    verdicts: Type.Array(
      Type.Object({ evaluator: VerdictName, reviewer: VerdictName, count: Count }),
    ),
  }),
  cost_trend: Type.Object({
    direction: Type.Enum(['rising', 'falling']),
    periodDays: Count,
    approvedRecently: Count,
    approvedBefore: Count,
    recentCostUsd: Usd,
    earlierCostUsd: Usd,
    marginUsd: Usd,
  }),
  budget_use: Type.Object({
    outcome: Type.Enum(['too_small', 'mostly_unused']),
    engagements: Count,
    exhausted: Count,
    belowHalf: Count,
    medianShare: Type.Number({ description: 'Middle of spent divided by budget' }),
  }),
} as const;

export type InsightKind = keyof typeof insightEvidence;
export type InsightEvidence<K extends InsightKind> = Static<(typeof insightEvidence)[K]>;

const insight = <const K extends InsightKind>(kind: K) =>
  Type.Object({
    id: Id,
    kind: Type.Literal(kind),
    title: Type.String(),
    description: Type.String(),
    evidence: insightEvidence[kind],
    createdAt: Timestamp,
  });

/**
 * A finding across engagements. `evidence` holds the numbers behind it, in the form of its kind.
 */
export const Insight = Type.Union([
  insight('model_comparison'),
  insight('weak_criterion'),
  insight('agent_sent_back'),
  insight('score_agreement'),
  insight('rubric_agreement'),
  insight('cost_trend'),
  insight('budget_use'),
]);
export type Insight = Static<typeof Insight>;

/** The action that a finding suggests. */
export const ImprovementProposal = Type.Object({
  id: Id,
  insightId: Id,
  title: Type.String(),
  description: Type.String(),
  expectedEffect: Type.String(),
  createdAt: Timestamp,
});
export type ImprovementProposal = Static<typeof ImprovementProposal>;

/** The newest analysis. Its findings are available once it has completed. */
const PatternAnalysis = Type.Object({
  id: Id,
  status: Type.Enum(['running', 'completed']),
  startedAt: Timestamp,
  finishedAt: Nullable(Timestamp),
});

export const Insights = Type.Object({
  insights: Type.Array(Insight),
  proposals: Type.Array(ImprovementProposal),
  analysis: Nullable(PatternAnalysis),
});
export type Insights = Static<typeof Insights>;

export const AnalysisStarted = Type.Object({
  status: Type.Enum(['started', 'running']),
  analysisId: Id,
});
export type AnalysisStarted = Static<typeof AnalysisStarted>;

/** An engagement as an owner counts it. The sample of a workspace is none of them. */
export const AnalyzedEngagement = Type.Object({
  id: Id,
  name: Type.String(),
  client: Type.String(),
  status: EngagementStatus,
  archived: Type.Boolean(),
  createdAt: Timestamp,
  dueDate: Nullable(Type.String({ description: 'YYYY-MM-DD' })),
  budget: Usd,
  spent: Usd,
  completedRuns: Type.Integer(),
  documents: Type.Integer({ description: 'Without internal files' }),
  approvedDocuments: Type.Integer({ description: 'Whose latest version is approved' }),
  revisions: Type.Integer({ description: 'Versions after the first of each document' }),
  hoursToApproval: Nullable(
    Type.Number({
      description:
        'From the first run to the approval of the last document; null until all are approved',
    }),
  ),
  clientDecisions: Type.Object({
    approved: Type.Integer({ description: 'Documents that a client approved last' }),
    rejected: Type.Integer({ description: 'Documents that a client rejected last' }),
  }),
});
export type AnalyzedEngagement = Static<typeof AnalyzedEngagement>;

/** `from` and `to` bound the creation of engagements; `to` does not belong to the period. */
export const getAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/analytics',
  name: 'getAnalytics',
  summary: 'Read state, time, money and decisions of the engagements of a period',
  tag: 'Library and insights',
  query: Type.Object({ from: Type.Optional(GivenTime), to: Type.Optional(GivenTime) }),
  responses: {
    200: Type.Object({
      engagements: Type.Array(AnalyzedEngagement, { description: 'The newest 2,000' }),
    }),
  },
});

export const getInsights = defineEndpoint({
  method: 'GET',
  path: '/api/insights',
  name: 'getInsights',
  summary: 'Read the findings and proposals of the latest analysis',
  tag: 'Library and insights',
  responses: { 200: Insights },
});

export const analyzePatterns = defineEndpoint({
  method: 'POST',
  path: '/api/insights/analyze',
  name: 'analyzePatterns',
  summary:
    'Start an analysis of scores, reviews, costs and models across engagements, or return the running one',
  tag: 'Library and insights',
  level: 'admin',
  responses: { 200: AnalysisStarted },
});
