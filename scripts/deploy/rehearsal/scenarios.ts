import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findLostWork, findUnrestoredWork, type Problem } from './check-work.ts';
import type { Tolerance } from './judge-attempt.ts';
import type { Clients } from './run-clients.ts';
import type { StackPart } from './start-parts.ts';
import type { Stack } from './start-stack.ts';

/** A time in which something happens to the services. */
export interface Phase {
  name: string;
  tolerance: Tolerance;
  /** Seconds from the beginning of the stop until the process serves again; null if nothing was stopped. */
  awaySeconds: number | null;
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

/** Begins a phase and does what happens in it. */
async function enter(rehearsal: Rehearsal, phase: Omit<Phase, 'awaySeconds'>, act: () => Promise<void>): Promise<void> {
  await rehearsal.clients.enter(phase.name);
  const startedMs = performance.now();
  await act();
  rehearsal.phases.push({ ...phase, awaySeconds: (performance.now() - startedMs) / 1_000 });
}

/** Lets clients work while nothing happens, for the given time. */
export async function workFor(rehearsal: Rehearsal, name: string, ms: number): Promise<void> {
  await rehearsal.clients.enter(name);
  rehearsal.phases.push({ name, tolerance: 'nothing', awaySeconds: null });
  await wait(ms);
}

/** Stops and starts each platform and engine, kills one of each, then stops and starts each part that all of them use. */
export async function stopEachInTurn(rehearsal: Rehearsal): Promise<Problem[]> {
  const { services, parts, waitUntilReady } = rehearsal.stack;
  const stop = async (one: StackPart, signal: 'SIGTERM' | 'SIGKILL', ms: number) => {
    await one.stop(signal);
    await wait(ms);
    await one.start();
  };
  for (const one of services) {
    const phase = { name: `${one.name}: SIGTERM`, tolerance: 'nothing' } as const;
    await enter(rehearsal, phase, () => stop(one, 'SIGTERM', pauseMs));
  }
  for (const one of services.filter(({ name }) => name.endsWith('-2'))) {
    const phase = { name: `${one.name}: kill -9`, tolerance: 'nothing' } as const;
    await enter(rehearsal, phase, () => stop(one, 'SIGKILL', pauseMs));
    await wait(takeoverMs);
  }
  for (const one of parts) {
    const phase = { name: `${one.name}: SIGTERM`, tolerance: tolerances[one.name] ?? 'nothing' };
    await enter(rehearsal, phase, () => stop(one, 'SIGTERM', partPauseMs));
    await waitUntilReady();
    await workFor(rehearsal, `after ${one.name}`, pauseMs);
  }
  return endWork(rehearsal);
}

/** Migrates while the older processes serve, and replaces them one by one. */
export async function upgradeEachInTurn(rehearsal: Rehearsal): Promise<Problem[]> {
  const { stack } = rehearsal;
  await enter(rehearsal, { name: 'migration', tolerance: 'nothing' }, async () => {
    await stack.runScript('migrate', 'scripts/migrate.ts');
  });
  await workFor(rehearsal, 'older release, newer schema', 2_000);
  for (const service of [...stack.services.slice(3), ...stack.services.slice(0, 3)]) {
    await enter(rehearsal, { name: `${service.name}: upgrade`, tolerance: 'nothing' }, async () => {
      await service.stop('SIGTERM');
      service.plan = stack.presentPlan(service.name);
      await service.start();
    });
  }
  return endWork(rehearsal);
}

/**
 * Takes a backup while runs are active, lets the old processes end, and starts all again on an empty database with the
 * backup in it. The files stay in their bucket.
 */
export async function backUpAndRestore(rehearsal: Rehearsal): Promise<Problem[]> {
  const { clients, stack, folder } = rehearsal;
  const backup = join(folder, 'backup');
  const takenMs = performance.now();
  await enter(rehearsal, { name: 'backup', tolerance: 'nothing' }, async () => {
    await stack.runScript('backup', 'scripts/backup.ts', [backup]);
  });
  const problems = await endWork(rehearsal);
  for (const service of stack.services) await service.stop('SIGKILL');
  await stack.postgres.replaceDatabase();
  const startedMs = performance.now();
  await stack.runScript('backup', 'scripts/restore.ts', [backup]);
  const awaySeconds = (performance.now() - startedMs) / 1_000;
  rehearsal.phases.push({ name: 'restore', tolerance: 'nothing', awaySeconds });
  await Promise.all(stack.services.map((service) => service.start()));
  const saved = clients.jobs.filter(({ createdMs }) => createdMs < takenMs);
  return [...problems, ...(await findUnrestoredWork(stack, saved, takenMs))];
}

/** Lets the clients end their jobs and checks what they were promised. */
async function endWork(rehearsal: Rehearsal): Promise<Problem[]> {
  await workFor(rehearsal, 'the end', 0);
  await rehearsal.clients.stop();
  return findLostWork(rehearsal.stack, rehearsal.clients.jobs);
}
