import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Timestamp } from './scalars.ts';

/** A finding across engagements. `evidence` holds the numbers behind it. */
export const Insight = Type.Object({
  id: Id,
  kind: Type.String({
    description:
      'model_comparison, weak_criterion, agent_sent_back, score_agreement, rubric_agreement, cost_trend or budget_use',
  }),
  title: Type.String(),
  description: Type.String(),
  evidence: Type.Object({}, { additionalProperties: true }),
  createdAt: Timestamp,
});
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

export const getInsights = endpoint({
  method: 'GET',
  path: '/api/insights',
  name: 'getInsights',
  summary: 'Read the findings and proposals of the latest analysis',
  tag: 'Library and insights',
  responses: { 200: Insights },
});

export const analyzePatterns = endpoint({
  method: 'POST',
  path: '/api/insights/analyze',
  name: 'analyzePatterns',
  summary: 'Start an analysis of scores, reviews, costs and models across engagements, or return the running one',
  tag: 'Library and insights',
  level: 'admin',
  responses: { 200: AnalysisStarted },
});
