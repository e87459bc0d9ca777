import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderEnding } from '@ecp/testing/render-ending';
import type { ProcessEnding } from '@ecp/testing/supervised-process';
import type { ChaosPostgres } from './chaos-postgres.ts';
import { type Finding, settle } from './checks.ts';
import type { MadeFault } from './faults.ts';
import { listSessions } from './processes.ts';
import { type ChaosSystem, feels } from './system.ts';

/**
 * Rows that must be gone once everything has ended. A start that failed leaves a stopped run at the
 * engine, so that it can never begin there; it goes with its engagement. Some work is begun by the
 * clock, so that it may be open at any time; mails to people who never confirmed their address wait
 * for their turn.
 */
const orphans = `
  select 'runs of the engine that have not ended' as what, count(*)::integer
    from engine.runs where status in ('running', 'paused')
  union all select 'runs of the platform that have not ended', count(*)
    from platform.runs where status in ('running', 'paused')
  union all select 'runs of the engine that were not stopped, without a run of the platform', count(*)
    from engine.runs e where kind = 'run' and failure_reason is distinct from 'stopped' and not exists
      (select from platform.runs p where p.tenant_id = e.tenant_id and p.id = e.id)
  union all select 'reservations of money that were never settled', count(*)
    from engine.model_calls where status = 'reserved'
  union all select 'deliveries that are still due', count(*)
    from platform.webhook_deliveries where due_attempt is not null
  union all select 'works ' || kind || ' of the ' || service, count(*)
    from platform.works where ended_at is null
      and kind not in ('analyzePatterns', 'checkSources', 'sendMail') group by service, kind`;

/** Checks that no row of an unfinished act is left. */
export async function checkOrphans({ query }: Pick<ChaosPostgres, 'query'>): Promise<Finding[]> {
  const rows = await query<{ what: string; count: number }>(orphans);
  return rows
    .filter(({ count }) => Number(count) > 0)
    .map(({ what, count }) => ({ rule: 'no orphan row', detail: `${count} ${what}` }));
}

/** Time in which the last process and connection of an ended service are gone. */
const closeLimitMs = 10_000;

/**
 * Checks that nothing remains of services that have all ended: no connection, process or temporary
 * file.
 */
export function checkRemains({
  platforms,
  engines,
  postgres,
  temporary,
}: ChaosSystem): Promise<Finding[]> {
  const rule = 'nothing is left of ended services';
  const sessions = [...platforms, ...engines].flatMap(({ pids }) => pids);
  const check = async () => {
    const connections = await postgres.query<{ name: string }>(
      `select application_name as name from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const left = [
      ...connections.map(({ name }) => `a connection of ${name || 'an unnamed service'}`),
      ...(await listSessions(sessions)),
      ...(await readdir(temporary)),
    ];
    return left.map((detail) => ({ rule, detail }));
  };
  return settle(rule, check, closeLimitMs);
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
  const findings: Finding[] = [];
  for (const name of await readdir(logs)) {
    let error = '';
    for (const line of (await readFile(join(logs, name), 'utf8')).split('\n')) {
      if (errorLine.test(line)) error = line;
      if (lastLine.test(line))
        findings.push({ rule: 'no service crashes', detail: `${name}: ${error}` });
    }
  }
  return findings;
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
  const findings = broken.map(({ name, ending }) => ({
    rule: 'no service ends by itself',
    detail: `${name}: ${renderEnding(ending)}`,
  }));
  return { byDesign: all.length - broken.length, findings };
}

function explains(
  { mayTakeLease, target, beganAtMs, endedAtMs }: MadeFault,
  name: string,
  ending: ProcessEnding,
) {
  const isKept = feels(name, target) && [undefined, 'postgres'].includes(target.to);
  const atThatTime = beganAtMs <= ending.atMs && ending.atMs <= endedAtMs + learnsWithinMs;
  return mayTakeLease && isKept && ending.code === 1 && atThatTime;
}
