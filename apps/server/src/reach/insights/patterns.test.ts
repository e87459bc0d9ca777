import { insightEvidence } from '@ecp/contract/reach/insights';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { proposeImprovement } from './findings.ts';
import type { PatternFacts } from './pattern-facts.ts';
import { findPatterns } from './patterns.ts';
import type { Sample } from './statistics.ts';

const sample = (count: number, mean: number, deviation = 0): Sample => ({
  count,
  mean,
  variance: deviation ** 2,
});
const none = sample(0, 0);
const nothing: PatternFacts = {
  models: [],
  criteria: [],
  agents: [],
  reviewedScores: { approved: none, sentBack: none },
  agreements: [],
  approvalCosts: { recent: none, earlier: none },
  budgets: { engagements: 0, exhausted: 0, belowHalf: 0, medianShare: 0 },
};
const usd = 1e9;
const find = (facts: Partial<PatternFacts>) => {
  const found = findPatterns({ ...nothing, ...facts });
  // The API writes its response by these schemas.
  for (const { kind, evidence } of found)
    expect(Value.Check(insightEvidence[kind], evidence)).toBe(true);
  return found;
};
const findOne = (facts: Partial<PatternFacts>) => {
  const found = find(facts);
  expect(found).toHaveLength(1);
  const [finding] = found;
  if (!finding) throw new Error('Nothing was found');
  return { finding, proposal: proposeImprovement(finding) };
};

test('without data there are no findings', () => {
  expect(findPatterns(nothing)).toEqual([]);
});

describe('models', () => {
  const facts = (model: string, score: Sample, meanCost: number, taskKind = 'strategy') => ({
    taskKind,
    model,
    score,
    cost: sample(score.count, meanCost * usd, meanCost * usd * 0.1),
  });

  // INS-8
  test('a better model is found, with its price and the numbers of both', () => {
    const { finding, proposal } = findOne({
      models: [facts('b/small', sample(20, 70, 5), 0.1), facts('a/large', sample(12, 84, 5), 0.35)],
    });
    expect(finding).toEqual({
      kind: 'model_comparison',
      title: 'a/large scores 14 points higher than b/small on strategy tasks',
      description:
        'Mean scores are 84 and 70 over 12 and 20 tasks, at 3.5 times the cost ($0.35 against $0.10 a task). Chance alone explains up to 5.5 points.',
      evidence: {
        outcome: 'scores_higher',
        taskKind: 'strategy',
        models: [
          { model: 'a/large', tasks: 12, meanScore: 84, meanCostUsd: 0.35 },
          { model: 'b/small', tasks: 20, meanScore: 70, meanCostUsd: 0.1 },
        ],
        scoreDifference: 14,
        margin: 5.5,
        costRatio: 3.5,
      },
    });
    expect(proposal).toEqual({
      title: 'Give strategy tasks to a/large',
      description:
        'Use it where the result matters most. It scores higher than b/small, but each task costs more.',
      expectedEffect: 'About 14 points more for each such task, for $0.25 more.',
    });
  });

  test('better and cheaper', () => {
    const { proposal } = findOne({
      models: [facts('a', sample(10, 84, 2), 0.1), facts('b', sample(10, 70, 2), 0.3)],
    });
    expect(proposal).toMatchObject({
      description: expect.stringContaining('at about the same cost'),
      expectedEffect: 'About 14 points more for each such task, at no higher cost.',
    });
  });

  test('a paid model against a free one, and two free ones', () => {
    const paid = findOne({
      models: [facts('paid', sample(10, 84, 2), 0.1), facts('free', sample(10, 70, 2), 0)],
    });
    expect(paid.finding.description).toContain('at $0.10 a task, where free costs nothing');
    expect(paid.finding.evidence).toMatchObject({ costRatio: null });
    expect(paid.proposal?.description).toContain('each task costs more');
    const free = findOne({
      models: [facts('x', sample(10, 84, 2), 0), facts('y', sample(10, 70, 2), 0)],
    });
    expect(free.finding.description).toContain('both free');
    expect(free.proposal?.expectedEffect).toContain('at no higher cost');
  });

  test('a model that is as good and cheaper is found, whichever leads slightly', () => {
    for (const [cheapMean, dearMean] of [
      [80, 81],
      [81, 80],
    ] as const) {
      const { finding, proposal } = findOne({
        models: [
          facts('dear', sample(40, dearMean, 2), 0.4),
          facts('cheap', sample(40, cheapMean, 2), 0.1),
        ],
      });
      expect(finding).toMatchObject({
        title: 'cheap is as good as dear on strategy tasks and costs less',
        evidence: {
          outcome: 'as_good_and_cheaper',
          scoreDifference: cheapMean - dearMean,
          costRatio: 0.25,
        },
      });
      expect(proposal).toMatchObject({
        title: 'Give strategy tasks to cheap instead of dear',
        expectedEffect: '$0.30 less for each such task, $12.00 over the 40 tasks of the last year.',
      });
    }
  });

  test.each([
    ['too few tasks', sample(7, 90), sample(100, 60)],
    ['a lead within the noise', sample(8, 82, 10), sample(8, 74, 10)],
    ['a lead too small to matter', sample(1_000, 82, 1), sample(1_000, 80, 1)],
  ])('%s: no finding', (_title, one, other) => {
    expect(find({ models: [facts('a', one, 0.1), facts('b', other, 0.1)] })).toEqual([]);
  });

  test('models are compared only on the same task kind, with three findings per kind, the largest lead first', () => {
    const other = facts('z', sample(50, 20, 1), 0.1, 'research');
    const ladder = [50, 60, 70, 80].map((mean) => facts(`m${mean}`, sample(50, mean, 1), 0.1));
    const found = find({ models: [...ladder, other] });
    expect(
      found.map(({ evidence }) => 'scoreDifference' in evidence && evidence.scoreDifference),
    ).toEqual([30, 20, 20]);
  });
});

