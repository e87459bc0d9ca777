import type { OpenComment } from '@ecp/contract/engine/engine-api';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
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
beforeEach(() => provider.failWhen(() => null));

const previous = `# Growth plan

Open a subscription business.

## Costs

Rent is not known.

## Steps

1. Choose a site.

## Risks

Churn.
`;
const notes = ['Add the cost of rent.', 'Name an owner for each step.'];
const happy = { score: 90, strengths: [], issues: [] };

/** Reruns the plan with the notes. Each purpose gets its answers one after the other. */
async function rerun(
  answers: Record<string, unknown[]>,
  outdated: string[] = [],
  reviewNotes = notes,
  comments: OpenComment[] = [],
) {
  const left: Record<string, unknown[]> = { delegate: [{ questions: [] }], ...answers };
  provider.respondWith((body: ChatRequest) => {
    const answer = left[purposeOf({ body })]?.shift();
    return answer === undefined
      ? null
      : typeof answer === 'string'
        ? answer
        : JSON.stringify(answer);
  });
  const document = { version: 1, content: '# Done\n', reviewNotes: [] };
  const request = runRequest({
    rerunTaskId: 'plan',
    previous: [
      { ...document, taskId: 'market', filename: 'market-research.md' },
      {
        taskId: 'plan',
        filename: 'growth-plan.md',
        version: 2,
        content: previous,
        reviewNotes,
        outdated,
        comments,
      },
    ],
  });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  return {
    content: ofType(events, 'deliverable')[0]?.content ?? null,
    noteAnswers: ofType(events, 'deliverable')[0]?.noteAnswers,
    last: events.at(-1),
    prompts: (purpose: string) => calls.filter((call) => purposeOf(call) === purpose).map(textOf),
    purposes: calls.map(purposeOf),
  };
}

const met = (note: number, answer: string, section = '') => ({
  note,
  status: 'met',
  answer,
  section,
});
const edit = (section: number, markdown: string) => ({ action: 'replace', section, markdown });
const costs = '## Costs\n\nRent stays open: ask the landlord.';

