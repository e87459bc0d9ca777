import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { type InsightKind, insightEvidence } from './insight-evidence.ts';

const insight = <const K extends InsightKind>(kind: K) =>
  Type.Object({
    id: Id,
    kind: Type.Literal(kind),
    title: Type.String(),
    description: Type.String(),
    evidence: insightEvidence[kind],
    createdAt: Timestamp,
  });

/** A finding across engagements. `evidence` holds the numbers behind it, in the form of its kind (INS-3, INS-8). */
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
export type InsightOf<K extends InsightKind> = Extract<Insight, { kind: K }>;

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
export const PatternAnalysis = Type.Object({
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

export const AnalysisStarted = Type.Object({ status: Type.Enum(['started', 'running']), analysisId: Id });
export type AnalysisStarted = Static<typeof AnalysisStarted>;

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
  summary: 'Start an analysis of scores, reviews, costs and models across engagements, or return the running one',
  tag: 'Library and insights',
  level: 'admin',
  responses: { 200: AnalysisStarted },
});
