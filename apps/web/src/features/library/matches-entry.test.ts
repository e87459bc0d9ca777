import type { LibraryEntry } from '@ecp/contract/reach/library';
import { expect, test } from 'vitest';
import { matchesEntry } from './matches-entry.ts';

const totals = { tasks: 1, completed: 1, averageScore: null, costUsd: 0, durationMs: 1 };
const judged = { observerScore: null, score: null, rubricType: null, rubricVersion: null, criteria: [] };
const entry: LibraryEntry = {
  id: 'l',
  engagementId: 'e',
  engagementName: 'Export: why now?',
  title: 'Words of no use',
  jsonData: {
    ...{ formatVersion: 1, engagementId: 'e', runId: 'r', planned: true, offlineModel: false },
    tasks: [
      {
        ...{ position: 1, name: 'Size the market', kind: 'research', agent: 'market-analyst', dependsOn: [] },
        ...{ state: 'completed', model: 'swift-2', ...judged, wordCount: 9, costUsd: 0, durationMs: 1 },
      },
    ],
    rubrics: [],
    models: [],
    totals,
  },
  createdAt: '2026-01-01T00:00:00.000Z',
};
const agents = new Map([['market-analyst', 'Mona']]);

test.each(['export', 'WHY size', 'research', 'swift-2 mona'])('%s finds the entry', (q) => {
  expect(matchesEntry(entry, q, agents)).toBe(true);
});

test.each(['words', 'export plan'])('%s does not', (q) => {
  expect(matchesEntry(entry, q, agents)).toBe(false);
});
