import { setTimeout as delay } from 'node:timers/promises';
import { findContractProblems } from '../../apps/platform/testing/hostile/check-contract.ts';
import type { RawAnswer, RawRequest } from '../../apps/platform/testing/hostile/raw-request.ts';
import { sendBytes } from '../../apps/platform/testing/hostile/raw-socket.ts';
import { readEverythingOf } from '../../apps/platform/testing/hostile/tenant-walls.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../apps/platform/testing/populated-tenant.ts';
import { createMalformedSource, type Malformed, type MalformedSource } from './create-malformed.ts';
import { createProbe } from './create-probe.ts';
import { createJudge } from './judge-probe.ts';
import type { Caller, Ground, ProbeTarget } from './prepare-ground.ts';
import { runLanes } from './run-lanes.ts';
import { seededChoice } from './seeded-choice.ts';
import { sendProbe } from './send-probe.ts';
import { addViolation, countAnswer, describeBytes, describeRequest, emptyTally, type Tally } from './tally.ts';

export interface ProbePlan {
  seed: number;
  /** Number of probes across tenants. */
  probes: number;
  /** Number of malformed requests. */
  malformed: number;
  /** Number of the first probe and of the first malformed request; above 0 to repeat one. */
  from: number;
  /** Requests that are under way at a time. */
  lanes: number;
  /** Ends the attack early. */
  signal: AbortSignal;
  /** Reports progress, a line at a time. */
  report: (line: string) => void;
}

/** Requests after which credentials that one of them has ended are made anew. */
const probesPerRevival = 2_000;
const malformedPerRevival = 300;
const reportEveryMs = 10_000;

/**
 * Attacks a platform: sends probes across its two tenants, then malformed requests, and at last compares every row of
 * the tenant under attack with what it was. Returns what was counted and found. Throws an Error when the platform is
 * not on this machine.
 */
export async function runProbe(target: ProbeTarget, ground: Ground, plan: ProbePlan): Promise<Tally> {
  requireLoopback(target.baseUrl);
  const tally = emptyTally();
  await probeTenants(target, ground, plan, tally);
  await sendMalformed(target, plan, tally);
  await compareRows(target, ground, plan, tally);
  return tally;
}

/** Throws an Error unless the address is one of this machine. */
export function requireLoopback(baseUrl: string): void {
  const { hostname } = new URL(baseUrl);
  const isLoopback = /^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '[::1]' || hostname === 'localhost';
  if (!isLoopback) throw new Error(`${hostname} is not this machine: the probe attacks loopback addresses only`);
}

async function probeTenants(target: ProbeTarget, ground: Ground, plan: ProbePlan, tally: Tally): Promise<void> {
  const send = countingSend(target, tally, 'probe');
  const { judge, changing } = createJudge(ground, send);
  const revive = once(() => reviveCallers(target, ground));
  await runReported(plan, plan.probes, 'probes', tally, async (index) => {
    if (index % probesPerRevival === 0) await revive();
    const probe = createProbe(ground, seededChoice(plan.seed, index));
    const repeat = `npm run probe -- --seed ${plan.seed} --from ${index} --probes 1 --malformed 0`;
    for (const problem of await judge(probe).catch(asProblem)) {
      const request = `${probe.shape} ${describeRequest(probe.asked)}`;
      addViolation(tally, { problem, request, repeat }, plan.report);
    }
  });
  tally.changing = changing();
}

function countingSend(target: ProbeTarget, tally: Tally, phase: string): (request: RawRequest) => Promise<RawAnswer> {
  return async (request) => {
    const answer = await sendProbe(target, request);
    countAnswer(tally, phase, answer.status);
    return answer;
  };
}

const asProblem = (error: Error) => [`no answer: ${error.message}`];

/** Runs one call at a time; calls meanwhile wait for the one that runs. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Makes credentials anew that a probe has ended, and gives the tenant back its billing plan. */
async function reviveCallers(target: ProbeTarget, { own, callers }: Ground): Promise<void> {
  await target.asSuperuser(`update platform.tenants set plan = 'enterprise' where id = $1`, [own.tenantId]);
  for (const caller of callers) {
    if (await isRefused(target, caller)) await caller.revive();
  }
}

async function isRefused(target: ProbeTarget, { kind, credentials }: Caller): Promise<boolean> {
  if (kind === 'none') return false;
  const path = kind === 'portal' ? '/api/portal' : '/api/me';
  const { status } = await sendProbe(target, {
    method: 'GET',
    path,
    headers: Object.entries(credentials),
    body: undefined,
  });
  return status === 401;
}

