import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import type { CatalogModel } from '../models/catalog.ts';

const models: CatalogModel[] = [
  {
    id: 'writer',
    provider: 'openai-compatible',
    tier: 'standard',
    inputPerMillion: 1,
    outputPerMillion: 4,
  },
  { id: 'rival', provider: 'azure', tier: 'standard', inputPerMillion: 2, outputPerMillion: 8 },
];
const objections = ['The margin is missing.', 'The price is a guess.'].map((objection) => {
  return { objection, passage: 'Open the subscription.', citation: null };
});

const pageOne = `**Decision:** The board decides in May.

**Recommendation:** Open the subscription.

**Three figures:**

- **One** line, opened in month 1
- **Two** people in month 2
- **Three** checks in month 3

**Price:** None.

**Greatest risk:** Nobody comes.

**The subscription carries itself**

| Course | Carries itself |
| --- | --- |
| Subscription | yes |

Source: the brief.`;

let provider: PricedProvider;
let engine: TestEngine;
beforeAll(async () => {
  provider = await startPricedProvider(models);
  const azure = { baseUrl: provider.baseUrl, apiKey: 'key-of-the-provider' };
  const settings = { ...provider.settings, azure };
  engine = await startTestEngine({ models: settings });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.meter.calls.length = 0;
  provider.respondWith((body) => {
    const purpose = purposeOf({ body });
    if (purpose === 'observe') return JSON.stringify({ score: 90, strengths: [], issues: [] });
    if (purpose === 'draft') return `# Paper\n\n${pageOne}\n\n## Risks\n\nNone.\n`;
    if (purpose === 'challenge') return JSON.stringify({ objections });
    if (purpose !== 'amend') return null;
    return JSON.stringify({
      answers: [{ note: 1, status: 'met', answer: 'The margin is in Risks.', section: 'Risks' }],
      edits: [{ action: 'replace', section: 2, markdown: '## Risks\n\nThe margin may fall.\n' }],
    });
  });
});

function request(adversary: boolean, overrides: Partial<StartRunRequest> = {}): StartRunRequest {
  const tasks = [{ id: 'paper', name: 'Board paper', description: 'Conclude.', synthesis: true }];
  const made = runRequest({ tasks, ...overrides });
  return { ...made, engagement: { ...made.engagement, adversary, model: 'writer' } };
}

const run = async (given: StartRunRequest) => {
  await engine.startRun(given);
  return engine.eventsUntil(given.runId, isOver);
};
const purposes = () => provider.meter.calls.map((call) => purposeOf(call));

// SYN-2
it('tells the writer of the paper what the documents say, and where their figures differ', async () => {
  provider.respondWith((body) => {
    if (purposeOf({ body }) !== 'draft') return null;
    const text = textOf({ body });
    if (text.includes('Task: Market research'))
      return '# Market\n\nNet sales were EUR 40 million in 2024.\n';
    if (text.includes('Task: Cost analysis'))
      return '# Costs\n\nNet sales were EUR 55 million in 2024.\n';
    return `# Paper\n\n${pageOne}\n`;
  });
  const tasks = [
    { id: 'market', name: 'Market research' },
    { id: 'costs', name: 'Cost analysis' },
    { id: 'paper', name: 'Board paper', dependsOn: ['market', 'costs'], synthesis: true },
  ];
  const events = await run(request(false, { tasks }));
  expect(events.at(-1)).toMatchObject({ status: 'completed' });
  const draft = provider.meter.calls.find(
    (call) => purposeOf(call) === 'draft' && textOf(call).includes('Task: Board paper'),
  );
  const text = draft ? textOf(draft) : '';
  expect(text).toContain('Net sales were EUR 40 million in 2024.');
  expect(text).toContain('open conflicts');
  expect(text).toContain('55 million (cost-analysis.md');
  expect(ofType(events, 'score').find(({ taskId }) => taskId === 'paper')?.rubricType).toBe(
    'synthesis',
  );
});

// SYN-8
it('mends what the first page of the paper lacks, whatever the score', async () => {
  const whole = `# Paper\n\n${pageOne}\n`;
  provider.respondWith((body) => {
    const purpose = purposeOf({ body });
    if (purpose === 'observe')
      return JSON.stringify({ score: 90, earlierScore: 90, strengths: [], issues: [] });
    if (purpose === 'revise') return whole;
    return purpose === 'draft' ? whole.replace('**Price:** None.\n\n', '') : null;
  });
  const [document] = ofType(await run(request(false)), 'deliverable');
  const [revision, ...others] = provider.meter.calls
    .filter((call) => purposeOf(call) === 'revise')
    .map(textOf);
  expect(revision).toContain(
    'Page one, between the title and the first heading, lacks “**Price:**”: add what is missing',
  );
  expect(others).toEqual([]);
  expect(document?.content).toBe(whole);
});

describe('the adversary', () => {
  // SYN-5
  it("objects to the synthesis by another provider's model, and the writer answers in one amendment", async () => {
    const events = await run(request(true));
    const [document] = ofType(events, 'deliverable');
    expect(document?.content).toBe(`# Paper\n\n${pageOne}\n\n## Risks\n\nThe margin may fall.\n`);
    expect(document?.objections).toEqual([
      { ...objections[0], answer: { status: 'met', text: 'The margin is in Risks.' } },
      { ...objections[1], answer: null },
    ]);
    const challenge = provider.meter.calls.find((call) => purposeOf(call) === 'challenge');
    expect(challenge?.body.model).toBe('rival');
    expect(challenge && textOf(challenge)).toContain('Open the subscription.');
    expect(purposes().filter((purpose) => purpose === 'amend')).toHaveLength(1);
  });

  // SYN-5
  it('is not asked where the engagement has it off, nor about other documents', async () => {
    await run(request(false));
    await run(request(true, { tasks: [{ id: 'costs', name: 'Cost analysis' }] }));
    expect(purposes()).not.toContain('challenge');
  });

  // SYN-5
  it('is left out with a line in the log if it does not answer', async () => {
    provider.failWhen((body) =>
      purposeOf({ body }) === 'challenge' ? { kind: 'bad_request' } : null,
    );
    const events = await run(request(true));
    provider.failWhen(() => null);
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    const lines = ofType(events, 'log').filter(({ code }) => code === 'call_left_out');
    expect(lines.map(({ message }) => message).join()).toContain(
      'no reader of another provider has objected',
    );
  });
});
