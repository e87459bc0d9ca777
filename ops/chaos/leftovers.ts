import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { renderEnding } from '@ecp/testing/render-ending';
import type { ProcessEnding } from '@ecp/testing/supervised-process';
import type { ChaosPostgres } from './chaos-postgres.ts';
import { type Finding, settle } from './checks.ts';
import type { MadeFault } from './faults.ts';
import { listSessions } from './processes.ts';
import { type ChaosSystem, feels, type Target } from './system.ts';

type Server = Pick<ChaosPostgres, 'query'>;
const orphanRule = 'no orphan row';
const leakRule = 'nothing is left of ended services';

/**
 * Counts that must be 0 once everything has ended. A start that failed leaves a stopped run at the
 * engine, so that it can never begin there; it goes with its engagement.
 */
const orphanStatements: [string, string][] = [
  [
    'runs of the engine that have not ended',
    `select count(*) from engine.runs where status in ('running', 'paused')`,
  ],
  [
    'runs of the platform that have not ended',
    `select count(*) from platform.runs where status in ('running', 'paused')`,
  ],
  [
    'runs of the engine that were not stopped, without a run of the platform',
    `select count(*) from engine.runs e where kind = 'run' and failure_reason is distinct from 'stopped' and not exists
       (select from platform.runs p where p.tenant_id = e.tenant_id and p.id = e.id)`,
  ],
  [
    'reservations of money that were never settled',
    `select count(*) from engine.model_calls where status = 'reserved'`,
  ],
  [
    'deliveries that are still due',
    'select count(*) from platform.webhook_deliveries where due_attempt is not null',
  ],
];

/**
 * Work that the platform begins by the clock, so that some may be open at any time. Mails to people
 * who never confirmed their address wait for their turn.
 */
const begunByClock = new Set(['analyzePatterns', 'checkSources', 'sendMail']);

/** Checks that no row of an unfinished act is left. */
export async function checkOrphans(postgres: Server): Promise<Finding[]> {
  const counts = await Promise.all(
    orphanStatements.map(async ([what, statement]) => {
      const [row] = await postgres.query<{ count: string }>(statement);
      return { what, count: Number(row?.count) };
    }),
  );
  const open = await postgres.query<{ service: string; kind: string; count: number }>(
    'select service, kind, count(*)::integer as count from platform.works where ended_at is null group by 1, 2',
  );
  const works = open
    .filter(({ kind }) => !begunByClock.has(kind))
    .map(({ service, kind, count }) => ({ what: `works ${kind} of the ${service}`, count }));
  return [...counts, ...works].flatMap(({ what, count }) =>
    count === 0 ? [] : [{ rule: orphanRule, detail: `${count} ${what}` }],
  );
}

/** Time in which the last process and connection of an ended service are gone. */
const closeLimitMs = 10_000;

/**
 * Checks that nothing remains of services that have all ended: no connection, process or temporary
 * file.
 */
export function checkRemains(
  system: Pick<ChaosSystem, 'platforms' | 'engines' | 'postgres' | 'temporary'>,
): Promise<Finding[]> {
  const sessions = [...system.platforms, ...system.engines].flatMap(({ pids }) => pids);
  const check = async () => {
    const open = await system.postgres.query<{ name: string }>(
      `select application_name as name from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const left = [
      ...open.map(({ name }) => `a connection of ${name || 'an unnamed service'}`),
      ...(await listSessions(sessions)).map(({ pid, name }) => `${name} (${pid})`),
      ...(await readdir(system.temporary)),
    ];
    return left.map((detail) => ({ rule: leakRule, detail }));
  };
  return settle(leakRule, check, closeLimitMs);
}

/** Node writes its version last when an error that nobody caught ends a process. */
const lastLine = /^Node\.js v\d/;
/** The beginning of such an error, `Error: …` or `TypeError: …`. */
const errorLine = /^\w*error: /i;

/**
 * Checks the logs of services for errors that nobody caught. Such an end has the same code as one
 * that is by design, and a supervisor hides it.
 */
export async function checkCrashes(logs: string): Promise<Finding[]> {
  const names = (await readdir(logs)).filter((name) => /^(?:engine|platform)-/.test(name));
  const found = await Promise.all(
    names.map((name) => findCrashes(basename(name, '.log'), join(logs, name))),
  );
  return found.flat();
}

async function findCrashes(name: string, path: string): Promise<Finding[]> {
  const counts = new Map<string, number>();
  let error = '';
  const lines = createInterface(createReadStream(path)).on('line', (line) => {
    if (errorLine.test(line)) error = line;
    if (lastLine.test(line)) counts.set(error, (counts.get(error) ?? 0) + 1);
  });
  await once(lines, 'close');
  return [...counts].map(([what, count]) => ({
    rule: 'no service crashes',
    detail: `${name}: ${count} times ${what}`,
  }));
}

/**
 * Time after a fault in which a service learns that another one has its work, or gives up its
 * start.
 */
const learnsWithinMs = 30_000;

/** A service and its ends that nobody asked for. */
interface EndedService {
  name: string;
  endings: readonly ProcessEnding[];
}

/**
 * Checks that no service ended by itself, or failed when it was asked to end. A service that a
 * fault keeps from the database ends with code 1 by design, when it learns that another one has
 * taken its lease, or cannot start. Such ends are counted in `byDesign`.
 */
export function checkEnds(
  services: readonly EndedService[],
  faults: readonly MadeFault[],
): { byDesign: number; findings: Finding[] } {
  const all = services.flatMap(({ name, endings }) => endings.map((ending) => ({ name, ending })));
  const broken = all.filter(
    ({ name, ending }) => !faults.some((fault) => explains(fault, name, ending)),
  );
  return {
    byDesign: all.length - broken.length,
    findings: broken.map(({ name, ending }) => ({
      rule: 'no service ends by itself',
      detail: `${name}: ${renderEnding(ending)}`,
    })),
  };
}

function explains(
  { mayTakeLease, targets, beganAtMs, endedAtMs }: MadeFault,
  name: string,
  ending: ProcessEnding,
) {
  const keepsFromDatabase = (target: Target) =>
    feels(name, target) && (target.kind !== 'link' || target.to === 'postgres');
  const atThatTime = beganAtMs <= ending.atMs && ending.atMs <= endedAtMs + learnsWithinMs;
  return mayTakeLease && targets.some(keepsFromDatabase) && ending.code === 1 && atThatTime;
}

/** Makes a finding of each service that did not end in time after SIGTERM. */
export const checkStops = (overdue: readonly string[]): Finding[] =>
  overdue.map((name) => ({ rule: 'every service ends when asked', detail: name }));
