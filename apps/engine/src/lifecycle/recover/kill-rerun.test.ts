import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine-client.ts';
import { startEngineProcess } from '../../../testing/engine-process.ts';
import { type PricedProvider, purposeOf, startPricedProvider, textOf } from '../../../testing/priced-provider.ts';
import { runRequest } from '../../../testing/run-request.ts';
import { installStepBoundaries } from '../../../testing/step-boundaries.ts';

/** Most runs held at once. Each holds connections of the engine's pools. */
const runsAtOnce = 8;

const document = '# Paper\n\nIn short.\n\n## Costs\n\nRent is not known.\n\n## Risks\n\nChurn.\n';
const amended = `${document.replace('Rent is not known.', 'Ask Ms Ames.')}
## Answers to the reviewer

1. Add rent. — **Met:** Done.
2. Name risks. — **Not met:** None known.
`;

/**
 * Makes a rerun of two independent tasks with notes. Both leads ask the same question about a document that they do not
 * see.
 */
function rerunRequest(): StartRunRequest {
  const previous = ['market', 'costs'].map((taskId) => {
    const reviewNotes = ['Add rent.', 'Name risks.'];
    return { taskId, filename: `${taskId}.md`, version: 1, content: document, reviewNotes };
  });
  const { tasks } = runRequest();
  const led = tasks.map((task) => ({ ...task, agent: 'market-research-analyst' }));
  const study = {
    taskId: 'prices',
    filename: 'prices.md',
    version: 1,
    content: '# Prices\n\nTwelve.',
    reviewNotes: [],
  };
  return runRequest({
    tasks: [...led, { id: 'prices', name: 'Price study', agent: 'pricing-strategist' }],
    ...{ rerunTaskId: 'market', rerunTaskIds: ['market', 'costs'] },
    previous: [...previous, study],
  });
}

function scriptRerun(provider: PricedProvider): void {
  const edit = (markdown: string) => [{ action: 'replace', section: 2, markdown }];
  const answer = (note: number, status: string, said: string) => ({ note, status, answer: said, section: '' });
  provider.respondWith((body) => {
    const text = textOf({ body });
    const says = (words: string) => text.includes(words);
    const reply = () => {
      switch (purposeOf({ body })) {
        case 'delegate':
          return { questions: [{ agentSlug: 'pricing-strategist', question: 'What will they pay?' }] };
        case 'consult':
          return { answer: 'Twelve.' };
        case 'amend':
          if (says('Only these sections may be changed'))
            return { answers: [], edits: edit('## Costs\n\nAsk Ms Ames.') };
          return says('note(s) 1, 2')
            ? { answers: [answer(1, 'met', 'Done.')], edits: edit('## Costs\n\nAsk somebody.') }
            : { answers: [answer(2, 'not_met', 'None known.')], edits: [] };
        case 'observe':
          return { score: says('Ask Ms Ames.') ? 90 : 50, strengths: [], issues: ['Say whom to ask.'] };
        default:
          return null;
      }
    };
    const value = reply();
    return value === null ? null : JSON.stringify(value);
  });
}

// PRO-6
it('completes a rerun after kill -9 at any step: each question and each amendment is paid once', async () => {
  const fresh = await createFreshDatabase();
  const provider = await startPricedProvider();
  scriptRerun(provider);
  let engine = await startEngineProcess(fresh.url, provider.environment);
  const boundaries = await installStepBoundaries(fresh.adminUrl);
  const faultsOf = async ({ runId }: StartRunRequest): Promise<string[]> => {
    const events = await engine.eventsUntil(runId, isOver, { tenantId: runId });
    const documents = ofType(events, 'deliverable').filter(({ content }) => content === amended);
    const asked = ofType(events, 'delegation').map(({ reused }) => String(reused));
    const twice = await fresh.asSuperuser<{ call_key: string }>(
      `select call_key from engine.model_calls where run_id = $1 group by call_key
        having count(*) filter (where answer is not null) <> 1 or count(*) filter (where status = 'reserved') > 0`,
      [runId],
    );
    return [
      ...(events.at(-1)?.type === 'status' ? [] : ['it did not end']),
      ...(documents.length === 2 ? [] : [`${documents.length} documents as expected`]),
      ...(asked.sort().join() === 'false,true' ? [] : [`asked: ${asked.join()}`]),
      ...twice.map(({ call_key }) => `${call_key} was not paid once`),
    ];
  };
  try {
    const undisturbed = rerunRequest();
    await engine.startRun(undisturbed, undisturbed.runId);
    expect(await faultsOf(undisturbed)).toEqual([]);
    const steps = await boundaries.countSteps(undisturbed.runId);
    expect(steps).toBeGreaterThan(20);
    const faults: string[] = [];
    let missedKills = 0;
    for (let first = 1; first <= steps; first += runsAtOnce) {
      const batch = Array.from({ length: Math.min(runsAtOnce, steps + 1 - first) }, () => rerunRequest());
      for (const [index, run] of batch.entries()) {
        const moment = index % 2 === 0 ? 'before its record' : 'after its record';
        await boundaries.hold(run.runId, { step: first + index, moment });
        await engine.startRun(run, run.runId);
      }
      missedKills += (await boundaries.allReached()).missed;
      await engine.kill();
      await boundaries.releaseAll();
      engine = await startEngineProcess(fresh.url, provider.environment);
      for (const [index, run] of batch.entries()) {
        faults.push(...(await faultsOf(run)).map((fault) => `killed at step ${first + index}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    // A wait for the other task's answer is a step, too, so some runs have fewer.
    expect(missedKills).toBeLessThanOrEqual(2);
  } finally {
    await boundaries.close();
    await engine.kill();
    await provider.close();
    await fresh.drop();
  }
}, 600_000);
