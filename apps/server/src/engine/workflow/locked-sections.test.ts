import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import { beforeAll, expect, it } from 'vitest';
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

const mine = '## Costs\n\nRent is what *we* negotiated,  not the list price.[^1]';
const previous = `# Growth plan

Open a subscription business.

${mine}

## Steps

1. Choose a site.

[^1]: Brief: “subscription”
`;
const happy = { score: 90, strengths: [], issues: [] };
const weak = {
  score: 20,
  strengths: [],
  issues: [{ concern: 'form', issue: 'The costs say nothing.' }],
};

/**
 * Reruns the plan, whose costs a person wrote. Each purpose gets its answers one after the other.
 */
async function rerun(answers: Record<string, unknown[]>, reviewNotes: string[] = []) {
  const left: Record<string, unknown[]> = { delegate: [{ questions: [] }], ...answers };
  provider.respondWith((body: ChatRequest) => {
    const answer = left[purposeOf({ body })]?.shift();
    return answer === undefined
      ? null
      : typeof answer === 'string'
        ? answer
        : JSON.stringify(answer);
  });
  const plan = {
    taskId: 'plan',
    filename: 'growth-plan.md',
    version: 2,
    content: previous,
    reviewNotes,
  };
  const market = {
    taskId: 'market',
    filename: 'market-research.md',
    version: 1,
    content: '# Done\n',
    reviewNotes: [],
  };
  const request = runRequest({
    rerunTaskId: 'plan',
    previous: [market, { ...plan, lockedSections: [1] }],
  });
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  const calls = provider.meter.calls.filter((call) => textOf(call).includes(` ${request.runId}.`));
  const [made] = ofType(events, 'deliverable');
  return {
    content: made?.content ?? '',
    base: made?.base,
    prompt: (purpose: string) => calls.filter((call) => purposeOf(call) === purpose).map(textOf)[0],
  };
}

// WRI-7
it('a document that is written again keeps the section of a person byte for byte, through draft, revision and repair', async () => {
  const other =
    '# Growth plan\n\nDo not open.[^1]\n\n## Costs\n\nRent is 4 million.\n\n## Team\n\nTwo.\n\n[^1]: Brief: “open”\n';
  const answer = { verdict: 'mended', sentence: 'Gone.', footnotes: [], reason: 'Wrong.' };
  const answers = [1, 2, 3].map((failure) => ({ ...answer, failure }));
  const { content, base, prompt } = await rerun({
    draft: [other],
    observe: [weak, happy],
    revise: [other.replace('Two.', 'Three.')],
    repair: [{ answers }],
  });
  expect(content).toContain(`\n\n${mine}\n\n## Team\n\nThree.`);
  expect(content).toContain('[^1]: Brief: “subscription”\n');
  expect(content).not.toContain('4 million');
  expect(base).toEqual({ version: 2, locked: [1] });
  expect(prompt('draft')).toContain('exactly as they are now');
});

// WRI-7
it('an amendment drops edits of the section of a person, and its agent is told', async () => {
  const { content, prompt } = await rerun(
    {
      amend: [
        {
          answers: [
            {
              note: 1,
              status: 'partly',
              answer: 'The costs are not ours to change.',
              section: 'Steps',
            },
          ],
          edits: [
            { action: 'replace', section: 2, markdown: '## Costs\n\nRent is low.' },
            { action: 'replace', section: 3, markdown: '## Steps\n\n1. Ask for rents.' },
          ],
        },
      ],
      observe: [happy],
    },
    ['Say what each step costs.'],
  );
  expect(content).toContain(`\n\n${mine}\n\n## Steps\n\n1. Ask for rents.`);
  expect(content).not.toContain('Answers to the reviewer');
  expect(prompt('amend')).toContain('A person has written section(s) 2');
});
