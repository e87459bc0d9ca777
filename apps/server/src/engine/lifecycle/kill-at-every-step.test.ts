import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { ChatRequest } from '@ecp/testing/fake-llm/fake-llm-wire';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { type EngineProcess, startEngineProcess } from '../../../testing/engine/engine-process.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import {
  type Boundary,
  installStepBoundaries,
  type StepBoundaries,
} from '../../../testing/engine/step-boundaries.ts';

/** Each run is killed so often. More runs at once would need more connections than the engine has. */
const killsOfRun = 3;
/**
 * A rerun is killed at every second step, as its two tasks have the same kinds. STEP_KILLS=all
 * kills it at each.
 */
const stride = process.env['STEP_KILLS'] === 'all' ? 1 : 2;

let fresh: FreshDatabase;
let provider: PricedProvider;
let engine: EngineProcess;
let boundaries: StepBoundaries;
const start = () => startEngineProcess(fresh.url, provider.environment);
beforeAll(async () => {
  fresh = await createEngineDatabase();
  provider = await startPricedProvider();
  engine = await start();
  boundaries = await installStepBoundaries(fresh.adminUrl);
});
afterAll(async () => {
  await boundaries.close();
  await engine.kill();
  await provider.close();
  await fresh.drop();
});

/** Runs of one kind, which are killed at boundaries of their steps. */
interface KilledKind {
  make(): StartRunRequest;
  /** Lists the boundaries of a run of so many steps, in their order. */
  boundariesOf(steps: number): Boundary[];
  /** Lists what is wrong with a run that has ended. */
  faultsOf(run: StartRunRequest): Promise<string[]>;
}

/** A run with the boundaries at which it is killed, one after another. */
interface KilledRun {
  run: StartRunRequest;
  boundaries: Boundary[];
  faultsOf: KilledKind['faultsOf'];
}

/** Plans the kills of one kind of runs. A first, undisturbed run counts the steps. */
async function planKills({ make, boundariesOf, faultsOf }: KilledKind) {
  const undisturbed = make();
  await engine.startRun(undisturbed, undisturbed.runId);
  expect(await faultsOf(undisturbed)).toEqual([]);
  const steps = await boundaries.countSteps(undisturbed.runId);
  const planned = boundariesOf(steps);
  const count = Math.ceil(planned.length / killsOfRun);
  const killed = Array.from({ length: count }, (_, index): KilledRun => {
    const halts = planned.filter((_boundary, at) => at % count === index);
    return { run: make(), boundaries: halts, faultsOf };
  });
  return { steps, killed };
}

/**
 * Kills the engine with -9 at boundaries of the steps of runs. Each kill meets several runs, each
 * at another boundary, and the next process completes them up to their next ones. Each run has its
 * own tenant, because the batches of one tenant share transactions. Returns the boundaries that
 * runs have missed, by run.
 */
async function killAtBoundaries(killed: KilledRun[]): Promise<string[]> {
  const missed: string[] = [];
  for (let kill = 0; kill < killsOfRun; kill += 1) {
    for (const { run, boundaries: halts } of killed) {
      const boundary = halts[kill];
      if (boundary) await boundaries.hold(run.runId, boundary);
    }
    if (kill === 0) for (const { run } of killed) await engine.startRun(run, run.runId);
    else engine = await start();
    missed.push(...(await boundaries.allReached()).missed);
    await engine.kill();
    await boundaries.releaseAll();
  }
  engine = await start();
  return missed;
}

/** Lists what is wrong with runs that were killed. */
async function findFaults(killed: KilledRun[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { run, boundaries: halts, faultsOf } of killed) {
    const faultsOfRun = await faultsOf(run);
    faults.push(...faultsOfRun.map((fault) => `killed at ${JSON.stringify(halts)}: ${fault}`));
  }
  return faults;
}

const moments = ['before its record', 'after its record'] as const;

function stepsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function boundariesUpTo(count: number): Boundary[] {
  return stepsUpTo(count).flatMap((step) => {
    return moments.map((moment) => ({ step, moment }));
  });
}

async function faultsOfPlain(
  request: StartRunRequest,
  tenantId = request.runId,
): Promise<string[]> {
  const events = await engine.eventsUntil(request.runId, isOver, { tenantId });
  return findRunFaults(fresh, provider.meter.calls, request, events);
}

