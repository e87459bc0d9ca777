import {
  EngineStoryline,
  type EngineStorylineRequest,
  type WrittenSlide,
} from '@ecp/contract/engine/engine-storylines';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTenant } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { readMoney } from '../../../testing/engine/read-money.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import type { CatalogModel } from '../models/catalog.ts';

const writer: CatalogModel = {
  id: 'writer',
  provider: 'openai-compatible',
  tier: 'standard',
  inputPerMillion: 1,
  outputPerMillion: 4,
};

const slide = (title: string, more: Partial<WrittenSlide> = {}): WrittenSlide => ({
  kind: 'exhibit',
  title,
  points: [],
  exhibit: null,
  sources: [{ document: 'shop.md', footnote: '1' }],
  ...more,
});
/** What the model answers, one call after another; the last one stays. */
let answers: WrittenSlide[][] = [];

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider([writer]);
  engine = await startTestEngine({
    models: provider.settings,
    limits: { backoffMs: 10, maxBackoffMs: 50 },
  });
  provider.respondWith(({ response_format: format }) => {
    if (format?.json_schema?.name !== 'storyline') return null;
    const [slides = []] = answers.length > 1 ? answers.splice(0, 1) : answers;
    return JSON.stringify({
      slides: slides.map((draft) => ({ ...draft, exhibit: draft.exhibit ?? '' })),
    });
  });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

const content = `# Shop

The shop made 61,000 EUR in 2025, and the stall 39,000 EUR.[^1] Only 12 people work there.[^2]

| Place | Sales (EUR) |
| --- | --- |
| Shop[^1] | 61,000 |

[^1]: till.csv: “Shop | 61,000”
[^2]: staff.csv: “12”
`;

function order(changes: Partial<EngineStorylineRequest> = {}): EngineStorylineRequest {
  const { runId: storylineId, engagement } = runRequest();
  return {
    storylineId,
    engagement,
    documents: [{ filename: 'shop.md', title: 'Shop', content }],
    exhibits: [
      {
        id: 't1',
        kind: 'exhibit',
        document: 'shop.md',
        title: 'The shop earns most',
        holds: 'Place | Sales (EUR)\nShop | 61,000',
      },
    ],
    byRules: [],
    ...changes,
  };
}

async function writeStoryline(
  { calls }: TestEngine,
  request: EngineStorylineRequest,
): Promise<EngineStoryline> {
  const { signal } = new AbortController();
  return Value.Parse(EngineStoryline, await calls.writeStoryline(testTenant, request, signal));
}

async function ask(request: EngineStorylineRequest): Promise<EngineStoryline> {
  return writeStoryline(engine, request);
}
const calls = () => provider.meter.calls.filter((call) => purposeOf(call) === 'storyline');

// DCK-9, DCK-10
test('a model writes slides over documents and exhibits; what holds is not asked again, and it is paid once', async () => {
  const right = [
    slide('The shop made 61,000 EUR in 2025', { kind: 'summary' }),
    slide('The shop earns most', { exhibit: 't1', sources: [] }),
  ];
  answers = [right];
  const request = order();
  const storyline = await ask(request);
  expect(storyline).toMatchObject({
    status: 'completed',
    written: { slides: right, findings: [] },
  });
  expect(calls()).toHaveLength(1);
  const [call] = calls();
  const text = call ? textOf(call) : '';
  expect(text).toContain('The shop made 61,000 EUR in 2025, and the stall 39,000 EUR.[^1]');
  expect(text).toContain('id: t1');
  expect(text).not.toContain('[^1]: till.csv');
  expect(await ask(request)).toEqual(storyline);
  expect(calls()).toHaveLength(1);
  const money = await readMoney(engine, request.engagement.id);
  expect(money).toMatchObject({ reserved: 0 });
  expect(storyline.costUsd).toBeCloseTo(Number(money.spent) / 1e9, 9);
  expect(storyline.judgingSpentUsd).toBe(storyline.costUsd);
});

