import { describe, expect, it } from 'vitest';
import { type CaseReport, compareReports, type RehearsalReport, renderSummary } from './report.ts';

function caseReport(name: string, found: number, rest: Partial<CaseReport> = {}): CaseReport {
  const facts = Array.from({ length: 8 }, (_, index) => ({
    id: `fact-${index}`,
    hit: index < found,
    words: null,
  }));
  return {
    case: name,
    fingerprint: name,
    outcome: 'completed',
    reason: null,
    documents: 3,
    score: {
      facts,
      contradictions: [],
      figures: [],
      traps: [],
      mustNotSay: [],
      uncitedFigures: [],
    },
    citations: { checked: 10, notVerified: 1, states: { verified: 9, altered: 1 } },
    evaluatorScores: [80],
    observerScores: [],
    budgetUsd: 1,
    costUsd: 0.5,
    wallMs: 60_000,
    inputTokens: 100,
    cachedInputTokens: null,
    outputTokens: 10,
    warnings: {},
    errors: {},
    wrongLanguage: [],
    ...rest,
  };
}

function report(found: number[], model = 'a', rest: Partial<CaseReport> = {}): RehearsalReport {
  const cases = found.map((count, index) => caseReport(`case-${index}`, count, rest));
  return {
    format: 'rehearsal-v1',
    startedAt: '2026-11-21T10:00:00.000Z',
    revision: 'abc',
    budgetUsd: 10,
    spentUsd: 1,
    models: [{ model, cases }],
    notRun: [],
  };
}

const verdictOf = (before: RehearsalReport, now: RehearsalReport, measure = 'facts') =>
  compareReports(before, now)[0]?.changes.find((change) => change.measure.id === measure);

describe('compareReports', () => {
  it('calls a gain in all of eight cases better, with the exact probability of 2 in 256', () => {
    const change = verdictOf(report(Array(8).fill(4)), report(Array(8).fill(5)));
    expect(change).toMatchObject({
      verdict: 'better',
      before: { part: 32, whole: 64 },
      now: { part: 40, whole: 64 },
    });
    expect(change?.probability).toBeCloseTo(2 / 256, 9);
  });

  it('calls a loss worse, and more cost worse', () => {
    expect(verdictOf(report(Array(8).fill(5)), report(Array(8).fill(4)))?.verdict).toBe('worse');
    const dear = report(Array(8).fill(5), 'a', { costUsd: 0.9 });
    expect(verdictOf(report(Array(8).fill(5)), dear, 'case-cost')?.verdict).toBe('worse');
  });

  it('calls gains beside losses chance, and no difference the same', () => {
    expect(
      verdictOf(report([4, 4, 4, 4, 4, 4, 4, 4]), report([6, 3, 6, 3, 5, 3, 5, 4]))?.verdict,
    ).toBe('chance');
    expect(verdictOf(report([4, 4, 4, 4, 4, 4]), report([4, 4, 4, 4, 4, 4]))?.verdict).toBe('same');
  });

  it('says that fewer than six cases cannot tell', () => {
    expect(verdictOf(report([1, 1, 1, 1, 1]), report([8, 8, 8, 8, 8]))?.verdict).toBe(
      'too few cases',
    );
  });

  it('leaves out cases that were interrupted, and those whose engagement or key has changed', () => {
    const now = report([8, 8, 8]);
    const [first, second] = now.models[0]?.cases ?? [];
    if (first !== undefined) first.fingerprint = 'changed';
    if (second !== undefined) second.outcome = 'interrupted';
    expect(compareReports(report([1, 1, 1]), now)[0]?.cases).toEqual(['case-2']);
  });

  it('compares two different models only when each report has one', () => {
    expect(compareReports(report([1], 'a'), report([1], 'b'))).toMatchObject([
      { model: 'b', modelBefore: 'a' },
    ]);
    const two = {
      ...report([1], 'b'),
      models: [...report([1], 'b').models, ...report([1], 'c').models],
    };
    expect(compareReports(report([1], 'a'), two)).toEqual([]);
  });

  it('draws exchanges for many cases, with the same result each time', () => {
    const [before, now] = [
      report(Array(30).fill(4)),
      report(Array.from({ length: 30 }, (_, index) => 4 + (index % 2))),
    ];
    const first = verdictOf(before, now);
    expect(first?.verdict).toBe('better');
    expect(verdictOf(before, now)?.probability).toBe(first?.probability);
  });
});

describe('renderSummary', () => {
  it('shows at a glance what is better and what is worse', () => {
    const before = report(Array(8).fill(4));
    const now = report(Array(8).fill(6), 'a', { costUsd: 0.8 });
    const summary = renderSummary(now, compareReports(before, now));
    expect(summary).toContain(
      'Better in: planted facts stated. Worse in: cost per case, cost per document.',
    );
    expect(summary).toContain(
      '| Planted facts stated | 50 % (32 of 64) | 75 % (48 of 64) | 0.01 | better |',
    );
    expect(summary.split('\n').length).toBeLessThan(50);
  });

  it('lists what was not run', () => {
    const notRun = [{ model: 'a', case: 'case-9', reason: 'the budget is used up' }];
    expect(renderSummary({ ...report([1]), notRun }, null)).toContain(
      'Not run with a (the budget is used up): case-9.',
    );
  });
});
