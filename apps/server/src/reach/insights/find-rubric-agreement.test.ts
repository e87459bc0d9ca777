import { insightEvidence } from '@ecp/contract/reach/insights';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { proposeImprovement } from './findings.ts';
import { findRubricAgreement } from './patterns.ts';

const rubric = (table: number[][], rubricVersion = 1) => ({
  rubricType: 'strategy',
  rubricVersion,
  table,
});
function findOne(table: number[][]) {
  const [finding, ...others] = findRubricAgreement([rubric(table)]);
  expect(others).toEqual([]);
  if (!finding) throw new Error('Nothing was found');
  expect(Value.Check(insightEvidence.rubric_agreement, finding.evidence)).toBe(true);
  return { finding, proposal: proposeImprovement(finding) };
}

describe('agreement of a rubric with reviews', () => {
  // INS-8
  test('substantial agreement has figures for both and no proposal', () => {
    const { finding, proposal } = findOne([
      [30, 3, 0],
      [3, 15, 1],
      [0, 1, 7],
    ]);
    expect(finding).toEqual({
      kind: 'rubric_agreement',
      title: 'Evaluator and reviewers agree: strategy rubric, version 1',
      description:
        'On 52 of 60 reviewed documents (87 %) both gave the same verdict; always giving the reviewers’ most common one would match 55 %. Cohen’s kappa is 0.77 ± 0.15, where 1 is full agreement and 0 is chance. Scores from 70 count as approve, below 50 as reject. Most frequent difference: the evaluator would approve 3 that reviewers sent back for revision.',
      evidence: {
        outcome: 'agree',
        rubricType: 'strategy',
        rubricVersion: 1,
        reviewed: 60,
        leastReviewed: 20,
        observedAgreement: 0.867,
        baseRate: 0.55,
        kappa: 0.77,
        weightedKappa: expect.any(Number),
        margin: 0.151,
        thresholds: { approve: 70, reject: 50 },
        verdicts: expect.arrayContaining([
          { evaluator: 'approve', reviewer: 'approve', count: 30 },
        ]),
      },
    });
    expect(proposal).toBeNull();
  });

  test('agreement no better than chance leads to a proposal, however often both approve', () => {
    const { finding, proposal } = findOne([
      [40, 12, 4],
      [3, 1, 0],
      [0, 0, 0],
    ]);
    expect(finding.title).toBe('Evaluator and reviewers disagree: strategy rubric, version 1');
    expect(finding.evidence).toMatchObject({
      outcome: 'disagree',
      observedAgreement: 0.683,
      baseRate: 0.717,
    });
    expect(finding.evidence.kappa).toBeLessThan(0.1);
    expect(proposal?.title).toContain('strategy documents');
    expect(proposal?.expectedEffect).toContain('the most common verdict already matches 72 %');
  });

  test('a moderate or uncertain agreement is unclear and leads to no proposal', () => {
    const between = findOne([
      [12, 4],
      [3, 6],
    ]);
    expect(between.finding.evidence).toMatchObject({ outcome: 'unclear', reviewed: 25 });
    expect(between.proposal).toBeNull();
  });

  test('with equal verdicts for all, agreement cannot be distinguished from chance', () => {
    const { finding, proposal } = findOne([
      [40, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(finding.evidence).toMatchObject({
      outcome: 'unclear',
      observedAgreement: 1,
      baseRate: 1,
      kappa: null,
    });
    expect(finding.description).toContain('cannot be distinguished from chance');
    expect(proposal).toBeNull();
  });

  test('below 20 reviews there is no conclusion and no figure', () => {
    const { finding, proposal } = findOne([
      [1, 18, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(finding).toMatchObject({
      title: 'Too few reviews to compare evaluator and reviewers: strategy rubric, version 1',
      description:
        '19 of its scored documents have been reviewed; fewer than 20 allow no conclusion.',
      evidence: {
        outcome: 'too_few_reviews',
        reviewed: 19,
        kappa: null,
        observedAgreement: null,
        baseRate: null,
      },
    });
    expect(proposal).toBeNull();
  });

  test('each version has its own figures; those without a conclusion come last', () => {
    const [known, open] = [[[30]], [[2]]];
    const found = findRubricAgreement([rubric(open, 1), rubric(known, 2), rubric(open, 3)]);
    expect(found.map(({ evidence }) => evidence.rubricVersion)).toEqual([2, 1, 3]);
  });
});