describe('a rerun with notes', () => {
  // PRO-11, REV-10, REV-16
  it('edits the sections that the notes concern, answers each note, and leaves the rest byte for byte', async () => {
    const { content, noteAnswers, prompts, purposes } = await rerun({
      amend: [
        {
          answers: [
            { note: 2, status: 'partly', answer: 'The brief names no people.', section: 'People' },
            met(1, 'Costs now say what is open.', 'Costs'),
          ],
          edits: [edit(2, costs)],
        },
      ],
      observe: [happy],
    });
    expect(content).toBe(previous.replace('## Costs\n\nRent is not known.', costs));
    expect(noteAnswers).toEqual([
      {
        commentId: null,
        note: notes[0],
        outcome: 'met',
        section: 'Costs',
        text: 'Costs now say what is open.',
      },
      {
        commentId: null,
        note: notes[1],
        outcome: 'partly',
        section: null,
        text: 'The brief names no people.',
      },
    ]);
    expect(purposes).not.toContain('draft');
    const [prompt] = prompts('amend');
    for (const part of [
      'Note 1: Add the cost of rent.',
      'Note 2: Name an owner',
      'BEGIN section 4',
      'Rent is not known.',
    ])
      expect(prompt).toContain(part);
  });

  // CMT-8
  it('answers each comment beside its passage, after the notes, and adds nothing about it to the text', async () => {
    const comment: OpenComment = {
      id: 'c1',
      quote: 'Rent is not known.',
      section: 'Costs',
      body: 'Ask the landlord.',
      authorKind: 'client',
      suggestion: 'Rent is open.',
      replies: [{ authorKind: 'user', body: 'Do it today.' }],
    };
    const whole = {
      ...comment,
      id: 'c2',
      quote: null,
      section: null,
      body: 'Too long?',
      suggestion: null,
      replies: [],
    };
    const { content, noteAnswers, prompts, purposes } = await rerun(
      {
        amend: [
          { answers: [met(1, 'Done.', 'Costs')], edits: [edit(2, costs)] },
          { answers: [met(2, 'It is short.')], edits: [] },
        ],
        observe: [happy],
      },
      [],
      [],
      [comment, whole],
    );
    expect(purposes).not.toContain('draft');
    expect(content).toBe(previous.replace('## Costs\n\nRent is not known.', costs));
    expect(noteAnswers).toEqual([
      {
        commentId: 'c1',
        note: 'Ask the landlord.',
        outcome: 'met',
        section: 'Costs',
        text: 'Done.',
      },
      { commentId: 'c2', note: 'Too long?', outcome: 'met', section: null, text: 'It is short.' },
    ]);
    for (const part of [
      'Note 1: (Comment of the client on the passage “Rent is not known.” in the section “Costs”) Ask the landlord.',
      'Proposed words for the passage: “Rent is open.” Reply of the team: Do it today.',
      'Note 2: (Comment of the client on the whole document) Too long?',
    ])
      expect(prompts('amend')[0]).toContain(part);
  });

  // PRO-11
  it('answers each point of a note that lists several', async () => {
    const answers = [met(1, 'Done in Costs.'), met(2, 'Done in Steps.')];
    const listed = [`1. ${notes[0]}\n2. ${notes[1]}`];
    const { content, noteAnswers, prompts } = await rerun(
      { amend: [{ answers, edits: [] }], observe: [happy] },
      [],
      listed,
    );
    expect(prompts('amend')[0]).toContain('Note 2: Name an owner');
    expect(noteAnswers?.map(({ note, text }) => [note, text])).toEqual([
      [notes[0], 'Done in Costs.'],
      [notes[1], 'Done in Steps.'],
    ]);
    expect(content).not.toContain('Done in');
  });

  // PRO-11, REV-16
  it('asks once more about a note without an answer, and says so if it gets none', async () => {
    const { content, noteAnswers, prompts } = await rerun({
      amend: [
        { answers: [met(1, 'Done in Costs.')], edits: [edit(2, costs)] },
        { answers: [met(7, 'Of nothing.')], edits: [] },
      ],
      observe: [happy],
    });
    expect(prompts('amend')).toHaveLength(2);
    expect(prompts('amend')[1]).toContain('Carry out note(s) 2 in the text');
    expect(content).not.toContain('Done in Costs.');
    expect(noteAnswers?.[1]).toEqual({
      commentId: null,
      note: notes[1],
      outcome: 'not_met',
      section: null,
      text: '',
    });
  });

  it('is revised, if weak, only in the sections that it changed', async () => {
    const issues = [{ concern: 'form', issue: 'Say whom to ask.' }];
    const answers = [met(1, 'Done.'), met(2, 'Done.')];
    const { content, prompts } = await rerun({
      amend: [
        { answers, edits: [edit(2, costs)] },
        {
          answers: [],
          edits: [
            edit(2, '## Costs\n\nAsk Ms Ames.'),
            edit(4, '## Risks\n\nNone.'),
            edit(1, '# Other'),
          ],
        },
      ],
      observe: [{ ...happy, score: 50, issues }, happy],
    });
    expect(content).toContain('Ask Ms Ames.');
    expect(content).toContain('## Risks\n\nChurn.\n');
    expect(content?.startsWith('# Growth plan\n\nOpen a subscription business.\n')).toBe(true);
    expect(prompts('amend')[1]).toContain('Only these sections may be changed: 2.');
    expect(prompts('amend')[1]).toContain('Issue 1: Say whom to ask.');
  });

  // REV-16
  it('keeps its note answers, even if a repair of its citations changes them', async () => {
    const cited = `${costs} A study says more.[^1]\n\n[^1]: Study of rents, page 1: “Rents rise.”`;
    const answers = [met(1, 'Done.', 'Costs'), met(2, 'Done.')];
    const { content, noteAnswers, purposes } = await rerun({
      amend: [{ answers, edits: [edit(2, cited)] }],
      observe: [happy],
      repair: [
        {
          answers: [
            {
              failure: 1,
              verdict: 'withdrawn',
              sentence: '',
              footnotes: [],
              reason: 'No such study.',
            },
          ],
        },
      ],
    });
    expect(purposes).toContain('repair');
    expect(content).not.toContain('Study of rents');
    expect(noteAnswers).toMatchObject([{ section: 'Costs', text: 'Done.' }, { text: 'Done.' }]);
    expect(content).not.toContain('Done.');
  });

  it('gets the upstream deliverables that have changed since', async () => {
    const answers = [met(1, 'Done.'), met(2, 'Done.')];
    const given = () => ({ amend: [{ answers, edits: [] }], observe: [happy] });
    const { prompts } = await rerun(given(), ['market-research.md']);
    expect(prompts('amend')[0]).toContain(
      'Earlier document(s) 1 have changed since this document was written.',
    );
    const { prompts: unchanged } = await rerun(given());
    expect(unchanged('amend')[0]).not.toContain('have changed since');
  });

  it('whose answer is truncated fails with that reason and makes no version', async () => {
    const endless = {
      answers: [],
      edits: [edit(2, `## Costs\n\n${'one more row\n'.repeat(10_000)}`)],
    };
    const { content, last } = await rerun({
      amend: [endless, endless, endless, endless, endless],
      observe: [happy],
    });
    expect(content).toBeNull();
    expect(last).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('ran out of output tokens'),
    });
  });

  it('without an answer of the model fails with the reason and makes no version', async () => {
    provider.failWhen((body) => (purposeOf({ body }) === 'amend' ? { kind: 'bad_request' } : null));
    const { content, last } = await rerun({ observe: [happy] });
    expect(content).toBeNull();
    expect(last).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('refused the request'),
    });
  });
});
