import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '../child-program.ts';
import { startChild } from '../children.ts';
import { makeProcessFolder } from '../process-folders.ts';
import {
  buildCommandLine,
  type ForbiddenAction,
  forbiddenActions,
  type Isolation,
  type IsolationLayer,
  isolationLayers,
  listReadablePaths,
  type ReadablePaths,
} from './isolation.ts';
import type { ProbeTargets } from './probe-main.ts';

const probe: ChildProgram = {
  name: 'probe',
  main: fileURLToPath(new URL('./probe-main.ts', import.meta.url)),
  reads: [],
  packages: ['@ecp/sandbox'],
  allowAddons: false,
  heapMb: 64,
  memoryMb: 500,
};
const limits = {
  body: undefined,
  timeMs: 30_000,
  cpuMs: 10_000,
  memoryMb: probe.memoryMb,
  isLong: false,
  signal: undefined,
};

/**
 * Finds which layers of `wanted` (by default all) isolate children on this machine: a child tries
 * what it must not be able to do. If the layers do not start together, each is tried alone.
 */
export async function probeIsolation(
  wanted: readonly IsolationLayer[] = isolationLayers,
): Promise<Isolation> {
  const targets = await openTargets();
  try {
    const paths = await listReadablePaths(probe);
    const attempt = (layers: IsolationLayer[]) => attemptEverything(paths, layers, targets.targets);
    const missing: Isolation['missing'] = {};
    const possible = wanted.filter((layer) => {
      const reason = reasonAgainst(layer);
      if (reason !== null) missing[layer] = reason;
      return reason === null;
    });
    let active = possible;
    let code = await attempt(active);
    if ('reason' in code) {
      active = await keepWorkingLayers(possible, attempt, missing);
      code = await attempt(active);
    }
    if ('reason' in code) throw new Error(`No child process can be started: ${code.reason}`);
    const native = await attempt(active.filter((layer) => layer !== 'permissions'));
    // An action that could not be tried counts as open.
    const openToNativeCode = 'reason' in native ? [...forbiddenActions] : native.succeeded;
    return { active, missing, openToCode: code.succeeded, openToNativeCode };
  } finally {
    await targets.close();
  }
}

function reasonAgainst(layer: IsolationLayer): string | null {
  if (layer === 'permissions') return null;
  if (process.platform !== 'linux') return `${process.platform} has none`;
  return layer === 'user' && process.getuid?.() !== 0 ? 'the product does not run as root' : null;
}

type Attempt = { succeeded: ForbiddenAction[] } | { reason: string };

/** Returns the layers that work, each tried with those that it needs. */
async function keepWorkingLayers(
  possible: IsolationLayer[],
  attempt: (layers: IsolationLayer[]) => Promise<Attempt>,
  missing: Isolation['missing'],
): Promise<IsolationLayer[]> {
  const kept: IsolationLayer[] = [];
  for (const layer of possible) {
    const needs =
      layer === 'permissions' || layer === 'privileges' ? [] : (['privileges'] as const);
    const outcome = needs.every((need) => kept.includes(need))
      ? await attempt([...kept, layer])
      : null;
    if (outcome === null) missing[layer] = 'it needs setpriv';
    else if ('reason' in outcome) missing[layer] = outcome.reason;
    else kept.push(layer);
  }
  return kept;
}

async function attemptEverything(
  paths: ReadablePaths,
  layers: IsolationLayer[],
  targets: ProbeTargets,
): Promise<Attempt> {
  const command = buildOrExplain(paths, layers);
  if ('reason' in command) return command;
  const child = startChild(probe.name, command);
  try {
    const outcome = await child.run({ ...limits, job: targets });
    if ('answer' in outcome) return { succeeded: outcome.answer.head as ForbiddenAction[] };
    return {
      reason: outcome.error instanceof Error ? outcome.error.message : String(outcome.error),
    };
  } finally {
    await child.kill();
  }
}

function buildOrExplain(paths: ReadablePaths, layers: IsolationLayer[]) {
  try {
    return buildCommandLine(probe, paths, new Set(layers));
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Opens what the probe tries to reach. */
async function openTargets(): Promise<{ targets: ProbeTargets; close(): Promise<void> }> {
  const folder = makeProcessFolder('probe');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A process that is asked to end soon after its start leaves nothing.
  process.once('exit', remove);
  await chmod(folder, 0o777);
  const file = join(folder, 'file');
  await writeFile(file, 'reachable');
  const socket = join(folder, 'socket');
  const servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(socket)];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  await chmod(socket, 0o777);
  const tcpPort = portOf(servers[0]);
  return {
    targets: { file, folder, tcpPort, socket, parentPid: process.pid },
    async close() {
      for (const server of servers) server.close();
      process.off('exit', remove);
      remove();
    },
  };
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