// DCK-10
test('what the documents do not say is mended once, then left out and told', async () => {
  const before = calls().length;
  const wrong = [
    slide('The shop made 64,000 EUR in 2025', { exhibit: 't1' }),
    slide('The shop made 61,000 EUR in 2025', {
      points: [
        'Only 12 people work there.',
        'Mr Huber wants to sell.',
        'The rest was 22,000 EUR more.',
      ],
      sources: [1, 2].map((footnote) => ({ document: 'shop.md', footnote: String(footnote) })),
    }),
    slide('Nobody knows the 99 percent', { sources: [] }),
    slide('The shop made 61,000 EUR in 2025', { exhibit: 't9' }),
  ];
  const mended = wrong.with(1, {
    ...(wrong[1] as WrittenSlide),
    points: ['Only 12 people work there.', 'Mr Huber wants to sell.'],
  });
  const fine = slide('The stall made 39,000 EUR', { kind: 'summary' });
  answers = [[fine, ...wrong], mended];
  const { written } = await ask(
    order({
      documents: [
        ...order().documents,
        { filename: 'other.md', title: 'Other', content: '# Nobody cites this' },
      ],
    }),
  );
  expect(calls()).toHaveLength(before + 2);
  const [first = '', again = ''] = calls().slice(-2).map(textOf);
  expect(again).toContain('The rest was 22,000 EUR more.');
  expect(first).toContain('Nobody cites this');
  expect(again).not.toMatch(/Nobody cites this|The stall made 39,000 EUR/);
  expect(written?.slides.map(({ title, points, exhibit }) => [title, points, exhibit])).toEqual([
    ['The stall made 39,000 EUR', [], null],
    ['The shop earns most', [], 't1'],
    ['The shop made 61,000 EUR in 2025', ['Only 12 people work there.'], null],
  ]);
  expect(written?.findings).toEqual([
    {
      slide: 1,
      text: 'The shop made 64,000 EUR in 2025',
      reason: expect.stringContaining('64,000'),
    },
    { slide: 2, text: 'Mr Huber wants to sell.', reason: 'Huber is not in the documents' },
    {
      slide: -1,
      text: 'Nobody knows the 99 percent',
      reason: expect.stringContaining('99 percent'),
    },
    { slide: -1, text: 't9', reason: 'there is no exhibit of this id' },
  ]);
});

// DCK-10
test('a slide has the kind of its exhibit', async () => {
  const risks = slide('The shop earns most', { kind: 'risks', exhibit: 't1', sources: [] });
  answers = [[risks], [risks]];
  const { written } = await ask(order());
  const [again = ''] = calls().slice(-1).map(textOf);
  expect(again).toContain('this exhibit is of the kind exhibit, the slide of risks');
  expect(written?.slides).toEqual([{ ...risks, kind: 'exhibit' }]);
});

// DCK-10
test('a footnote also carries the sentences before it, and a year since which something grew is not that of the figure', async () => {
  const vorlage = `# Lager

1. **Die Leitung kündigt so, dass die Kündigung spätestens am 31. Dezember 2026 zugegangen ist.** Sie holt bis zum 30. April 2027 drei Angebote ein.[^1]

Der Bestand stieg von Ende 2021 bis Ende 2025 um 1.150 T€.[^2]

[^1]: servicebericht.pdf: “bis zum 31. Dezember 2026”
[^2]: lager.csv: “1150”
`;
  const sources = [1, 2].map((footnote) => ({ document: 'shop.md', footnote: String(footnote) }));
  const right = [
    slide('Die Kündigung muss spätestens am 31. Dezember 2026 zugegangen sein', {
      sources: sources.slice(0, 1),
    }),
    slide('Das Lager wuchs seit Ende 2021 um 1.150 T€', { sources: sources.slice(1) }),
  ];
  answers = [right];
  const { written } = await ask(
    order({ documents: [{ filename: 'shop.md', title: 'Lager', content: vorlage }] }),
  );
  expect(written).toEqual({ slides: right, findings: [] });
});

// DCK-10
test('whole words of a document need no footnote, whatever stands between its sentences; a part of a number is not its words', async () => {
  const goal = '# Goal\n\n**The goal is open.** Proven are 126 of 600,000 EUR.\n';
  const quoted = slide('The goal is open: Proven are 126 of 600,000 EUR', { sources: [] });
  answers = [[quoted, slide('Proven are 126 of 600', { sources: [] })]];
  const { written } = await ask(
    order({ documents: [{ filename: 'shop.md', title: 'Goal', content: goal }] }),
  );
  expect(written).toEqual({
    slides: [quoted],
    findings: [{ slide: -1, text: 'Proven are 126 of 600', reason: expect.any(String) }],
  });
});

// DCK-11
test('without money, or when the model fails, there are none, with the reason', async () => {
  const before = calls().length;
  const { engagement } = order();
  const poor = await ask(order({ engagement: { ...engagement, budgetUsd: 0.000_1 } }));
  expect(poor).toMatchObject({
    status: 'failed',
    failureReason: 'budget_exhausted',
    written: null,
  });
  expect(calls()).toHaveLength(before);
  provider.failWhen(() => ({ kind: 'bad_request' }));
  expect(await ask(order())).toMatchObject({
    status: 'failed',
    written: null,
    error: expect.any(String),
  });
});

// DCK-9
test('the model without a provider answers with the slides by rules, at no cost', async () => {
  const offline = await startTestEngine();
  const byRules = [slide('The shop earns most', { exhibit: 't1' })];
  const request = order({ byRules });
  expect(await writeStoryline(offline, request)).toMatchObject({
    status: 'completed',
    costUsd: 0,
    written: { slides: byRules, findings: [] },
  });
  await offline.close();
});