// PRO-6, RUN-21
it('completes runs and reruns after kill -9 at their steps, before each record and after it, and in a common commit; each call is paid once', async () => {
  script();
  const tenantId = 'sharing';
  // A second task would have no kind of step that the first one lacks.
  const plain = await planKills({
    make: oneTask,
    boundariesOf: boundariesUpTo,
    faultsOf: faultsOfPlain,
  });
  const rerun = await planKills({
    make: rerunRequest,
    boundariesOf: (count) =>
      stepsUpTo(count)
        .filter((step) => step % stride === 0)
        .map((step, index) => ({ step, moment: moments[index % 2] ?? 'before its record' })),
    faultsOf: faultsOfRerun,
  });
  expect(plain.steps).toBeGreaterThan(10);
  expect(rerun.steps).toBeGreaterThan(20);
  // So many runs at once share a transaction on every machine. The first kill meets it.
  const shared = Array.from({ length: 8 }, oneTask);
  await boundaries.holdShared(tenantId);
  await Promise.all(shared.map((run) => engine.startRun(run, tenantId)));
  await boundaries.sharedReached();

  const missed = await killAtBoundaries([...plain.killed, ...rerun.killed]);
  expect(await findFaults([...plain.killed, ...rerun.killed])).toEqual([]);
  const plainIds = new Set(plain.killed.map(({ run }) => run.runId));
  expect(missed.filter((runId) => plainIds.has(runId))).toEqual([]);
  // A wait for the other task's answer is a step, too, so some reruns have fewer: they miss the
  // last boundaries.
  expect(missed.length).toBeLessThanOrEqual(5);
  for (const run of shared) expect(await faultsOfPlain(run, tenantId)).toEqual([]);
});

/** Makes a run of one task. */
const oneTask = () =>
  runRequest({
    sources,
    tasks: [
      {
        id: 'costs',
        name: 'Roasting costs',
        description: 'Analyse roasting and delivery cost per kilogram.',
      },
    ],
  });

const sources = [
  { id: 'src', title: 'notes.md', location: null, text: 'Roasting a kilogram takes 12 minutes.' },
];

/** Answers the calls of both kinds of runs. */
function script(): void {
  provider.respondWith((body) =>
    textOf({ body }).includes('Task: Roasting costs') ? replyToPlain(body) : replyToRerun(body),
  );
}

/** Makes a task search and score low, so that its run has every kind of step. */
function replyToPlain(body: ChatRequest) {
  const low = JSON.stringify({
    score: 50,
    strengths: [],
    issues: [{ concern: 'form', issue: 'Name the source of the first figure.' }],
  });
  const search = { toolCalls: [{ name: 'search_context', arguments: '{"query":"roasting"}' }] };
  const isFirstTurn =
    purposeOf({ body }) === 'draft' && !body.messages.some(({ role }) => role === 'tool');
  if (purposeOf({ body }) === 'observe') return low;
  return isFirstTurn && body.tools ? search : null;
}

const document = '# Paper\n\nIn short.\n\n## Costs\n\nRent is not known.\n\n## Risks\n\nChurn.\n';
const amended = document.replace('Rent is not known.', 'Ask Ms Ames.');

/**
 * Makes a rerun of two independent tasks with notes. Both leads ask the same question about a
 * document that they do not see.
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
    rerunTaskId: 'market',
    rerunTaskIds: ['market', 'costs'],
    previous: [...previous, study],
  });
}

function replyToRerun(body: ChatRequest): string | null {
  const edit = (markdown: string) => [{ action: 'replace', section: 2, markdown }];
  const answer = (note: number, status: string, said: string) => ({
    note,
    status,
    answer: said,
    section: '',
  });
  const text = textOf({ body });
  const includesWords = (words: string) => text.includes(words);
  const reply = () => {
    switch (purposeOf({ body })) {
      case 'delegate':
        return {
          questions: [{ agentSlug: 'pricing-strategist', question: 'What will they pay?' }],
        };
      case 'consult':
        return { answer: 'Twelve.' };
      case 'amend':
        if (includesWords('Only these sections may be changed'))
          return { answers: [], edits: edit('## Costs\n\nAsk Ms Ames.') };
        return includesWords('note(s) 1, 2')
          ? { answers: [answer(1, 'met', 'Done.')], edits: edit('## Costs\n\nAsk somebody.') }
          : { answers: [answer(2, 'not_met', 'None known.')], edits: [] };
      case 'observe':
        return {
          score: includesWords('Ask Ms Ames.') ? 90 : 50,
          strengths: [],
          issues: [{ concern: 'form', issue: 'Say whom to ask.' }],
        };
      default:
        return null;
    }
  };
  const value = reply();
  return value === null ? null : JSON.stringify(value);
}

async function faultsOfRerun({ runId }: StartRunRequest): Promise<string[]> {
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
}
