import { describe, expect, it } from 'vitest';
import { recommend, writeOperationsReview } from './operations-review.ts';
import type { LostTryFacts, RunFacts, TaskFacts } from './run-facts.ts';
import { exampleCall, exampleFacts, exampleTask } from './testing/example-facts.ts';

const cent = 10_000_000;
const adviceOn = (changes: Partial<RunFacts>) => recommend(exampleFacts(changes));
const scored = (score: number, criterion = score) => ({
  score,
  rubricType: 'research',
  rubricVersion: 1,
  criteria: [{ id: 'evidence', name: 'Evidence', score: criterion, weight: 1, comment: 'Thin' }],
});
const lost = (changes: Partial<LostTryFacts>): LostTryFacts => ({
  taskId: 't1',
  agentSlug: 'market-research-analyst',
  model: 'claude-sonnet-4-5',
  purpose: 'draft',
  billing: 'none',
  error: 'Rate limited',
  tries: 1,
  costNanoUsd: 0,
  ...changes,
});
const threeTasks = (changes: Partial<TaskFacts>[]) =>
  changes.map((change, index) =>
    exampleTask({ id: `t${index + 1}`, name: `Task ${index + 1}`, ...change }),
  );

describe('writeOperationsReview', () => {
  it('has nothing to recommend for a run that went well', () => {
    const review = writeOperationsReview(exampleFacts());
    expect(review).toContain('No figure of this run crosses the threshold for a recommendation.');
    expect(review).toContain(
      '1 call to models, 1 answered, cost $0.20. The run took 1 min 10 s of work; models worked for 48.0 s',
    );
    expect(review).toContain('Every call was answered at the first attempt.');
  });

  it('lists spending, the most expensive first', () => {
    const calls = [
      exampleCall({ purpose: 'observe', costNanoUsd: 5 * cent }),
      exampleCall({ costNanoUsd: 15 * cent }),
    ];
    const review = writeOperationsReview(exampleFacts({ calls }));
    const drafting = review.indexOf('| Drafting | 1 | 1 | $0.15 | 75% | 30,000 | 6,000 | 48.0 s |');
    expect(drafting).toBeGreaterThan(0);
    expect(review.indexOf('| Observing drafts | 1 | 1 | $0.05 | 25% |')).toBeGreaterThan(drafting);
    expect(review).toContain('| Market Research Analyst | 2 | 2 | $0.20 | 100% |');
  });

  it('groups lost calls by cause', () => {
    const review = writeOperationsReview(
      exampleFacts({
        calls: [exampleCall({ tries: 4, retries: 3 })],
        lostTries: [
          lost({ tries: 1 }),
          lost({ taskId: 't2', tries: 1 }),
          lost({ error: 'Cut | off', billing: 'unknown', costNanoUsd: cent }),
        ],
      }),
    );
    expect(review).toContain('3 of 4 calls gave no usable answer (75%); 3 were retries.');
    expect(review).toContain('| Rate limited | claude-sonnet-4-5 | not billed | 2 | $0.00 |');
    expect(review).toContain(
      '| Cut \\| off | claude-sonnet-4-5 | unknown, worst case counted | 1 | $0.01 |',
    );
  });

  it('compares quality with cost and shows the lowest criteria', () => {
    const tasks = threeTasks([
      { evaluation: scored(90) },
      { evaluation: scored(75, 71) },
      { evaluation: null },
    ]);
    const review = writeOperationsReview(exampleFacts({ tasks }));
    expect(review).toContain('| Task 1 | claude-sonnet-4-5 | 90 | 84 | $0.20 | $0.022222 |');
    expect(review).toContain(
      '| evidence | research | Task 2 | 71 | Thin |\n| evidence | research | Task 1 | 90 | Thin |',
    );
  });
});

