import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { isOver } from './engine-client.ts';
import { startEngineProcess } from './engine-process.ts';
import { type PricedProvider, purposeOf, startPricedProvider, textOf } from './priced-provider.ts';
import { findRunFaults } from './run-integrity.ts';
import { runRequest } from './run-request.ts';
import { type Boundary, installStepBoundaries } from './step-boundaries.ts';

/** Most runs held at once. Each holds connections of the engine's pools. */
const runsAtOnce = 8;

export interface KillReport {
  /** Number of durable steps of the run, counted in a first, undisturbed run. */
  steps: number;
  kills: number;
  /** Faults after the restarts, by boundary. Empty if there are none. */
  faults: string[];
}

/**
 * Holds one run at every boundary of one kind, kills the engine with -9 while they are held, and lets new processes
 * complete them. Each run has its own tenant, because the batches of one tenant share transactions. `sharing` runs of
 * one more tenant are killed while several of them commit together.
 */
export async function killAtEveryBoundary(moment: Boundary['moment'], sharing = 0): Promise<KillReport> {
  const fresh = await createFreshDatabase();
  const provider = await startPricedProvider();
  scriptOneRevision(provider);
  let engine = await startEngineProcess(fresh.url, provider.environment);
  const boundaries = await installStepBoundaries(fresh.adminUrl);
  const faults: string[] = [];
  const check = async (runs: StartRunRequest[], name: (run: StartRunRequest) => string) => {
    for (const run of runs) faults.push(...(await faultsOf(run)).map((fault) => `${name(run)}: ${fault}`));
  };
  const faultsOf = async (request: StartRunRequest, tenantId = request.runId) => {
    const events = await engine.eventsUntil(request.runId, isOver, { tenantId });
    return findRunFaults(fresh, provider.meter.calls, request, events);
  };
  const killWhileSharing = async () => {
    const tenantId = 'sharing';
    const shared = Array.from({ length: sharing }, runOfTwo);
    await boundaries.holdShared(tenantId);
    for (const run of shared) await engine.startRun(run, tenantId);
    await boundaries.sharedReached();
    await engine.kill();
    await boundaries.releaseAll();
    engine = await startEngineProcess(fresh.url, provider.environment);
    for (const run of shared) {
      faults.push(...(await faultsOf(run, tenantId)).map((fault) => `killed in a shared commit: ${fault}`));
    }
  };
  try {
    const undisturbed = runOfTwo();
    await engine.startRun(undisturbed, undisturbed.runId);
    await check([undisturbed], () => 'undisturbed');
    const steps = await boundaries.countSteps(undisturbed.runId);
    const held = Array.from({ length: steps }, (_, index) => ({ run: runOfTwo(), step: index + 1 }));
    const stepOf = new Map(held.map(({ run, step }) => [run.runId, step]));
    let kills = 0;
    let killed: StartRunRequest[] = [];
    for (let first = 0; first < held.length; first += runsAtOnce) {
      const batch = held.slice(first, first + runsAtOnce);
      for (const { run, step } of batch) {
        await boundaries.hold(run.runId, { step, moment });
        await engine.startRun(run, run.runId);
      }
      // The runs of the previous kill complete meanwhile.
      await check(killed, ({ runId }) => `killed at step ${stepOf.get(runId)}`);
      const { missed } = await boundaries.allReached();
      if (missed > 0) throw new Error(`${missed} runs ended before their boundary`);
      await engine.kill();
      await boundaries.releaseAll();
      engine = await startEngineProcess(fresh.url, provider.environment);
      killed = batch.map(({ run }) => run);
      kills += 1;
    }
    await check(killed, ({ runId }) => `killed at step ${stepOf.get(runId)}`);
    if (sharing > 0) {
      await killWhileSharing();
      kills += 1;
    }
    return { steps, kills, faults };
  } finally {
    await boundaries.close();
    await engine.kill();
    await provider.close();
    await fresh.drop();
  }
}

/** Makes a run of two tasks, one after the other. `kill-rerun.test.ts` kills runs of independent tasks. */
const runOfTwo = () =>
  runRequest({
    sources,
    tasks: [
      { id: 'costs', name: 'Cost analysis', description: 'Analyse roasting and delivery cost per kilogram.' },
      { id: 'plan', name: 'Growth plan', description: 'Plan the next two years.', dependsOn: ['costs'] },
    ],
  });

/** Makes one task search and score low, so that its run has every kind of step. */
function scriptOneRevision(provider: PricedProvider): void {
  const low = JSON.stringify({ score: 50, strengths: [], issues: ['Name the source of the first figure.'] });
  const search = { toolCalls: [{ name: 'search_context', arguments: '{"query":"roasting"}' }] };
  provider.respondWith((body) => {
    if (!textOf({ body }).includes('Task: Cost analysis')) return null;
    const isFirstTurn = purposeOf({ body }) === 'draft' && !body.messages.some(({ role }) => role === 'tool');
    return purposeOf({ body }) === 'observe' ? low : isFirstTurn && body.tools ? search : null;
  });
}

const sources = [{ id: 'src', title: 'notes.md', location: null, text: 'Roasting a kilogram takes 12 minutes.' }];
