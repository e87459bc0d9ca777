import type { RunPattern } from '@ecp/contract/values/run-facts';

/** Makes the library's pattern of a run with one completed task. `marker` is in its texts. */
export function examplePattern(engagementId: string, runId: string, marker = 'Market scan'): RunPattern {
  const judged = { score: 82.3, rubricType: 'research', rubricVersion: 1 };
  const sums = { tasks: 1, averageScore: 82.3, costUsd: 0.03 };
  return {
    formatVersion: 1,
    engagementId,
    runId,
    planned: true,
    offlineModel: false,
    tasks: [
      {
        position: 1,
        name: marker,
        kind: 'research',
        agent: 'market-research-analyst',
        dependsOn: [],
        state: 'completed',
        model: 'swift-2',
        observerScore: 80,
        ...judged,
        criteria: [{ id: 'task-fit', score: 82.3 }],
        wordCount: 900,
        costUsd: 0.03,
        durationMs: 65_000,
      },
    ],
    rubrics: [{ rubricType: 'research', tasks: 1, averageScore: 82.3 }],
    models: [{ model: 'swift-2', ...sums, averageObserverScore: 80 }],
    totals: { ...sums, completed: 1, durationMs: 65_000 },
  };
}