describe('criteria', () => {
  const facts = (criterion: string, mean: number, lowest: number, count = 20) => ({
    rubricType: 'research',
    criterion,
    score: sample(count, mean, 8),
    lowest,
  });

  // INS-8
  test('the criterion that is repeatedly lowest is found', () => {
    const { finding, proposal } = findOne({
      criteria: [facts('sources', 61, 17), facts('depth', 80, 2), facts('clarity', 84, 1)],
    });
    expect(finding).toMatchObject({
      kind: 'weak_criterion',
      title: '“sources” is the weak point of research documents',
      evidence: {
        rubricType: 'research',
        criterion: 'sources',
        deliverables: 20,
        lowestIn: 17,
        meanScore: 61,
        meanOfOtherCriteria: 82,
      },
    });
    expect(proposal?.expectedEffect).toBe(
      'Up to 21 points more on this criterion, the level of the others.',
    );
  });

  test.each([
    [
      'lowest no more often than by chance',
      [facts('a', 61, 8), facts('b', 80, 7), facts('c', 84, 5)],
    ],
    ['hardly lower than the others', [facts('a', 79, 20), facts('b', 80, 0), facts('c', 84, 0)]],
    ['too few deliverables', [facts('a', 40, 7, 7), facts('b', 90, 0, 7)]],
    ['a rubric of one criterion', [facts('a', 40, 20)]],
  ])('%s: no finding', (_title, criteria) => {
    expect(find({ criteria })).toEqual([]);
  });
});

