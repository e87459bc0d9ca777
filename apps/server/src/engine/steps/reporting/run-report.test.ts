import { describe, expect, it } from 'vitest';
import type { RoutingVerdict } from '../../routing/choose-model.ts';
import { writeRunReport } from './run-report.ts';
import { exampleCall, exampleFacts, exampleTask } from './testing/example-facts.ts';

const cent = 10_000_000;
const section = (report: string, title: string) =>
  report.split(`## ${title}\n`)[1]?.split('\n## ')[0]?.trim();

describe('writeRunReport', () => {
  it('is complete and short for a run without problems', () => {
    expect(writeRunReport(exampleFacts())).toBe(`# Run report: Market entry

**1 task completed.** The average score is 82 of 100; the run cost $0.20 and took 1 min 10 s.

## What was asked

For Nordlicht. 1 task, as given. Attached material: Sales 2024.xlsx.

> Which market is next?

## Tasks

| Task | Agent | Model | State | Observer | Evaluation | Rubric | Words | Cost | Time |
| --- | --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: |
| Market scan | Market Research Analyst | claude-sonnet-4-5 | completed | 84 | 82 | research v1 | 1,840 | $0.20 | 1 min 5 s |

## Evidence

- Market scan: 12 citations checked, all verified

## Budget

|  | USD | Share of the limit |
| --- | ---: | ---: |
| Limit of the engagement | $5.00 | 100% |
| Spent by this run | $0.20 | 4% |
| Spent over all runs | $0.20 | 4% |
| Left | $4.80 | 96% |

Tokens: 30,000 in, 6,000 out.

## Time

Started 2025-03-01 09:30:00 UTC, reported 2025-03-01 09:31:10 UTC: 1 min 10 s.

## Consultations

No agent asked a colleague.
`);
  });

  // CHK-6
  it('lists the figures that conflict, with each document that gives one', () => {
    const values = [
      { value: 4_800_000, text: 'EUR 4.8 million', filename: 'market.md', place: null },
      { value: 4_655_000, text: 'EUR 4,655 thousand', filename: 'plan_*.md', place: null },
    ];
    const conflicts = [
      { id: '1', kind: 'documents' as const, about: 'net sales, 2024', values, settlement: null },
      { id: '2', kind: 'sources' as const, about: 'staff', values, settlement: null },
    ];
    expect(section(writeRunReport(exampleFacts({ conflicts })), 'Conflicts')).toBe(
      `Sources or documents give different values for the same thing. Settle which one holds before the documents leave the house.

- net sales, 2024: EUR 4.8 million (market.md) / EUR 4,655 thousand (plan\\_\\*.md)
- staff: EUR 4.8 million (market.md) / EUR 4,655 thousand (plan\\_\\*.md)`,
    );
    expect(writeRunReport(exampleFacts({ conflicts, language: 'de' }))).toContain(
      '## Widersprüche\n',
    );
  });

  it('says why each task got its model: the chosen one first, then the best of the others, at most four', () => {
    const candidate = (model: string, utility: number, verdict: RoutingVerdict) => ({
      model,
      expectedScore: utility + 1,
      spread: 4.25,
      samples: 12,
      ownSamples: 3,
      expectedCostNanoUsd: 30 * cent,
      affordable: true,
      utility,
      verdict,
      why: 'A sentence of the analytics',
    });
    const others = [75, 70, 65, 60].map((utility) =>
      candidate(`model-${utility}`, utility, utility === 75 ? 'not_affordable' : 'lower_value'),
    );
    const task = exampleTask({
      candidates: [candidate('claude-sonnet-4-5', 72, 'explored'), ...others],
    });
    expect(section(writeRunReport(exampleFacts({ tasks: [task] })), 'Choice of models')).toBe(
      `| Task | Model | Expected score | Tasks seen | Expected cost | Why |
| --- | --- | ---: | ---: | ---: | --- |
| Market scan | claude-sonnet-4-5 | 73 ± 4.3 | 12 | $0.30 | Chosen to learn how good it is |
| Market scan | model-75 | 76 ± 4.3 | 12 | $0.30 | Costs more than the task’s share of the money left |
| Market scan | model-70 | 71 ± 4.3 | 12 | $0.30 | Not chosen: compare its expected score and cost |
| Market scan | model-65 | 66 ± 4.3 | 12 | $0.30 | Not chosen: compare its expected score and cost |`,
    );
  });

  // MOD-7
  it('says plainly that the offline model was used, and for which share', () => {
    const offline = exampleCall({ model: 'local/extractive', costNanoUsd: 0, answered: 3 });
    expect(section(writeRunReport(exampleFacts({ calls: [offline] })), 'How it was made')).toMatch(
      /^\*\*The offline model was used\*\* \(local\/extractive\) for all 3 answers\./,
    );
    expect(writeRunReport(exampleFacts({ calls: [offline, exampleCall()] }))).toContain(
      'for 3 of 4 answers',
    );
    expect(writeRunReport(exampleFacts())).not.toContain('offline');
  });

  it('gives the reason and the remedy for each task that did not complete', () => {
    const report = writeRunReport(
      exampleFacts({
        budget: { limitNanoUsd: 50 * cent, spentNanoUsd: 45 * cent, reservedNanoUsd: 0 },
        tasks: [
          exampleTask(),
          exampleTask({
            id: 't2',
            name: 'Prices',
            filename: 'prices.md',
            state: 'failed',
            error: 'No score',
            evaluation: null,
          }),
          exampleTask({
            id: 't3',
            name: 'Strategy',
            state: 'exhausted',
            error: 'Budget exhausted: spent $0.45 of $0.50',
            wordCount: null,
          }),
          exampleTask({
            id: 't4',
            name: 'Roadmap',
            state: 'not_started',
            wordCount: null,
            dependsOn: ['t3'],
          }),
          exampleTask({
            id: 't5',
            name: 'Pitch',
            state: 'skipped',
            wordCount: null,
            dependsOn: ['t2'],
            hasEarlierVersion: true,
          }),
        ],
      }),
    );
    expect(report).toContain(
      '**1 of 5 tasks completed**, 1 failed, 1 ended by the exhausted budget, 1 not started, 1 skipped.',
    );
    const raise =
      'raise the budget from $0.50 to at least $1.25 (4 tasks open, $0.20 per completed task), then start the run again, which makes a new version of every document.';
    expect(section(report, 'Not completed')?.split('\n')).toEqual([
      '- **Prices**: No score. Its document prices.md is kept, without a score. *What to do:* resolve the cause above, then rerun prices.md.',
      `- **Strategy**: Budget exhausted: spent $0.45 of $0.50. *What to do:* ${raise}`,
      `- **Roadmap**: The run ended before it could start. *What to do:* ${raise}`,
      '- **Pitch**: A task that it builds on did not complete. *What to do:* resolve "Prices" first, then rerun market-scan.md.',
    ]);
  });

  it('lists calls that count at their worst case', () => {
    const lost = {
      taskId: 't1',
      agentSlug: 'x',
      model: 'claude-sonnet-4-5',
      purpose: 'draft',
      tries: 1,
    };
    const report = writeRunReport(
      exampleFacts({
        lostTries: [
          { ...lost, billing: 'unknown', error: 'Cut | off', costNanoUsd: 30 * cent },
          { ...lost, billing: 'none', error: 'Rate limited', costNanoUsd: 0 },
        ],
      }),
    );
    expect(section(report, 'Calls with an unknown outcome')).toContain(
      '1 call ended without an answer, and it is unknown whether it was billed. The budget counts the worst case, $0.30 in all',
    );
    expect(report).toContain(
      '| Market scan | Drafting | claude-sonnet-4-5 | 1 | $0.30 | Cut \\| off |',
    );
    expect(report).not.toContain('Rate limited');
  });

  it('reports for each task the result of checking its citations', () => {
    const tasks = [exampleTask(), exampleTask({ id: 't2', name: 'Prices' })];
    const evidence = [
      {
        taskId: 't1',
        verified: 12,
        computed: 0,
        unjudged: 0,
        setByText: 0,
        altered: 0,
        unsupported: 0,
        missingSource: 0,
        uncited: 0,
      },
      {
        taskId: 't2',
        verified: 8,
        computed: 0,
        unjudged: 0,
        setByText: 0,
        altered: 1,
        unsupported: 0,
        missingSource: 0,
        uncited: 0,
      },
    ];
    const found = section(writeRunReport(exampleFacts({ tasks, evidence })), 'Evidence');
    expect(found).toBe(
      '- Market scan: 12 citations checked, all verified\n- Prices: 9 citations checked, 1 altered',
    );
    expect(section(writeRunReport(exampleFacts({ evidence: [] })), 'Evidence')).toBeUndefined();
  });

  it('lists the searches in the sources, at most the first forty', () => {
    const searches = Array.from(
      { length: 42 },
      (_, at) => `Analyst searched the sources for "price ${at}": nothing found`,
    );
    const found = section(writeRunReport(exampleFacts({ searches })), 'Searches in the sources');
    expect(found).toContain('- Analyst searched the sources for "price 0": nothing found');
    expect(found).toMatch(/price 39"[\s\S]*\n- 2 more are in the log\.$/);
    expect(section(writeRunReport(exampleFacts()), 'Searches in the sources')).toBeUndefined();
  });

  it('makes no markup of untrusted text', () => {
    const hostile = '# x\n## Forged | <img src=x onerror=1> ![p](u) `c`';
    const clean = writeRunReport(exampleFacts());
    const report = writeRunReport(
      exampleFacts({
        engagement: {
          id: 'e',
          name: hostile,
          client: hostile,
          brief: `${hostile}\n${hostile}`,
          budgetUsd: 5,
        },
        sourceTitles: [hostile],
        tasks: [exampleTask({ name: hostile })],
        delegations: [
          {
            taskId: 't1',
            from: hostile,
            to: hostile,
            question: hostile,
            costNanoUsd: 1,
            reused: false,
          },
        ],
        searches: [`An agent searched for "${hostile}"`],
      }),
    );
    const headings = (text: string) => text.split('\n').filter((line) => /^#+ /.test(line));
    expect(headings(report).slice(1)).toEqual([
      ...headings(clean).slice(1),
      '## Searches in the sources',
    ]);
    expect(report.replace(/\\./g, '')).not.toMatch(/<|`|!\[|\]\(/);
    const pipes = (line: string) => line.replace(/\\\|/g, '').split('|').length;
    for (const line of section(report, 'Tasks')?.split('\n') ?? []) expect(pipes(line)).toBe(12);
    for (const line of section(report, 'Consultations')?.split('\n') ?? [])
      expect(pipes(line)).toBe(7);
  });

  it('cuts a long brief and long questions', () => {
    const long = 'word '.repeat(20_000);
    const engagement = { id: 'e', name: 'n', client: 'c', brief: long, budgetUsd: 5 };
    const delegations = [
      { taskId: 't1', from: 'a', to: 'b', question: long, costNanoUsd: 1, reused: false },
    ];
    expect(writeRunReport(exampleFacts({ engagement, delegations })).length).toBeLessThan(4_000);
  });

  it('counts pauses, reserved money and a changed budget', () => {
    const report = writeRunReport(
      exampleFacts({
        pausedMs: 20_000,
        budget: { limitNanoUsd: 100 * cent, spentNanoUsd: 20 * cent, reservedNanoUsd: 5 * cent },
      }),
    );
    expect(section(report, 'Time')).toContain('1 min 10 s, of which 20.0 s paused.');
    expect(report).toContain(
      '| Limit of the engagement (changed since the run began) | $1.00 | 100% |',
    );
    expect(report).toContain(
      '| Reserved for calls in flight | $0.05 | 5% |\n| Left | $0.75 | 75% |',
    );
  });
});
