import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChaosPostgres } from './chaos-postgres.ts';
import type { AcknowledgedWrite, BalancedClient, Journal } from './consultant.ts';
import type { AcceptedDelivery } from './system.ts';

/** One broken promise. `rule` names it; `detail` says where, for a person. */
export interface Finding {
  rule: string;
  detail: string;
}

const retryMs = 200;

/**
 * Repeats a check until it finds nothing, or for `limitMs`. Returns what it found the last time. A
 * check that throws has found that its rule could not be checked.
 */
export async function settle(
  rule: string,
  checkOnce: () => Finding[] | Promise<Finding[]>,
  limitMs = 0,
): Promise<Finding[]> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const findings = await Promise.try(checkOnce).catch((error: unknown): Finding[] => [
      { rule, detail: `could not be checked: ${String(error)}` },
    ]);
    if (findings.length === 0 || performance.now() >= endMs) return findings;
    await wait(retryMs);
  }
}

interface StoredRun {
  id: string;
  status: string;
  error: string | null;
  /** The cost that the product shows, in USD. */
  costUsd: number;
  /** Names of its documents, without internal files. */
  documents: string[];
  /** Number of the audit entries of its start. */
  starts: number;
}

/** The rows that the product has stored for the load. */
export interface StoredWork {
  runs: StoredRun[];
  /** Every engagement, comment, review and file. */
  writes: AcknowledgedWrite[];
  /** Number of audit entries of each act. */
  acts: Record<string, number>;
}

/** Reads what the product has stored, all as of one moment. */
export async function readStored(postgres: Pick<ChaosPostgres, 'query'>): Promise<StoredWork> {
  const [row] = await postgres.query<StoredWork>(`select
    (select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'error', r.error,
        'costUsd', r.cost_nano_usd / 1e9,
        'documents', (select coalesce(json_agg(filename), '[]') from platform.deliverables d
          where d.run_id = r.id and not starts_with(filename, '_')),
        'starts', (select count(*) from platform.audit_log
          where action = 'run.start' and metadata->>'runId' = r.id))), '[]')
      from platform.runs r) as runs,
    (select coalesce(json_agg(w), '[]') from (
      select 'engagement' as kind, id as "engagementId", name as text from platform.engagements
      union all select 'comment', engagement_id, body from platform.comments
      union all select 'attachment', engagement_id, sha256 from platform.attachments
      union all select 'review', d.engagement_id, r.notes
        from platform.reviews r join platform.deliverables d on d.id = r.deliverable_id) w) as writes,
    (select json_object_agg(action, count) from
      (select action, count(*) from platform.audit_log group by 1) a) as acts`);
  if (row === undefined) throw new Error('Nothing could be read');
  return row;
}

const documentsPerRun = 3;

/**
 * Checks that each acknowledged run has ended without a failure and is stored as its client saw it
 * end, that each start made one run and one audit entry, and that each completed run left each
 * document once.
 */
export function checkRuns(journal: Journal, { runs }: StoredWork): Finding[] {
  const findings: Finding[] = [];
  const report = (rule: string, detail: string) => findings.push({ rule, detail });
  const stored = new Map(runs.map((run) => [run.id, run]));
  for (const { runId, engagementId, ended } of journal.runs) {
    const name = `run ${runId} of ${engagementId}`;
    const storedRun = stored.get(runId);
    if (ended === null) report('every run ends', `${name} has not ended`);
    else if (ended.status !== 'completed')
      report('no fault fails a run', `${name}: ${ended.status}, ${ended.error}`);
    if (storedRun === undefined) report('a run stays as it ended', `${name} is gone`);
    else if (ended !== null && storedRun.status !== ended.status)
      report(
        'a run stays as it ended',
        `${name} ended ${ended.status} and is ${storedRun.status} now`,
      );
  }
  const acknowledged = new Set(journal.runs.map(({ runId }) => runId));
  for (const { id, status, error, documents, starts } of runs) {
    if (!acknowledged.has(id))
      report('one key, one run', `run ${id} (${status}) is nobody's: ${error}`);
    if (starts !== 1)
      report('every act is in the audit log once', `the start of run ${id} has ${starts} entries`);
    const distinct = new Set(documents).size;
    if (
      status === 'completed' &&
      (documents.length !== documentsPerRun || distinct !== documentsPerRun)
    )
      report('every document once', `run ${id} left ${documents.join(', ')}`);
  }
  return findings;
}

