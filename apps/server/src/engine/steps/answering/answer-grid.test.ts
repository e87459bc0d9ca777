import type { EngineGridAnswer } from '@ecp/contract/engine/engine-grid-answers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTenant } from '../../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../../testing/engine/priced-provider.ts';
import { startTestEngine, type TestEngine } from '../../../../testing/engine/start-test-engine.ts';
import type { CatalogModel } from '../../models/catalog.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const lease = `# Lease

The term of the lease begins on 1 April 2025. The yearly rent is EUR 48,000, payable in twelve parts.

Either party may end the lease with a notice of six months.
`;
const columns = [
  { id: 'rent', name: 'Rent', question: 'What is the yearly rent?', type: 'number' as const },
  {
    id: 'begin',
    name: 'Begin',
    question: 'When does the term of the lease begin?',
    type: 'date' as const,
  },
  {
    id: 'notice',
    name: 'Notice',
    question: 'What is the notice to end the lease?',
    type: 'text' as const,
  },
  {
    id: 'deposit',
    name: 'Deposit',
    question: 'Which deposit does the tenant pay?',
    type: 'number' as const,
  },
];
const engagement = {
  id: 'e1',
  name: 'Leases',
  client: 'Halls',
  brief: 'Compare the leases of the halls.',
  budgetUsd: 5,
};

async function ask(
  askId: string,
  parts: { location: string | null; text: string }[],
): Promise<EngineGridAnswer> {
  const file = { filename: 'lease.md', parts, truncated: false };
  const { signal } = new AbortController();
  return engine.calls.answerGrid(testTenant, { askId, engagement, columns, file }, signal);
}

// GRD-2, GRD-3, GRD-4
test('the offline model answers by search and quote, and says what it does not find', async () => {
  const { cells, status } = await ask('g1', [{ location: 'section Lease', text: lease }]);
  expect(status).toBe('completed');
  expect(cells).toMatchObject([
    { columnId: 'rent', state: 'verified', value: 48_000, place: 'section Lease' },
    { columnId: 'begin', state: 'verified', value: '2025-04-01' },
    { columnId: 'notice', state: 'verified', quote: expect.stringContaining('six months') },
    { columnId: 'deposit', state: 'not_found', value: null, reason: null },
  ]);
});

const writer: CatalogModel = {
  id: 'writer',
  provider: 'openai-compatible',
  tier: 'standard',
  inputPerMillion: 1,
  outputPerMillion: 4,
};
const judge: CatalogModel = { ...writer, id: 'judge', kind: 'judge' };

interface Said {
  column: number;
  found: boolean;
  quote: string;
  answer: string;
  value: string;
}

/** Engines with a writer, by whether they have a judge. */
const engines = new Map<boolean, { engine: TestEngine; provider: PricedProvider }>();
let asked = 0;
afterAll(async () => {
  for (const { engine: opened, provider } of engines.values()) {
    await opened.close();
    await provider.close();
  }
});

async function openWithModels(hasJudge: boolean) {
  const open = engines.get(hasJudge);
  if (open) return open;
  const provider = await startPricedProvider([writer, ...(hasJudge ? [judge] : [])]);
  const opened = { engine: await startTestEngine({ models: provider.settings }), provider };
  engines.set(hasJudge, opened);
  return opened;
}

/**
 * Gives an engine whose models answer grids by `say` and judge by `holds`, and counts the calls by
 * purpose.
 */
async function withModels(
  { say, holds }: { say: (prompt: string, call: number) => Said[]; holds?: boolean },
  work: (
    ask: (parts: { location: string | null; text: string }[]) => Promise<EngineGridAnswer>,
    calls: string[],
  ) => Promise<void>,
): Promise<void> {
  const { engine: other, provider } = await openWithModels(holds !== undefined);
  const askId = `asked-${++asked}`;
  const calls: string[] = [];
  provider.respondWith((body) => {
    const purpose = purposeOf({ body });
    calls.push(purpose);
    if (purpose === 'judge') {
      const answers = columns.map((_, at) => ({
        question: at + 1,
        reason: 'The deposit is another one.',
        holds: holds === true,
      }));
      return JSON.stringify({ answers });
    }
    return JSON.stringify({
      answers: say(textOf({ body }), calls.filter((one) => one === 'grid').length),
    });
  });
  await work(async (parts) => {
    const file = { filename: 'lease.md', parts, truncated: false };
    const order = {
      askId,
      engagement: { ...engagement, id: askId },
      columns: columns.slice(0, 1),
      file,
    };
    return other.calls.answerGrid(testTenant, order, new AbortController().signal);
  }, calls);
}

const rent = 'The yearly rent is EUR 48,000, payable in twelve parts.';
const found = (value: string, quote = rent): Said => ({
  column: 1,
  found: true,
  quote,
  answer: quote,
  value,
});
const missing: Said = { column: 1, found: false, quote: '', answer: '', value: '' };

// GRD-3, GRD-16
test('a refused answer is asked once more with the reason, and stays refused if the words are still not there', async () => {
  const prompts: string[] = [];
  const say = (prompt: string): Said[] => {
    prompts.push(prompt);
    return [found('EUR 52,000', 'The yearly rent is EUR 52,000.')];
  };
  await withModels({ say }, async (ask, calls) => {
    const { cells, costUsd } = await ask([{ location: null, text: lease }]);
    expect(cells).toMatchObject([{ state: 'altered', quote: 'The yearly rent is EUR 52,000.' }]);
    expect(cells[0]?.reason).not.toBeNull();
    expect(calls).toEqual(['grid', 'grid']);
    expect(prompts[1]).toContain('Refused:');
    expect(costUsd).toBeGreaterThan(0);
    // Repeated, it costs nothing.
    expect(await ask([{ location: null, text: lease }])).toMatchObject({ costUsd });
    expect(calls).toHaveLength(2);
  });
  const mend = (_: string, call: number) => [
    call === 1 ? found('EUR 52,000', 'EUR 52,000 a year') : found('EUR 48,000'),
  ];
  await withModels({ say: mend }, async (ask) => {
    expect((await ask([{ location: null, text: lease }])).cells).toMatchObject([
      { state: 'verified', value: 48_000 },
    ]);
  });
});

// GRD-16, GRD-17
test('a judge other than the writer says whether the words answer the question', async () => {
  const say = () => [found('EUR 48,000')];
  await withModels({ say, holds: false }, async (ask, calls) => {
    expect((await ask([{ location: null, text: lease }])).cells).toMatchObject([
      { state: 'unsupported', value: 48_000, reason: 'The deposit is another one.' },
    ]);
    // The same answer is not judged again.
    expect(calls.filter((one) => one === 'grid')).toHaveLength(2);
  });
  const correct = (_: string, call: number) => [call === 1 ? found('EUR 48,000') : missing];
  await withModels({ say: correct, holds: false }, async (ask, calls) => {
    expect((await ask([{ location: null, text: lease }])).cells).toMatchObject([
      { state: 'not_found', value: null },
    ]);
    expect(calls).toEqual(['grid', 'judge', 'grid']);
  });
  await withModels({ say, holds: true }, async (ask) => {
    expect((await ask([{ location: null, text: lease }])).cells).toMatchObject([
      { state: 'verified' },
    ]);
  });
});

// GRD-4
test('a long file is asked by passages, and what is not found once more with others', async () => {
  const filler = Array.from(
    { length: 900 },
    (_, at) => `Clause ${at} is about the colour of door number ${at} of the hall.`,
  );
  const text = [...filler, rent, ...filler].join('\n\n');
  const seen: boolean[] = [];
  const say = (prompt: string): Said[] => {
    seen.push(prompt.includes('payable in twelve parts'));
    return [missing];
  };
  await withModels({ say }, async (ask, calls) => {
    const { cells } = await ask([{ location: 'page 1', text }]);
    expect(cells).toMatchObject([
      {
        state: 'not_found',
        value: null,
        reason: 'The part of the file that was read does not say it.',
      },
    ]);
    expect(calls).toEqual(['grid', 'grid']);
    expect(seen[0]).toBe(true);
  });
});
