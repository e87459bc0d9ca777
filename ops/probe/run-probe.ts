import { hash } from 'node:crypto';
import { findContractProblems } from '../../apps/server/testing/hostile/check-contract.ts';
import {
  type RawAnswer,
  type RawRequest,
  sendRaw,
} from '../../apps/server/testing/hostile/raw-request.ts';
import { readEverythingOf } from '../../apps/server/testing/hostile/tenant-walls.ts';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../apps/server/testing/populated-tenant.ts';
import {
  createMalformedSource,
  createProbe,
  type MalformedSource,
  type Probe,
} from './create-probe.ts';
import { type Caller, type Ground, type ProbeTarget, wordPattern } from './prepare-ground.ts';
import { seededChoice } from './vectors.ts';

interface ProbePlan {
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

/** Requests after which credentials that they have ended are made anew. */
const probesPerRevival = 2_000;
const malformedPerRevival = 300;
const reportEveryMs = 10_000;

/** A run, its two tenants, and what it has found so far. */
interface Attack {
  target: ProbeTarget;
  ground: Ground;
  plan: ProbePlan;
  tally: Tally;
}

/**
 * Attacks a platform: sends probes across its two tenants, then malformed requests, and at last
 * compares every row under attack with what it was. Returns what was counted and found.
 */
export async function runProbe(
  target: ProbeTarget,
  ground: Ground,
  plan: ProbePlan,
): Promise<Tally> {
  const tally: Tally = { byStatus: new Map(), requests: 0, violations: 0, first: [], changing: 0 };
  const attack: Attack = { target, ground, plan, tally };
  await sendProbes(attack);
  await sendMalformed(attack);
  await compareRows(attack);
  return tally;
}

async function sendProbes(attack: Attack): Promise<void> {
  const { ground, plan } = attack;
  const send = countingSend(attack, 'probe');
  const phase = { name: 'probes', count: plan.probes, revival: probesPerRevival };
  const revive = () => reviveCallers(attack);
  await runReported(attack, phase, revive, async (index) => {
    const probe = createProbe(ground, seededChoice(plan.seed, index));
    const repeat = `${commandOf(plan)} --from ${index} --probes 1 --malformed 0`;
    for (const problem of await judge(attack, send, probe).catch(asProblem)) {
      const request = `${probe.shape} ${describeRequest(probe.asked)}`;
      addViolation(attack, { problem, request, repeat });
    }
  });
}

const commandOf = ({ seed }: ProbePlan) => `npm run probe -- --seed ${seed}`;

function countingSend({ target, tally }: Attack, phase: string): Send {
  return async (request) => {
    const answer = await sendRaw(target, request, limits);
    const key = `${phase} ${answer.status}`;
    tally.byStatus.set(key, (tally.byStatus.get(key) ?? 0) + 1);
    tally.requests += 1;
    return answer;
  };
}

const asProblem = (error: Error) => [`no answer: ${error.message}`];

/** Makes credentials anew that a probe has ended, and gives the tenant back its billing plan. */
async function reviveCallers({ target, ground: { own, callers } }: Attack): Promise<void> {
  await target.asSuperuser(`update platform.tenants set plan = 'enterprise' where id = $1`, [
    own.tenantId,
  ]);
  // A probe may have put up a wall before the attackers' own engagement.
  await target.asSuperuser('delete from platform.walls where tenant_id = $1 and id <> $2', [
    own.tenantId,
    own.ids.wall,
  ]);
  for (const caller of callers) {
    if (await isRefused(target, caller)) await caller.revive();
  }
}

async function isRefused(target: ProbeTarget, { kind, credentials }: Caller): Promise<boolean> {
  if (kind === 'none') return false;
  const path = kind === 'portal' ? '/api/portal' : '/api/me';
  const headers = Object.entries(credentials);
  const { status } = await sendRaw(target, { method: 'GET', path, headers, body: undefined });
  return status === 401;
}

async function sendMalformed(attack: Attack): Promise<void> {
  const { target, plan } = attack;
  if (plan.malformed === 0 || plan.signal.aborted) return;
  let tenant = await createPopulatedTenant(target);
  let source = await sourceFor(tenant);
  const send = countingSend(attack, 'malformed');
  const renew = async () => {
    // A valid request may have deleted the account.
    if (await tenant.restoreSessions().then(() => true, isGone)) return;
    tenant = await createPopulatedTenant(target);
    source = await sourceFor(tenant);
  };
  const phase = { name: 'malformed requests', count: plan.malformed, revival: malformedPerRevival };
  await runReported(attack, phase, renew, async (index) => {
    const { endpoint, request } = source(plan.seed, index);
    const repeat = `${commandOf(plan)} --from ${index} --probes 0 --malformed 1`;
    const judging = send(request).then((answer) => findContractProblems(endpoint, request, answer));
    for (const problem of await judging.catch(asProblem))
      addViolation(attack, { problem, request: describeRequest(request), repeat });
  });
}

/** Returns false when the row that an insert names has gone. Throws any other error. */
function isGone(error: Error & { code?: string }): false {
  if (error.code !== '23503') throw error;
  return false;
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

async function compareRows(attack: Attack): Promise<void> {
  const { target, ground, plan } = attack;
  const after = new Set(await readEverythingOf(target, ground.foreign.tenantId));
  const before = new Set(ground.foreignBefore);
  const repeat = `${commandOf(plan)} --probes ${plan.probes} --malformed ${plan.malformed}`;
  const note = (what: string, row: string) => {
    const problem = `${what}: ${row.slice(0, 500)}`;
    addViolation(attack, { problem, request: 'all requests', repeat });
  };
  for (const row of before.difference(after))
    note('a row of the other tenant has changed or is gone', row);
  for (const row of after.difference(before)) note('there is a new row of the other tenant', row);
}

/** Part of a run. `revival` is the number of requests after which credentials are made anew. */
interface Phase {
  name: string;
  count: number;
  revival: number;
}

/** Works on the numbers of a phase, several at a time, and reports its progress. */
async function runReported(
  { plan: { from, lanes, signal, report }, tally }: Attack,
  { name, count, revival }: Phase,
  revive: () => Promise<void>,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = from;
  const timer = setInterval(() => {
    const counts = `${tally.requests} requests, ${tally.violations} violations`;
    report(`${next - from} of ${count} ${name}, ${counts}`);
  }, reportEveryMs);
  const runUntil = async (end: number) => {
    while (next < end && !signal.aborted) await work(next++);
  };
  try {
    while (next < from + count && !signal.aborted) {
      await revive();
      const end = Math.min(next + revival, from + count);
      await Promise.all(Array.from({ length: lanes }, () => runUntil(end)));
    }
  } finally {
    clearInterval(timer);
  }
}

/** A stream of events is ended after this time. */
const limits = { streamMs: 500 };

/** Sends a request and counts the answer. */
type Send = (request: RawRequest) => Promise<RawAnswer>;

/**
 * Headers that name or count one request, and those that follow from the length of what was sent.
 */
const ownHeaders = new Set([
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'date',
  'content-length',
]);

/**
 * Sends a probe and returns what is wrong with the answer, which is compared with that of the
 * probe's twin. Around an answer that differs, the twin is sent twice again: only an answer that
 * differs from two equal twins before and after it counts.
 */
async function judge({ ground, tally }: Attack, send: Send, probe: Probe): Promise<string[]> {
  const first = await send(probe.asked);
  const problems = [
    ...findContractProblems(probe.endpoint, probe.asked, first),
    ...findForeignWords(ground, probe, first),
  ];
  if (first.status === 429 || probe.wordsOnly) return problems;
  const digest = (answer: RawAnswer) => digestAnswer(probe, answer);
  const before = await send(probe.twin);
  if (digest(first) === digest(before)) return problems;
  const answer = await send(probe.asked);
  const after = await send(probe.twin);
  const isSteady = digest(before) === digest(after);
  if (!isSteady) tally.changing += 1;
  const isAlike = isSteady
    ? digest(answer) === digest(after)
    : [before.status, after.status].includes(answer.status);
  if (isAlike) return problems;
  const difference = `${answer.status} ${differingPart(answer, before)}`;
  return [...problems, `unlike the answer for what never existed (${after.status}): ${difference}`];
}

/** Returns 300 characters of an answer around its first difference from the other. */
function differingPart({ text }: RawAnswer, other: RawAnswer): string {
  let at = 0;
  while (at < text.length && text[at] === other.text[at]) at += 1;
  const start = at === text.length ? 0 : Math.max(0, at - 100);
  return text.slice(start, start + 300);
}

/**
 * Returns the status and a digest of all that a caller can tell from an answer, without what it
 * sent itself.
 */
function digestAnswer(
  { named, endpoint, asked, twin }: Probe,
  { status, headers, text }: RawAnswer,
): string {
  // A successful change makes another record each time, and typeset pages hold what was sent in a
  // form of their own.
  const isTypeset = headers['content-type'] === 'application/pdf';
  if (status < 400 && (endpoint.method !== 'GET' || isTypeset)) return String(status);
  // An ETag follows from the text, and for some lists from the address.
  const repeats = asked.path !== twin.path || named.flat().some((value) => text.includes(value));
  const seen = Object.entries(headers).filter(
    ([name]) => !ownHeaders.has(name) && !(repeats && name === 'etag'),
  );
  let shown = `${JSON.stringify(seen)}\n${text.replaceAll(String(headers['x-request-id']), '')}`;
  for (const value of named.flat())
    shown = shown.replaceAll(value, '§').replaceAll(encodeURIComponent(value), '§');
  return `${status} ${hash('sha1', shown, 'base64url')}`;
}

function findForeignWords(
  { marks }: Ground,
  { named }: Probe,
  { headers, text }: RawAnswer,
): string[] {
  const sent = named.map(([foreign]) => foreign).join('\n');
  const seen = new Set(`${text}\n${JSON.stringify(headers)}`.match(wordPattern));
  const found = [...seen].filter((word) => marks.has(word) && !sent.includes(word));
  return found.length > 0 ? [`words of the other tenant: ${found.slice(0, 3).join(', ')}`] : [];
}

/** An answer that must not be, and how to get it again. */
export interface Violation {
  /** A sentence that says what is wrong. */
  problem: string;
  /** The request in short. */
  request: string;
  /** Arguments of the program that repeat it. */
  repeat: string;
}

/** The counts of a run so far. */
export interface Tally {
  /** Answers by phase and status. */
  byStatus: Map<string, number>;
  requests: number;
  violations: number;
  /** The first violations. */
  first: Violation[];
  /**
   * Requests whose twins did not agree with each other, so that only status and words were
   * compared.
   */
  changing: number;
}

const kept = 20;

/** Counts a violation; keeps and reports it when it is one of the first. */
function addViolation({ tally, plan }: Attack, violation: Violation): void {
  tally.violations += 1;
  if (tally.first.length >= kept) return;
  tally.first.push(violation);
  plan.report(renderViolation(violation));
}

const renderViolation = ({ problem, request, repeat }: Violation) =>
  `- ${problem}\n  ${request}\n  ${repeat}`;

/** Renders a request in one line without its credentials; a long body is cut. */
function describeRequest({ method, path, headers, body }: RawRequest): string {
  const shown = headers.filter(([name]) => name !== 'authorization' && name !== 'cookie');
  return JSON.stringify({
    method,
    path,
    headers: shown,
    body: body?.subarray(0, 500).toString('latin1'),
  });
}

/** Renders the result of a run. */
export function renderTally(tally: Tally, seconds: number): string {
  const rate = Math.round(tally.requests / Math.max(seconds, 0.001));
  const lines = [...tally.byStatus]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, count]) => `  ${key}: ${count}`);
  return [
    `${tally.requests} requests in ${seconds.toFixed(0)} s, ${rate} per second; ${tally.violations} violations`,
    `answers that change by themselves, compared by status and words only: ${tally.changing}`,
    'answers by status:',
    ...lines,
    ...(tally.first.length > 0
      ? ['the first violations:', ...tally.first.map(renderViolation)]
      : []),
  ].join('\n');
}
