import { type FindingOf, formatShare, round } from './finding.ts';
import type { AgentFacts, CriterionFacts, PatternFacts } from './pattern-facts.ts';
import { compareSamples, isSignificantlyGreater, minSampleSize, wilsonLowerBound } from './sample.ts';

/** Points (of 100) by which a weak criterion is below the others of its rubric. */
const weakBelow = 5;
/** How much higher an agent's share of sent-back work must be than that of the others. */
const sentBackAbove = 0.1;
/** Points (of 100) between approved and sent-back work from which scores separate them, and up to which they do not. */
const tellsApart = 3;
const equalWithin = 5;

/** Finds the criterion of each rubric that is lowest more often than by chance, and clearly lower. */
export function findWeakCriteria(criteria: readonly CriterionFacts[]): FindingOf<'weak_criterion'>[] {
  return [...Map.groupBy(criteria, ({ rubricType }) => rubricType).values()].flatMap((ofRubric) => {
    const [weakest] = ofRubric.toSorted((a, b) => a.score.mean - b.score.mean);
    const others = ofRubric.filter((criterion) => criterion !== weakest);
    if (!weakest || others.length === 0) return [];
    const judged = others.reduce((sum, { score }) => sum + score.count, 0);
    const meanOfOthers = others.reduce((sum, { score }) => sum + score.mean * score.count, 0) / judged;
    const often = wilsonLowerBound(weakest.lowest, weakest.score.count) > 1 / ofRubric.length;
    if (!often || meanOfOthers - weakest.score.mean < weakBelow) return [];
    return [describeWeakness(weakest, meanOfOthers)];
  });
}

function describeWeakness({ rubricType, criterion, score, lowest }: CriterionFacts, meanOfOthers: number) {
  return {
    kind: 'weak_criterion' as const,
    title: `“${criterion}” is the weak point of ${rubricType} deliverables`,
    description: `It scored lowest in ${lowest} of ${score.count} deliverables, ${round(score.mean)} on average, where the other criteria of the rubric reach ${round(meanOfOthers)}.`,
    evidence: {
      rubricType,
      criterion,
      deliverables: score.count,
      lowestIn: lowest,
      meanScore: round(score.mean),
      meanOfOtherCriteria: round(meanOfOthers),
    },
  };
}

/** Finds agents whose deliverables are sent back more often than those of all others together, the worst first. */
export function findSentBackAgents(agents: readonly AgentFacts[]): FindingOf<'agent_sent_back'>[] {
  const reviewed = agents.reduce((sum, agent) => sum + agent.reviewed, 0);
  const sentBack = agents.reduce((sum, agent) => sum + agent.sentBack, 0);
  const shareOf = (agent: AgentFacts) => agent.sentBack / agent.reviewed;
  return agents
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .flatMap((agent) => {
      const others = { reviewed: reviewed - agent.reviewed, sentBack: sentBack - agent.sentBack };
      if (others.reviewed < minSampleSize) return [];
      const othersShare = others.sentBack / others.reviewed;
      const clearly = wilsonLowerBound(agent.sentBack, agent.reviewed) > othersShare;
      return clearly && shareOf(agent) - othersShare >= sentBackAbove ? [describeAgent(agent, others)] : [];
    });
}

function describeAgent(agent: AgentFacts, others: { reviewed: number; sentBack: number }) {
  return {
    kind: 'agent_sent_back' as const,
    title: `Deliverables of ${agent.agentSlug} are sent back more often than others`,
    description: `Reviewers sent back ${agent.sentBack} of ${agent.reviewed} (${formatShare(agent.sentBack / agent.reviewed)}); of all other agents ${others.sentBack} of ${others.reviewed} (${formatShare(others.sentBack / others.reviewed)}).`,
    evidence: { ...agent, othersReviewed: others.reviewed, othersSentBack: others.sentBack },
  };
}

/** Finds whether the evaluator's scores agree with people's reviews. */
export function findScoreAgreement({
  approved,
  sentBack,
}: PatternFacts['reviewedScores']): FindingOf<'score_agreement'>[] {
  const scores = compareSamples(approved, sentBack);
  if (!scores) return [];
  const agree = isSignificantlyGreater(scores, tellsApart);
  if (!agree && scores.difference + scores.margin >= equalWithin) return [];
  const means = `${round(approved.mean)} on average for ${approved.count} approved deliverables, ${round(sentBack.mean)} for ${sentBack.count} that were sent back`;
  return [
    {
      kind: 'score_agreement',
      title: agree
        ? 'Quality scores agree with the reviews'
        : 'Quality scores do not separate approved work from sent-back work',
      description: `Scores are ${means}. Chance alone explains up to ${round(scores.margin)} points.`,
      evidence: {
        outcome: agree ? 'agree' : 'no_difference',
        approved: approved.count,
        sentBack: sentBack.count,
        meanScoreApproved: round(approved.mean),
        meanScoreSentBack: round(sentBack.mean),
        margin: round(scores.margin),
      },
    },
  ];
}