/** The acts of consultants that no later act takes back. */
const actionOf: Partial<Record<AcknowledgedWrite['kind'], string>> = {
  engagement: 'engagement.create',
  comment: 'comment.create',
  review: 'deliverable.review',
};

/**
 * Checks that exactly the acknowledged engagements, comments, reviews and files are stored, and
 * that the audit log has as many entries of each act as were acknowledged.
 */
export function checkWrites(journal: Journal, { writes, acts }: StoredWork): Finding[] {
  const name = ({ kind, engagementId, text }: AcknowledgedWrite) =>
    `${kind} "${text}" of ${engagementId}`;
  const acknowledged = Map.groupBy(journal.writes, name);
  const stored = Map.groupBy(writes, name);
  const names = new Set([...acknowledged.keys(), ...stored.keys()]);
  const wrong = [...names].filter(
    (one) => acknowledged.get(one)?.length !== stored.get(one)?.length,
  );
  const miscounted = Object.entries(actionOf).flatMap(([kind, action]): Finding[] => {
    const actCount = journal.writes.filter((write) => write.kind === kind).length;
    const count = acts[action] ?? 0;
    if (count === actCount) return [];
    const detail = `${count} entries ${action} for ${actCount} acts`;
    return [{ rule: 'every act is in the audit log once', detail }];
  });
  const lost = wrong.map((one) => ({
    rule: 'every acknowledged write once',
    detail: `${one} is there ${stored.get(one)?.length ?? 0} times`,
  }));
  return [...lost, ...miscounted];
}

/** Returns how the product stores a file of this text in `StoredWork`. */
export const hashOfFile = (text: string): string => hash('sha256', text);

/**
 * How often each event of a run happens. A failed run has documents of the tasks that it completed.
 */
const wantedOf: Record<string, Record<string, number>> = {
  completed: { 'engagement.started': 1, 'engagement.completed': 1, 'deliverable.ready': 3 },
  failed: { 'engagement.started': 1, 'engagement.failed': 1 },
};

/**
 * Checks that the receiver accepted each event of each ended run, and the event of a document once
 * for each document. A second delivery of an event must be the same delivery, which a receiver
 * recognises by its id.
 */
export function checkEvents(journal: Journal, accepted: readonly AcceptedDelivery[]): Finding[] {
  const byEvent = Map.groupBy(accepted, ({ event, data }) => `${event} ${data['runId']}`);
  return journal.runs.flatMap(({ runId, ended }) =>
    Object.entries(wantedOf[ended?.status ?? ''] ?? {}).flatMap(([event, count]): Finding[] => {
      const deliveries = byEvent.get(`${event} ${runId}`) ?? [];
      const ids = new Set(deliveries.map(({ deliveryId }) => deliveryId));
      const documents = new Set(deliveries.map(({ data }) => data['filename']));
      if (ids.size === count && documents.size === count) return [];
      const seen = `${ids.size} about ${documents.size} instead of ${count}`;
      return [{ rule: 'every event delivered', detail: `${event} of run ${runId}: ${seen}` }];
    }),
  );
}

const program = fileURLToPath(new URL('../../scripts/verify-audit.ts', import.meta.url));
const rule = 'the audit chain is whole';
/** An export of many documents takes longer than other answers. */
const exportLimitMs = 120_000;

/**
 * Exports each tenant, and checks its audit log with the auditor's own program, which uses nothing
 * of the product. `folder` holds the export meanwhile.
 */
export async function checkAudit(
  clients: readonly Pick<BalancedClient, 'send'>[],
  folder: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const file = join(folder, 'export.json');
  for (const client of clients) {
    const { status, body } = await client.send('get', '/api/account/export', {
      limitMs: exportLimitMs,
    });
    await writeFile(file, JSON.stringify(body));
    const { promise, resolve } = Promise.withResolvers<string | null>();
    execFile(process.execPath, [program, file], { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve(error === null ? null : `export ${status}: ${stdout}${stderr}`.trim()),
    );
    const detail = await promise;
    if (detail !== null) findings.push({ rule, detail });
  }
  await rm(file, { force: true });
  return findings;
}
