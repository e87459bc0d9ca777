import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../testing/engine-client.ts';
import { type PricedProvider, purposeOf, startPricedProvider, textOf } from '../../testing/priced-provider.ts';
import { runRequest } from '../../testing/run-request.ts';
import { startTestEngine, type TestEngine } from '../../testing/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  provider = await startPricedProvider();
  engine = await startTestEngine({ models: provider.settings });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});
beforeEach(() => {
  provider.respondWith(() => null);
  provider.failWhen(() => null);
});

const sources = [
  { id: 'a-1', title: 'survey.pdf', location: 'page 1', text: 'Of 118 subscribers, 41 would pay a higher price.' },
  { id: 'a-2', title: 'survey.pdf', location: 'page 2', text: 'Nobody asked for a smaller bag.' },
];
const right = `# Market research

Of 118 subscribers 41 would pay more.[^1]

[^1]: survey.pdf, page 1: “Of 118 subscribers, 41 would pay a higher price.”
`;
const invented = `# Market research

Of 118 subscribers 41 would pay more.[^1] The market doubles by 2030[^2].

[^1]: survey.pdf, page 1: “Of 118 subscribers, 41 would pay a higher price.”
[^2]: Gartner Outlook, page 7: “The market will double by 2030.”
`;

/** Runs one task with these texts as draft and repair. The provider refuses a null repair. */
async function deliver(draft: string, repair: string | null, budgetUsd = 5) {
  provider.respondWith((body) => {
    const purpose = purposeOf({ body });
    if (purpose === 'observe') return JSON.stringify({ score: 90, strengths: [], issues: [] });
    return purpose === 'draft' ? draft : purpose === 'repair' ? repair : null;
  });
  if (repair === null) provider.failWhen((body) => (purposeOf({ body }) === 'repair' ? { kind: 'bad_request' } : null));
  const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }], sources });
  request.engagement.budgetUsd = budgetUsd;
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  const [deliverable] = ofType(events, 'deliverable').filter(({ taskId }) => taskId === 'one');
  return {
    events,
    content: deliverable?.content ?? '',
    citations: deliverable?.citations ?? [],
    lines: ofType(events, 'log').flatMap(({ message }) => (/citation/.test(message) ? [message] : [])),
    repairs: calls.filter((call) => purposeOf(call) === 'repair').map(textOf),
  };
}

describe('a document with only verified citations', () => {
  it('is delivered unchanged, with its citations and no further call', async () => {
    const { content, citations, lines, repairs } = await deliver(right, 'never asked for');
    expect(content).toBe(right);
    expect(repairs).toEqual([]);
    expect(citations).toMatchObject([
      { footnote: '1', state: 'verified', reason: null, source: { kind: 'attachment', location: 'page 1' } },
    ]);
    expect(lines).toEqual(['Market research: 1 citation checked, all verified']);
  });
});

describe('an invented source', () => {
  // PRO-10
  it('is removed by one repair, which gets the failures', async () => {
    const { content, citations, lines, repairs } = await deliver(invented, right);
    expect(content).toBe(right);
    expect(citations).toHaveLength(1);
    expect(repairs).toHaveLength(1);
    expect(repairs[0]).toMatch(/Failure 1 \(footnote \[\^2\]\): no source of this name was given/);
    expect(lines).toEqual(['Market research: 1 citation checked, all verified']);
  });

  // PRO-10
  it('is told by its state, and not in the text, if the agent insists on it', async () => {
    const { content, citations, lines, repairs } = await deliver(invented, invented);
    expect(content).toBe(invented);
    expect(citations.map(({ state }) => state)).toEqual(['verified', 'missing_source']);
    expect(lines).toEqual(['Market research: 2 citations checked, 1 without a source']);
    expect(repairs).toHaveLength(1);
  });

  // PRO-10
  it('stays as it is if the repair fails', async () => {
    const { content, citations, events } = await deliver(invented, null);
    expect(content).toBe(invented);
    expect(citations.map(({ state }) => state)).toEqual(['verified', 'missing_source']);
    expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
  });

  it('is not repaired by deleting the document', async () => {
    const { content } = await deliver(invented, '# Market research\n\nNothing is known.');
    expect(content).toBe(invented);
  });
});

// PRO-9
it('reports an altered figure, a misquote and a wrong page with the words of the source', async () => {
  const { citations } = await deliver(
    `# Market research

Of 118 subscribers 47 would pay more.[^1] They say “nobody asked for a larger bag”[^2]. It is on the first page[^3].

[^1]: survey.pdf, page 1: “Of 118 subscribers, 41 would pay a higher price.”
[^2]: survey.pdf, page 2: “Nobody asked for a smaller bag.”
[^3]: survey.pdf, page 1: “Nobody asked for a smaller bag.”
`,
    null,
  );
  expect(citations.map(({ state, reason, passage }) => [state, reason, passage])).toEqual([
    ['altered', '47 does not occur in the cited passage', 'Of 118 subscribers, 41 would pay a higher price.'],
    ['altered', 'the source does not say this in these words', 'Nobody asked for a smaller bag.'],
    ['altered', 'these words are at another place of “survey.pdf”: page 2', 'Nobody asked for a smaller bag.'],
  ]);
});

it('a document that an older release delivered is not checked, repaired or replaced, so its score fits it', async () => {
  const delivered = '# Market research\n\nAs it was delivered.\n';
  provider.respondWith((body) => (purposeOf({ body }) === 'draft' ? invented : null));
  const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }], sources });
  await engine.startRun(request);
  await engine.control(request.runId, 'pause');
  await engine.asSuperuser(
    `with run as (update engine.runs set last_event = last_event + 1 where id = $1 returning tenant_id, id, last_event)
     insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
     select tenant_id, id, last_event, 'deliverable:one', 'deliverable', $2 from run`,
    [
      request.runId,
      JSON.stringify({ taskId: 'one', filename: 'market-research.md', wordCount: 6, content: delivered }),
    ],
  );
  await engine.control(request.runId, 'resume');
  const events = await engine.eventsUntil(request.runId, isOver);
  expect(events.at(-1)).toMatchObject({ status: 'completed' });
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  expect(calls.map(purposeOf)).not.toContain('repair');
  expect(
    calls
      .filter((call) => purposeOf(call) === 'evaluate')
      .map(textOf)
      .join(),
  ).toContain('As it was delivered.');
});