describe('reviews', () => {
  const agent = (agentSlug: string, reviewed: number, sentBack: number) => ({
    agentSlug,
    reviewed,
    sentBack,
  });

  // INS-8
  test('agents whose deliverables are sent back more often than others’ are found, the worst first', () => {
    const found = find({
      agents: [agent('good', 100, 5), agent('bad', 30, 20), agent('worst', 20, 19)],
    });
    expect(found.map(({ evidence }) => evidence)).toEqual([
      { agentSlug: 'worst', reviewed: 20, sentBack: 19, othersReviewed: 130, othersSentBack: 25 },
      { agentSlug: 'bad', reviewed: 30, sentBack: 20, othersReviewed: 120, othersSentBack: 24 },
    ]);
    const [worst] = found;
    if (!worst) throw new Error('Nothing was found');
    expect(proposeImprovement(worst)?.expectedEffect).toBe(
      'At the others’ rate of 19 %, about 15 of its 20 documents would not have been sent back.',
    );
  });

  test.each([
    ['a share that chance can explain', [agent('a', 10, 4), agent('b', 40, 8)]],
    ['too few reviews', [agent('a', 7, 7), agent('b', 40, 0)]],
    ['nobody to compare with', [agent('a', 40, 40)]],
    ['nothing sent back', [agent('a', 40, 0), agent('b', 40, 0)]],
  ])('%s: no finding', (_title, agents) => {
    expect(find({ agents })).toEqual([]);
  });

  // INS-8
  test('scores that agree with reviews lead to no proposal; scores that do not lead to one', () => {
    const agreeing = findOne({
      reviewedScores: { approved: sample(30, 82, 6), sentBack: sample(12, 61, 9) },
    });
    expect(agreeing.finding).toMatchObject({
      title: 'Quality scores agree with the reviews',
      evidence: {
        outcome: 'agree',
        approved: 30,
        sentBack: 12,
        meanScoreApproved: 82,
        meanScoreSentBack: 61,
      },
    });
    expect(agreeing.proposal).toBeNull();
    const blind = findOne({
      reviewedScores: { approved: sample(60, 75, 4), sentBack: sample(60, 76, 4) },
    });
    expect(blind.finding.evidence).toMatchObject({ outcome: 'no_difference' });
    expect(blind.proposal?.expectedEffect).toContain('today 75 and 76');
    const unclear = { approved: sample(8, 80, 10), sentBack: sample(8, 74, 10) };
    expect(find({ reviewedScores: unclear })).toEqual([]);
  });
});

describe('money', () => {
  // INS-8
  test('approved deliverables that became more expensive or cheaper are found', () => {
    const [low, high] = [sample(20, 0.2 * usd, 0.05 * usd), sample(15, 0.5 * usd, 0.1 * usd)];
    const rising = findOne({ approvalCosts: { recent: high, earlier: low } });
    expect(rising.finding.evidence).toEqual({
      direction: 'rising',
      periodDays: 90,
      approvedRecently: 15,
      approvedBefore: 20,
      recentCostUsd: 0.5,
      earlierCostUsd: 0.2,
      marginUsd: expect.closeTo(0.0844, 3),
    });
    expect(rising.proposal?.expectedEffect).toContain('$0.30 less');
    const falling = findOne({ approvalCosts: { recent: low, earlier: high } });
    expect(falling.finding.title).toBe('An approved document costs less than before');
    expect(falling.proposal).toBeNull();
    expect(find({ approvalCosts: { recent: sample(7, usd), earlier: low } })).toEqual([]);
    expect(find({ approvalCosts: { recent: sample(15, 0.22 * usd), earlier: low } })).toEqual([]);
  });

  // INS-8
  test('budgets that are too small or mostly unused are found; the right size is no finding', () => {
    const small = findOne({
      budgets: { engagements: 20, exhausted: 10, belowHalf: 3, medianShare: 0.9 },
    });
    expect(small.finding).toMatchObject({
      evidence: { outcome: 'too_small', engagements: 20, exhausted: 10 },
    });
    expect(small.proposal?.title).toContain('Raise');
    const unused = findOne({
      budgets: { engagements: 20, exhausted: 0, belowHalf: 19, medianShare: 0.12345 },
    });
    expect(unused.finding.description).toContain('spent 12 %');
    expect(unused.finding.evidence).toMatchObject({ medianShare: 0.123 });
    expect(unused.proposal?.title).toContain('Lower');
    expect(
      find({ budgets: { engagements: 20, exhausted: 2, belowHalf: 11, medianShare: 0.45 } }),
    ).toEqual([]);
    expect(
      find({ budgets: { engagements: 7, exhausted: 7, belowHalf: 0, medianShare: 1 } }),
    ).toEqual([]);
  });
});