async function sendMalformed(target: ProbeTarget, plan: ProbePlan, tally: Tally): Promise<void> {
  if (plan.malformed === 0 || plan.signal.aborted) return;
  let tenant = await createPopulatedTenant(target);
  let source = await sourceFor(tenant);
  const send = countingSend(target, tally, 'malformed');
  const renew = once(async () => {
    // A valid request may have deleted the account.
    if (await tenant.restoreSessions().then(() => true, isGone)) return;
    tenant = await createPopulatedTenant(target);
    source = await sourceFor(tenant);
  });
  await runReported(plan, plan.malformed, 'malformed requests', tally, async (index) => {
    if (index % malformedPerRevival === 0 && index > plan.from) await renew();
    const made = source.create(plan.seed, index);
    const repeat = `npm run probe -- --seed ${plan.seed} --from ${index} --probes 0 --malformed 1`;
    const request = made.kind === 'bytes' ? describeBytes(made.bytes) : describeRequest(made.request);
    const problems = await (made.kind === 'bytes' ? judgeBytes(target, made, tally) : judgeRequest(made, send)).catch(
      asProblem,
    );
    for (const problem of problems) addViolation(tally, { problem, request, repeat }, plan.report);
  });
}

/** Returns false when the row that an insert names has gone. Throws any other error. */
function isGone(error: Error & { code?: string }): false {
  if (error.code !== '23503') throw error;
  return false;
}

async function judgeRequest(
  { endpoint, request }: Extract<Malformed, { kind: 'request' }>,
  send: (request: RawRequest) => Promise<RawAnswer>,
): Promise<string[]> {
  return findContractProblems(endpoint, request, await send(request));
}

async function judgeBytes(
  target: ProbeTarget,
  { bytes }: Extract<Malformed, { kind: 'bytes' }>,
  tally: Tally,
): Promise<string[]> {
  const answer = await sendBytes(target, bytes, { end: true }).catch((error: NodeJS.ErrnoException) => {
    // The service may end a connection whose bytes are no HTTP.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return undefined;
    throw error;
  });
  const hasStatus = answer !== undefined && answer.status > 0;
  countAnswer(tally, 'malformed', hasStatus ? answer.status : 0);
  if (!hasStatus || answer.status < 400) return [];
  return findContractProblems(undefined, { method: bytes.split(' ', 1)[0] ?? '', headers: [] }, answer);
}

/** Prepares malformed requests in the name of a tenant's people, keys and clients. */
async function sourceFor(tenant: PopulatedTenant): Promise<MalformedSource> {
  const { engagement } = tenant.ids;
  const keys = [{}, { scope: 'read_only' as const }, { engagementId: engagement }];
  const made = await Promise.all(keys.map((options) => tenant.addKey(options)));
  const client = await tenant.addPortalToken(engagement);
  const issued: Credentials[] = [...made, client, client].map(({ credentials }) => credentials);
  const { owner, viewer } = tenant.sessions;
  const wrong = [{}, { authorization: 'Bearer x' }, { cookie: 'ecp_session=x; a' }];
  return createMalformedSource(tenant, [owner, owner, owner, owner, viewer, ...issued, ...wrong]);
}

async function compareRows(target: ProbeTarget, ground: Ground, plan: ProbePlan, tally: Tally): Promise<void> {
  const after = new Set(await readEverythingOf(target, ground.foreign.tenantId));
  const before = new Set(ground.foreignBefore);
  const changes = [
    ...[...before.difference(after)].map((row) => `a row of the other tenant has changed or is gone: ${row}`),
    ...[...after.difference(before)].map((row) => `the other tenant has a new row: ${row}`),
  ];
  const repeat = `npm run probe -- --seed ${plan.seed} --probes ${plan.probes} --malformed ${plan.malformed}`;
  for (const problem of changes)
    addViolation(tally, { problem: problem.slice(0, 500), request: 'all requests', repeat }, plan.report);
}

/** Runs a phase in lanes and reports its progress. */
async function runReported(
  plan: ProbePlan,
  count: number,
  what: string,
  tally: Tally,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  let done = 0;
  const reporting = (async () => {
    while (await delay(reportEveryMs, true, { signal: ended.signal }).catch(() => false)) {
      plan.report(`${done} of ${count} ${what}, ${tally.requests} requests, ${tally.violations} violations`);
    }
  })();
  const range = { from: plan.from, count, lanes: plan.lanes, signal: plan.signal };
  try {
    await runLanes(range, async (index) => {
      await work(index);
      done += 1;
    });
  } finally {
    ended.abort();
    await reporting;
  }
}
