import { languages } from '@ecp/language/language';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StatementFacts, writeStatement } from './write-statement.ts';

const at = '2026-11-28T10:00:00.000Z';
const checks = {
  verified: 1,
  computed: 2,
  unjudged: 3,
  setByText: 9,
  altered: 4,
  unsupported: 5,
  missingSource: 6,
  uncited: 7,
  conflicts: 8,
};

function factsOf(count: number, title: string): StatementFacts {
  return {
    engagement: { name: title, client: title },
    documents: Array.from({ length: count }, (_, index) => ({
      title,
      version: index + 1,
      parts: { agent: 0.998, person: 0.002 },
      reviews: [
        {
          version: index + 1,
          action: 'approve' as const,
          by: title,
          at,
          overrideReason: index === 0 ? 'Known.' : null,
        },
      ],
      releases: [
        {
          version: index + 1,
          by: 'Ada',
          at: new Date(Date.parse(at) + index).toISOString(),
          to: [title],
        },
      ],
    })),
    models: [
      { model: 'm-1', provider: 'p', calls: 3, inputTokens: 10, outputTokens: 20, costUsd: 0.5 },
      { model: 'm-2', provider: 'unknown', calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
    ],
    checks,
    attestations: [{ by: 'Ada', at, text: title, documents: [{ title, version: 1 }] }],
    generatedAt: at,
  };
}

// AIU-9
describe('a statement', () => {
  it.each(languages)(
    'has no gaps in %s, for any number of documents, models and decisions',
    (language) => {
      for (const count of [1, 2, 60]) {
        const facts = factsOf(count, 'Plan');
        for (const models of [facts.models, []]) {
          const text = writeStatement({ ...facts, models }, language);
          expect(text).not.toMatch(/[{}]|undefined|NaN/);
          for (const number of Object.values(checks)) expect(text).toContain(`| ${number} |`);
        }
      }
    },
  );

  it('tells a small share and one that is nearly all from none and all', () => {
    expect(writeStatement(factsOf(1, 'Plan'), 'en')).toContain('| > 99% | < 1% |');
  });

  it('writes costs to the cent, and those below ten cents exactly', () => {
    for (const [costUsd, said] of [
      [1.231818, '$1.23'],
      [0.012, '$0.012'],
      [0.5, '$0.50'],
    ] as const) {
      const facts = factsOf(1, 'Plan');
      const models = facts.models.slice(0, 1).map((model) => ({ ...model, costUsd }));
      expect(writeStatement({ ...facts, models }, 'en')).toContain(`| ${said} |`);
    }
  });

  it('names the newest decisions, and counts the others', () => {
    const text = writeStatement(factsOf(60, 'Plan'), 'en');
    expect(text).toContain('22 earlier decisions are not shown.');
    expect(text).toContain('Plan (version 60)');
  });

  it('keeps its form whatever titles, names and words of people are', () => {
    const form = (text: string) => text.split('\n').map((line) => line.split(/(?<!\\)\|/).length);
    const plain = writeStatement(factsOf(2, 'Plan'), 'en');
    const hostile = fc.string({
      unit: fc.constantFrom('|', '\n', '#', '*', '`', '<', '[', ']', '\\', '>', 'a', ' '),
    });
    fc.assert(
      fc.property(hostile, (words) => {
        const text = writeStatement(factsOf(2, `x${words.replaceAll('\n', ' ')}x`), 'en');
        expect(form(text)).toEqual(form(plain));
      }),
    );
  });
});
