import type { CallFacts, RunFacts, TaskFacts } from '../run-facts.ts';

const cent = 10_000_000;

/** Makes a completed task with `changes`. */
export function exampleTask(changes: Partial<TaskFacts> = {}): TaskFacts {
  return {
    id: 't1',
    name: 'Market scan',
    kind: 'research',
    agentSlug: 'market-research-analyst',
    dependsOn: [],
    filename: 'market-scan.md',
    state: 'completed',
    error: null,
    model: 'claude-sonnet-4-5',
    reason: 'difficulty 0.50',
    explored: false,
    candidates: [],
    observerScore: 84,
    evaluation: {
      score: 82,
      rubricType: 'research',
      rubricVersion: 1,
      criteria: [
        { id: 'evidence', name: 'Evidence', weight: 1, score: 80, comment: 'Sources are named' },
      ],
    },
    wordCount: 1_840,
    costNanoUsd: 20 * cent,
    durationMs: 65_000,
    hasEarlierVersion: false,
    ...changes,
  };
}

export function exampleCall(changes: Partial<CallFacts> = {}): CallFacts {
  return {
    taskId: 't1',
    agentSlug: 'market-research-analyst',
    model: 'claude-sonnet-4-5',
    purpose: 'draft',
    tries: 1,
    retries: 0,
    answered: 1,
    costNanoUsd: 20 * cent,
    inputTokens: 30_000,
    outputTokens: 6_000,
    durationMs: 48_000,
    ...changes,
  };
}

/** Makes the facts of a small run without problems, with `changes`. */
export function exampleFacts(changes: Partial<RunFacts> = {}): RunFacts {
  return {
    runId: 'run-1',
    engagement: {
      id: 'e1',
      name: 'Market entry',
      client: 'Nordlicht',
      brief: 'Which market is next?',
      budgetUsd: 5,
    },
    language: 'en',
    sourceTitles: ['Sales 2024.xlsx'],
    planned: false,
    startedAtMs: Date.UTC(2025, 2, 1, 9, 30),
    gatheredAtMs: Date.UTC(2025, 2, 1, 9, 31, 10),
    pausedMs: 0,
    costNanoUsd: 20 * cent,
    inputTokens: 30_000,
    cachedInputTokens: 0,
    savedNanoUsd: 0,
    outputTokens: 6_000,
    budget: { limitNanoUsd: 500 * cent, spentNanoUsd: 20 * cent, reservedNanoUsd: 0 },
    tasks: [exampleTask()],
    calls: [exampleCall()],
    lostTries: [],
    delegations: [],
    searches: [],
    conflicts: [],
    queries: [],
    evidence: [
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
    ],
    agents: new Map([
      [
        'market-research-analyst',
        { name: 'Market Research Analyst', role: 'Finds out', department: 'Research' },
      ],
    ]),
    offlineModels: new Set(['local/extractive']),
    ...changes,
  };
}
