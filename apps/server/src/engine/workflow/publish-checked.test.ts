import type { RepairAnswer } from '@ecp/model-calls/prompt-types';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { type PricedProvider, purposeOf, textOf } from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { shareTestEngine } from '../../../testing/engine/share-test-engine.ts';
import type { TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
let provider: PricedProvider;

beforeAll(async () => {
  ({ engine, provider } = await shareTestEngine());
});
beforeEach(() => {
  provider.respondWith(() => null);
  provider.failWhen(() => null);
});

const sources = [
  {
    id: 'a-1',
    title: 'survey.pdf',
    location: 'page 1',
    text: 'Of 118 subscribers, 41 would pay a higher price.',
  },
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

const mend = (failure: number, sentence: string): RepairAnswer => {
  return { failure, verdict: 'mended', sentence, footnotes: [], reason: 'It was wrong.' };
};
const withdraw = (failure: number): RepairAnswer => ({
  ...mend(failure, ''),
  verdict: 'withdrawn',
});

/**
 * Runs one task with this draft and these answers as its repair. The provider refuses a null
 * repair.
 */
async function deliver(draft: string, repair: RepairAnswer[] | null, budgetUsd = 5) {
  provider.respondWith((body) => {
    const purpose = purposeOf({ body });
    if (purpose === 'observe') return JSON.stringify({ score: 90, strengths: [], issues: [] });
    return purpose === 'draft'
      ? draft
      : purpose === 'repair'
        ? JSON.stringify({ answers: repair })
        : null;
  });
  if (repair === null)
    provider.failWhen((body) =>
      purposeOf({ body }) === 'repair' ? { kind: 'bad_request' } : null,
    );
  const request = runRequest({ tasks: [{ id: 'one', name: 'Market research' }], sources });
  request.engagement.budgetUsd = budgetUsd;
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  const [deliverable] = ofType(events, 'deliverable').filter(({ taskId }) => taskId === 'one');
  return {
    events,
    runId: request.runId,
    content: deliverable?.content ?? '',
    citations: deliverable?.citations ?? [],
    lines: ofType(events, 'log').flatMap(({ message, code }) =>
      code === 'citations_checked' ? [message] : [],
    ),
    told: ofType(events, 'log').flatMap(({ message, code }) =>
      code === 'document_repaired' ? [message] : [],
    ),
    repairs: calls.filter((call) => purposeOf(call) === 'repair').map(textOf),
    lacks: ofType(events, 'log').filter(({ code }) => code === 'call_left_out'),
  };
}

describe('a document whose citations hold', () => {
  // CHK-2
  it('is delivered unchanged, with its citations and no further call; one model alone is no judge', async () => {
    const { content, citations, lines, repairs, lacks } = await deliver(right, []);
    expect(lacks).toEqual([]);
    expect(provider.meter.calls.map(purposeOf)).not.toContain('judge');
    expect(content).toBe(right);
    expect(repairs).toEqual([]);
    expect(citations).toMatchObject([
      {
        footnote: '1',
        state: 'unjudged',
        reason: null,
        source: { kind: 'attachment', location: 'page 1' },
      },
    ]);
    expect(lines).toEqual(['Market research: 1 citation checked, 1 not judged']);
  });
});

describe('an invented source', () => {
  // PRO-10
  it('is withdrawn by one repair of its sentence, which gets the failures', async () => {
    const { content, citations, lines, repairs, told } = await deliver(invented, [withdraw(1)]);
    expect(content).toBe(right);
    expect(citations).toHaveLength(1);
    expect(repairs).toHaveLength(1);
    expect(repairs[0]).toMatch(/missing_source, footnote \[\^2\]: /);
    expect(repairs[0]).toContain('The sentence: The market doubles by 2030[^2].');
    expect(repairs[0]).not.toContain('Nobody asked for a smaller bag.');
    expect(told).toEqual(['Market research: 1 of 1 failed sentences mended']);
    expect(lines).toEqual(['Market research: 1 citation checked, 1 not judged']);
  });

  // PRO-10
  it('is told by its state, and not in the text, if the agent insists on it', async () => {
    const { content, citations, lines, repairs, told } = await deliver(invented, [
      mend(1, 'The market doubles by 2030, it is said[^2].'),
    ]);
    expect(content).toBe(invented);
    expect(citations.map(({ state }) => state)).toEqual(['unjudged', 'missing_source']);
    expect(lines).toEqual([
      'Market research: 2 citations checked, 1 without a source, 1 not judged',
    ]);
    expect(repairs).toHaveLength(1);
    expect(told).toEqual([
      expect.stringContaining(
        'not taken: “The market doubles by 2030[^2].” (the check finds it no better)',
      ),
    ]);
  });

  // PRO-10
  it('stays as it is if the repair fails', async () => {
    const { content, citations, events } = await deliver(invented, null);
    expect(content).toBe(invented);
    expect(citations.map(({ state }) => state)).toEqual(['unjudged', 'missing_source']);
    expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
  });

  // CHK-4
  it('is repaired in its sentence only, and a right figure is not lost', async () => {
    const other = '## Bags\n\nNobody asked for a smaller bag.[^3]\n\n';
    const quote = '[^3]: survey.pdf, page 2: “Nobody asked for a smaller bag.”\n';
    const draft = `${invented.replace('\n[^1]:', `\n${other}[^1]:`)}${quote}`;
    const { content } = await deliver(draft, [withdraw(1), mend(2, 'All is well.')]);
    expect(content).toContain(
      '41 would pay more.[^1]\n\n## Bags\n\nNobody asked for a smaller bag.[^3]',
    );
    expect(content).not.toContain('Gartner');
  });

  // CHK-4, PRO-6
  it('is repaired and paid once if the process dies after the repair and before the document', async () => {
    const { runId } = await deliver(invented, [withdraw(1)]);
    const calls = () =>
      engine.asSuperuser(
        'select call_key, attempt from engine.model_calls where run_id = $1 order by 1, 2',
        [runId],
      );
    const paid = await calls();
    expect(paid).toContainEqual({ call_key: 'one/repair', attempt: 1 });
    await engine.asSuperuser(
      `delete from engine.events where run_id = $1 and event_key = 'deliverable:one'`,
      [runId],
    );
    expect(await engine.repeatTask(runId, 'one')).toMatchObject({ state: 'completed' });
    expect(await calls()).toEqual(paid);
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
    [
      'altered',
      '47 does not occur in the cited passage',
      'Of 118 subscribers, 41 would pay a higher price.',
    ],
    ['altered', 'the source does not say this in these words', 'Nobody asked for a smaller bag.'],
    [
      'altered',
      'these words are at another place of “survey.pdf”: page 2',
      'Nobody asked for a smaller bag.',
    ],
  ]);
});

// CHK-1, CHK-5
it('what was not verified is told to the next writer', async () => {
  const previous = '# Old\n\nSales doubled.[^1]\n\n[^1]: Atlas: “doubled”\n';
  const upstream = '# Costs\n\nRent is 7.[^1]\n\n[^1]: Atlas: “7”\n';
  provider.respondWith((body) => {
    if (purposeOf({ body }) === 'observe')
      return JSON.stringify({ score: 90, strengths: [], issues: [] });
    return purposeOf({ body }) === 'amend' ? JSON.stringify({ answers: [], edits: [] }) : null;
  });
  const document = { version: 1, reviewNotes: [] };
  const citations = [{ footnote: '1', claim: 'Rent is 7.', state: 'missing_source' as const }];
  const request = runRequest({
    rerunTaskId: 'plan',
    previous: [
      { ...document, taskId: 'costs', filename: 'cost-analysis.md', content: upstream, citations },
      {
        ...document,
        taskId: 'plan',
        filename: 'growth-plan.md',
        content: previous,
        reviewNotes: ['Shorten it.'],
      },
    ],
  });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  const prompts = calls.map(textOf).join('\n');
  expect(prompts.includes('Rent is 7.[^1]')).toBe(true);
  expect(
    /Not verified in this document, so it cannot back a claim of yours:\\n- Rent is 7\./.test(
      prompts,
    ),
  ).toBe(true);
  expect(ofType(events, 'deliverable')[0]?.content).toContain('Sales doubled.[^1]');
});