describe('recommend', () => {
  it.each<[string, Partial<RunFacts>, RegExp]>([
    [
      'an exhausted budget',
      { tasks: threeTasks([{}, { state: 'exhausted' }, { state: 'not_started' }]) },
      /^The budget was exhausted with 2 tasks open: raise the budget from \$5\.00 to at least \$6\.00/,
    ],
    [
      'a failed task',
      { tasks: threeTasks([{}, { state: 'failed' }, { state: 'skipped' }]) },
      /^1 task failed and prevented 1 further task from starting: resolve "Task 2" first/,
    ],
    [
      'the offline model',
      { calls: [exampleCall({ model: 'local/extractive' })] },
      /^1 of 1 answer came from the offline model/,
    ],
    [
      'lost calls',
      { calls: [exampleCall({ tries: 5 })], lostTries: [lost({ tries: 2 })] },
      /gave no usable answer in 2 of 5 calls \(40%\)/,
    ],
    [
      'unusable answers',
      { lostTries: [lost({ billing: 'billed', costNanoUsd: cent })] },
      /^\$0\.01 was paid for 1 unusable answer/,
    ],
    [
      'unknown cost',
      { lostTries: [lost({ billing: 'unknown', costNanoUsd: 2 * cent })] },
      /^\$0\.02 of \$0\.20 \(10%\) is the worst case/,
    ],
    [
      'a weak task',
      { tasks: [exampleTask({ observerScore: 60, evaluation: scored(55, 40) })] },
      /^"Market scan" scored 55, below 70; its lowest criterion is evidence at 40: ask for a revision of market-scan\.md/,
    ],
    [
      'a weak criterion',
      { tasks: threeTasks([{ evaluation: scored(80, 60) }, { evaluation: scored(80, 50) }]) },
      /^evidence averaged 55 over 2 tasks, below 70/,
    ],
    [
      'missing sources',
      { sourceTitles: [], tasks: [exampleTask({ evaluation: scored(80, 60) })] },
      /^0 sources were attached/,
    ],
    [
      'disagreement',
      { tasks: [exampleTask({ observerScore: 95, evaluation: scored(75) })] },
      /^Observer \(95\) and evaluator \(75\) are 20 points apart/,
    ],
    [
      'revisions',
      {
        calls: ['t1', 't2'].flatMap((taskId) => [
          exampleCall({ taskId }),
          exampleCall({ taskId, purpose: 'revise' }),
        ]),
      },
      /^The observer sent back 2 of 2 drafts/,
    ],
    [
      'little money left',
      { budget: { limitNanoUsd: 25 * cent, spentNanoUsd: 22 * cent, reservedNanoUsd: 0 } },
      /^\$0\.03 of \$0\.25 remains \(12%\)/,
    ],
    [
      'dear checking',
      { calls: [exampleCall({ purpose: 'evaluate', costNanoUsd: 10 * cent })] },
      /^Observing and evaluating took \$0\.10 \(50% of the run\)/,
    ],
    [
      'dear consultations',
      { calls: [exampleCall({ purpose: 'consult', costNanoUsd: 6 * cent })] },
      /^Asking colleagues took \$0\.06 \(30% of the run\)/,
    ],
    [
      'one dear task',
      {
        tasks: threeTasks([
          { costNanoUsd: 12 * cent },
          { costNanoUsd: 4 * cent },
          { costNanoUsd: 4 * cent },
        ]),
      },
      /^"Task 1" took \$0\.12 \(60% of the run, 3 tasks\)/,
    ],
    [
      'cost without quality',
      {
        tasks: threeTasks([
          { costNanoUsd: 9 * cent, evaluation: scored(71) },
          { costNanoUsd: 4 * cent },
          { costNanoUsd: 4 * cent },
        ]),
      },
      /^"Task 1" cost \$0\.09, 2\.3 times the other tasks' average, and scored 71 against their 82/,
    ],
    [
      'waiting',
      {
        gatheredAtMs: exampleFacts().startedAtMs + 200_000,
        tasks: threeTasks([{}, { dependsOn: ['t1'] }, { dependsOn: ['t2'] }]),
      },
      /^On average 1\.0 tasks ran at once over 3 min 20 s, because 2 of 3 wait for others/,
    ],
  ])('answers %s with the number that triggered it', (_what, changes, expected) => {
    expect(adviceOn(changes)).toContainEqual(expect.stringMatching(expected));
  });

  it('recommends nothing just inside the thresholds', () => {
    expect(
      adviceOn({ tasks: [exampleTask({ observerScore: 84, evaluation: scored(70) })] }),
    ).toEqual([]);
    expect(
      adviceOn({
        budget: { limitNanoUsd: 25 * cent, spentNanoUsd: 20 * cent, reservedNanoUsd: 0 },
      }),
    ).toEqual([]);
    expect(adviceOn({ costNanoUsd: 0, calls: [], tasks: [] })).toEqual([]);
  });

  it('names at most the five weakest tasks', () => {
    const tasks = Array.from({ length: 9 }, (_, index) =>
      exampleTask({
        id: `t${index}`,
        name: `Task ${index}`,
        observerScore: null,
        evaluation: { ...scored(60 - index), criteria: [] },
      }),
    );
    const advice = adviceOn({ tasks, costNanoUsd: 180 * cent });
    expect(advice).toHaveLength(5);
    expect(advice[0]).toContain('"Task 8" scored 52');
  });
});
