import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SupervisedProcess } from '@ecp/testing/supervised-process';
import { countActiveRuns, findLostWork, findUnrestoredWork, holdActiveRun } from './check-work.ts';
import type { Tolerance } from './judge-attempt.ts';
import type { Problem } from './judge-work.ts';
import type { Clients } from './run-clients.ts';
import { isPlatform } from './service-plans.ts';
import type { StackPart } from './start-parts.ts';
import type { Stack } from './start-stack.ts';

/** A time in which something happens to the services. */
export interface Phase {
  name: string;
  tolerance: Tolerance;
  /** Seconds from the beginning of the stop until the process serves again; null if nothing was stopped. */
  awaySeconds: number | null;
  /** Clients that had no answer in it, though it lasted two minutes for them. */
  silentClients: number;
}

/** The stack of a rehearsal while clients work. Acts add their phases. */
export interface Rehearsal {
  folder: string;
  stack: Stack;
  clients: Clients;
  phases: Phase[];
}

/** A part is away for this time beside those of its own stop and start. */
const pauseMs = 1_000;
const partPauseMs = 3_000;
/** The time in which the work of a killed process is taken over. */
const takeoverMs = 15_000;

/** Parts whose absence clients notice, see docs/operations.md. */
const tolerances: Record<string, Tolerance> = {
  nginx: 'interruption',
  pgbouncer: 'interruption',
  postgres: 'interruption',
  s3: 'files',
};

type NamedPhase = Pick<Phase, 'name' | 'tolerance'>;

/** Begins a phase and does what happens in it. It lasts until each client has had an answer. */
async function enter({ clients, phases }: Rehearsal, phase: NamedPhase, act: () => Promise<void>): Promise<void> {
  await clients.enter(phase.name);
  const startedMs = performance.now();
  await act();
  const awaySeconds = (performance.now() - startedMs) / 1_000;
  phases.push({ ...phase, awaySeconds, silentClients: await clients.awaitAnswers() });
}

/** Lets clients work while nothing happens, for the given time, and until each has had an answer. */
export async function workFor({ clients, phases }: Rehearsal, name: string, ms: number): Promise<void> {
  await clients.enter(name);
  await wait(ms);
  phases.push({ name, tolerance: 'nothing', awaySeconds: null, silentClients: await clients.awaitAnswers() });
}

/** Stops and starts each platform and engine, kills one of each, then stops and starts each part that all of them use. */
export async function stopEachInTurn(rehearsal: Rehearsal): Promise<Problem[]> {
  const { services, parts, stopSignal, waitUntilReady } = rehearsal.stack;
  const stop = async (one: StackPart, signal: NodeJS.Signals, ms: number) => {
    await one.stop(signal);
    await wait(ms);
    await one.start();
  };
  for (const one of services) {
    const signal = stopSignal(one.name);
    const phase = { name: `${one.name}: ${signal}`, tolerance: 'nothing' } as const;
    await enter(rehearsal, phase, () => stop(one, signal, pauseMs));
  }
  const { platforms, engines } = group(services);
  for (const one of [...platforms.slice(0, 1), ...engines.slice(0, 1)]) {
    const phase = { name: `${one.name}: kill -9`, tolerance: 'unkeyed' } as const;
    await enter(rehearsal, phase, () => stop(one, 'SIGKILL', pauseMs));
    await wait(takeoverMs);
  }
  for (const one of parts) {
    const signal = stopSignal(one.name);
    const phase = { name: `${one.name}: ${signal}`, tolerance: tolerances[one.name] ?? 'nothing' };
    await enter(rehearsal, phase, () => stop(one, signal, partPauseMs));
    await waitUntilReady();
    await workFor(rehearsal, `after ${one.name}`, pauseMs);
  }
  return endWork(rehearsal);
}

const group = (services: readonly SupervisedProcess[]) => ({
  platforms: services.filter(({ name }) => isPlatform(name)),
  engines: services.filter(({ name }) => !isPlatform(name)),
});

/**
 * Takes a backup while runs are active, lets the old processes end, and starts all again on an empty database with the
 * backup in it. The files stay in their bucket.
 */
export async function backUpAndRestore(rehearsal: Rehearsal): Promise<Problem[]> {
  const { clients, stack, folder } = rehearsal;
  const backup = join(folder, 'backup');
  const release = await holdActiveRun(stack);
  const takenMs = performance.now();
  await enter(rehearsal, { name: 'backup', tolerance: 'nothing' }, async () => {
    await stack.runScript('backup', 'scripts/backup.ts', [backup]);
  }).finally(release);
  const problems = await endWork(rehearsal);
  for (const service of stack.services) await service.stop('SIGKILL');
  await stack.postgres.replaceDatabase();
  // The clients have ended; the phase has the reads of the check.
  await clients.enter('restore');
  const startedMs = performance.now();
  await stack.runScript('backup', 'scripts/restore.ts', [backup]);
  const awaySeconds = (performance.now() - startedMs) / 1_000;
  rehearsal.phases.push({ name: 'restore', tolerance: 'nothing', awaySeconds, silentClients: 0 });
  // An engine may complete them before all services have started.
  const active = await countActiveRuns(stack);
  await Promise.all(stack.services.map((service) => service.start()));
  const saved = clients.jobs.filter(({ createdMs }) => createdMs < takenMs);
  return [...problems, ...(await findUnrestoredWork(stack, saved, { takenMs, active }))];
}

/** Lets the clients end their jobs and checks what they were promised. */
async function endWork(rehearsal: Rehearsal): Promise<Problem[]> {
  await workFor(rehearsal, 'the end', 0);
  await rehearsal.clients.stop();
  return findLostWork(rehearsal.stack, rehearsal.clients);
}
