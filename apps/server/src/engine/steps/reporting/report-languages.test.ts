import { type Language, languages } from '@ecp/language/language';
import { expect, test } from 'vitest';
import { libraryEntryOf } from './library-entry.ts';
import { writeOperationsReview } from './operations-review.ts';
import { writeRunReport } from './run-report.ts';
import { exampleCall, exampleFacts, exampleTask } from './testing/example-facts.ts';

const cent = 10_000_000;

/** Makes the facts of a run in which everything happens that the reports have words for. */
function eventfulFacts(language: Language) {
  const evaluation = { score: 55, rubricType: 'research' as const, rubricVersion: 1 };
  const criteria = [{ id: 'evidence', name: 'Evidence', score: 40, weight: 1, comment: '–' }];
  const lost = {
    taskId: 't1',
    agentSlug: 'x',
    model: 'm-1',
    purpose: 'draft',
    tries: 2,
    error: '429',
  };
  const candidate = {
    expectedScore: 80,
    spread: 4.25,
    samples: 12,
    ownSamples: 3,
    affordable: true,
    why: 'Paid with the budget',
  };
  const rated = {
    ...candidate,
    expectedCostNanoUsd: 30 * cent,
    utility: 1,
    drawnUtility: 1,
    verdict: 'best' as const,
  };
  const candidates = [
    { ...rated, model: 'claude-sonnet-4-5' },
    { ...rated, model: 'm-1' },
  ];
  const done = {
    name: 'Α',
    candidates,
    evaluation: { ...evaluation, criteria },
    costNanoUsd: 1_234_560 * 1_000_000,
  };
  return exampleFacts({
    language,
    sourceTitles: [],
    gatheredAtMs: Date.UTC(2025, 2, 1, 10, 30),
    budget: { limitNanoUsd: 90 * cent, spentNanoUsd: 85 * cent, reservedNanoUsd: cent },
    costNanoUsd: 40 * cent,
    tasks: [
      exampleTask(done),
      exampleTask({ id: 't2', name: 'Β', dependsOn: ['t1'], costNanoUsd: cent }),
      exampleTask({ id: 't3', name: 'Γ', dependsOn: ['t1'], costNanoUsd: cent, wordCount: null }),
      exampleTask({
        id: 't4',
        name: 'Δ',
        state: 'failed',
        error: null,
        evaluation: null,
        candidates: [],
      }),
      exampleTask({ id: 't5', name: 'Ε', state: 'exhausted', error: null, wordCount: null }),
      exampleTask({
        id: 't6',
        name: 'Ζ',
        state: 'skipped',
        error: null,
        wordCount: null,
        dependsOn: ['t4'],
      }),
      exampleTask({ id: 't7', name: 'Η', state: 'stopped', wordCount: null }),
      exampleTask({ id: 't8', name: 'Θ', state: 'not_started', wordCount: null }),
    ],
    calls: [
      ...[
        'plan',
        'delegate',
        'consult',
        'observe',
        'revise',
        'amend',
        'repair',
        'judge',
        'challenge',
        'search',
        'embed',
        'evaluate',
      ].map((purpose) => exampleCall({ purpose, model: 'm-1', tries: 3, retries: 1 })),
      exampleCall({ model: 'local/extractive' }),
      exampleCall({ taskId: 't2', purpose: 'revise' }),
    ],
    lostTries: [
      { ...lost, billing: 'unknown', costNanoUsd: 30 * cent },
      { ...lost, billing: 'billed', costNanoUsd: 5 * cent },
      { ...lost, billing: 'none', costNanoUsd: 0 },
    ],
    delegations: [
      { taskId: 't1', from: 'a', to: 'b', question: '–', costNanoUsd: 1, reused: true },
    ],
    conflicts: [
      {
        id: '1',
        kind: 'documents',
        about: 'Β, 2024',
        settlement: null,
        values: [
          { value: 4, text: '4', filename: 'a.md', place: null },
          { value: 5, text: '5', filename: 'b.md', place: null },
        ],
      },
    ],
    searches: Array.from({ length: 41 }, () => '–'),
    evidence: [
      {
        taskId: 't1',
        verified: 3,
        computed: 0,
        unjudged: 0,
        setByText: 0,
        altered: 2,
        unsupported: 0,
        missingSource: 1,
        uncited: 0,
      },
    ],
  });
}

const write = (language: Language) => {
  const facts = eventfulFacts(language);
  return `${writeRunReport(facts)}\n${writeOperationsReview(facts)}\n${libraryEntryOf(facts).title}`;
};

const english =
  /(?<!\p{L})(?:the|of|and|were|with|from|tasks?|run|report|calls?|cost|costs|spent|paid|answered|failed|words|none)(?!\p{L})/u;

// LAN-4
test.each(languages.filter((language) => language !== 'en'))(
  'the reports of a run are whole in %s',
  (language) => {
    const text = write(language);
    expect(english.exec(text)).toBeNull();
    expect(text.match(/^#+ /gm)).toHaveLength(write('en').match(/^#+ /gm)?.length ?? 0);
    expect(text.match(/^- /gm)).toHaveLength(write('en').match(/^- /gm)?.length ?? 0);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
  },
);

// LAN-4
test.each<[Language, RegExp]>([
  ['en', /\$1,234\.56 .* 1 min 5 s/],
  ['de', /1\.234,56\s\$ .* 1 min 5 s/],
  ['fr', /1\s234,56\s\$US .* 1 min 5 s/],
  ['es', /1\.234,56\sUS\$ .* 1 min 5 s/],
  ['ja', /\$1,234\.56 .* 1分5秒/],
])('their figures have the form of %s', (language, form) => {
  expect(write(language)).toMatch(form);
});
