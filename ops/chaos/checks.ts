import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type AcknowledgedWrite,
  type BalancedClient,
  type Journal,
  pathOfFiles,
  readFile,
} from './consultant.ts';
import type { AcceptedDelivery } from './webhook-receiver.ts';

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

/** A run in an export. */
interface ExportedRun {
  id: string;
  engagementId: string;
  status: string;
  error: string | null;
  /** In USD. */
  estimatedCost: number;
}

/**
 * The part of a tenant's export that the checks read. An export holds every row; a list ends after
 * its limit.
 */
export interface AccountExport {
  runs: ExportedRun[];
  deliverables: { engagementId: string; filename: string }[];
  auditLog: { head: string; entries: { action: string; metadata: { runId?: string } }[] };
}

/** A tenant as its owner sees it through the API. */
export interface CheckedTenant {
  client: Pick<BalancedClient, 'send'>;
  engagementIds: string[];
  exported: AccountExport;
}

/** An export of many documents takes longer than other answers. */
const exportLimitMs = 120_000;

/** Reads the exports of tenants, one after the other. Throws if an answer is no export. */
export async function readExports(
  tenants: readonly Pick<CheckedTenant, 'client' | 'engagementIds'>[],
): Promise<CheckedTenant[]> {
  const checked: CheckedTenant[] = [];
  for (const { client, engagementIds } of tenants) {
    const path = '/api/account/export';
    const { status, body } = await client.send<AccountExport>('get', path, {
      limitMs: exportLimitMs,
    });
    if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
    checked.push({ client, engagementIds, exported: body });
  }
  return checked;
}

const documentsPerRun = 3;

/**
 * Checks that each acknowledged run has ended without a failure and is in its tenant's export as
 * its client saw it end, that each start made one run, and that each completed run left each
 * document once.
 */
export async function checkRuns(
  journal: Journal,
  tenants: readonly CheckedTenant[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = (rule: string, detail: string) => findings.push({ rule, detail });
  const exported = new Map(
    tenants.flatMap((tenant) => tenant.exported.runs).map((run) => [run.id, run]),
  );
  for (const { runId, engagementId, ended } of journal.runs) {
    const shown = exported.get(runId);
    if (ended === null) report('every run ends', `run ${runId} of ${engagementId} has not ended`);
    else if (ended.status !== 'completed')
      report('no fault fails a run', `run ${runId}: ${ended.status}, ${ended.error}`);
    if (shown === undefined)
      report('a run stays as it ended', `run ${runId} of ${engagementId} is gone`);
    else if (ended !== null && shown.status !== ended.status) {
      const detail = `run ${runId} ended ${ended.status} and is ${shown.status} now: ${shown.error}`;
      report('a run stays as it ended', detail);
    }
  }
  const acknowledged = new Set(journal.runs.map(({ runId }) => runId));
  for (const { id, engagementId, status, error } of exported.values()) {
    if (!acknowledged.has(id))
      report('one key, one run', `run ${id} of ${engagementId} (${status}) is nobody's: ${error}`);
  }
  return [...findings, ...(await Promise.all(tenants.map(checkDocuments))).flat()];
}

/**
 * A failed run leaves the documents of the tasks that it completed, so only completed ones are
 * compared.
 */
async function checkDocuments(tenant: CheckedTenant): Promise<Finding[]> {
  const rule = 'every document once';
  const { runs } = tenant.exported;
  const versions = (
    await Promise.all(tenant.engagementIds.map((id) => readVersions(tenant, id)))
  ).flat();
  const ofRun = Map.groupBy(versions, ({ runId }) => runId);
  const completed = runs.filter(({ status }) => status === 'completed');
  const wrong = completed.flatMap(({ id }): Finding[] => {
    const names = (ofRun.get(id) ?? []).map(({ filename }) => filename);
    if (names.length === documentsPerRun && new Set(names).size === documentsPerRun) return [];
    return [
      {
        rule,
        detail: `run ${id} left ${names.length} of ${documentsPerRun} documents: ${names.join(', ')}`,
      },
    ];
  });
  const known = new Set<string | null>(runs.map(({ id }) => id));
  const alone = versions.filter(({ runId }) => !known.has(runId));
  return [
    ...wrong,
    ...alone.map(({ filename, version, runId }) => ({
      rule,
      detail: `version ${version} of ${filename} is of run ${runId}, which is not there`,
    })),
  ];
}

interface ShownVersion {
  filename: string;
  version: number;
  runId: string | null;
}

/** Reads all versions of an engagement's documents, without internal files. */
async function readVersions(
  { client, exported }: CheckedTenant,
  id: string,
): Promise<ShownVersion[]> {
  const own = exported.deliverables.filter(({ engagementId }) => engagementId === id);
  const filenames = [...new Set(own.map(({ filename }) => filename))].filter(
    (name) => !name.startsWith('_'),
  );
  const read = filenames.map(async (filename) => {
    const path = `/api/engagements/${id}/deliverables/${encodeURIComponent(filename)}/versions`;
    const { body } = await client.send<{ versions: Omit<ShownVersion, 'filename'>[] }>('get', path);
    return body.versions.map((version) => ({ ...version, filename }));
  });
  return (await Promise.all(read)).flat();
}

const rule = 'every acknowledged write once';

/**
 * Checks through the API that each acknowledged engagement, comment, review and file is there once,
 * and that there is no other engagement.
 */
export async function checkWrites(
  journal: Journal,
  tenants: readonly CheckedTenant[],
): Promise<Finding[]> {
  const findings = await Promise.all(tenants.map((tenant) => checkTenant(journal, tenant)));
  return findings.flat();
}

async function checkTenant(
  { writes }: Journal,
  { client, engagementIds }: CheckedTenant,
): Promise<Finding[]> {
  const { body: list } = await client.send<{ id: string; name: string }[]>(
    'get',
    '/api/engagements',
  );
  const findings = engagementIds.map(async (id) => {
    const found: Record<AcknowledgedWrite['kind'], string[]> = {
      engagement: list.filter((entry) => entry.id === id).map(({ name }) => name),
      comment: await readComments(client, id),
      review: await readReviews(client, id),
      attachment: await readFiles(client, id),
    };
    const own = writes.filter(({ engagementId }) => engagementId === id);
    return own.flatMap(({ kind, text }) => {
      const count = found[kind].filter((one) => one === text).length;
      return count === 1
        ? []
        : [{ rule, detail: `${kind} "${text}" of ${id} is there ${count} times` }];
    });
  });
  const extra = list.filter(({ id }) => !engagementIds.includes(id));
  return [
    ...(await Promise.all(findings)).flat(),
    ...extra.map(({ id, name }) => ({ rule, detail: `engagement ${id} "${name}" is nobody's` })),
  ];
}

async function readComments(client: CheckedTenant['client'], id: string): Promise<string[]> {
  const path = `/api/engagements/${id}/comments?limit=1000`;
  const { body } = await client.send<{ comments: { body: string }[] }>('get', path);
  return body.comments.map((comment) => comment.body);
}

/** Returns the texts of all files. */
async function readFiles(client: CheckedTenant['client'], id: string): Promise<string[]> {
  const { body } = await client.send<{ attachments: { id: string }[] }>('get', pathOfFiles(id));
  const texts = await Promise.all(body.attachments.map((file) => readFile(client, id, file.id)));
  return texts.flatMap((text) => text ?? []);
}

/** Returns the notes of the reviews of all versions of all documents. */
async function readReviews(client: CheckedTenant['client'], id: string): Promise<string[]> {
  const path = `/api/engagements/${id}/deliverables`;
  const { body: documents } = await client.send<{ filename: string }[]>('get', path);
  const notes = [...new Set(documents.map(({ filename }) => filename))].map(async (filename) => {
    const at = `${path}/${encodeURIComponent(filename)}/versions`;
    const { body } = await client.send<{ versions: { reviews: { notes: string | null }[] }[] }>(
      'get',
      at,
    );
    return body.versions.flatMap(({ reviews }) => reviews.flatMap((review) => review.notes ?? []));
  });
  return (await Promise.all(notes)).flat();
}

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

/**
 * The acts of consultants whose entries name no run. A file that is deleted later keeps its entry.
 */
const actionOf: Partial<Record<AcknowledgedWrite['kind'], string>> = {
  engagement: 'engagement.create',
  comment: 'comment.create',
  review: 'deliverable.review',
};

/**
 * Checks each tenant's exported audit log with the auditor's own program, which uses nothing of the
 * product, and that it has one entry for the start of each acknowledged run, and as many of each
 * other act as were acknowledged. `folder` holds the exports meanwhile.
 */
export async function checkAudit(
  journal: Journal,
  tenants: readonly CheckedTenant[],
  folder: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [place, { exported, engagementIds }] of tenants.entries()) {
    const broken = await verify(exported, join(folder, `export-${place}.json`));
    if (broken !== null) findings.push({ rule: 'the audit chain is whole', detail: broken });
    const started = exported.auditLog.entries.filter(({ action }) => action === 'run.start');
    for (const { runId } of journal.runs.filter((run) =>
      engagementIds.includes(run.engagementId),
    )) {
      const count = started.filter(({ metadata }) => metadata.runId === runId).length;
      const detail = `the start of run ${runId} has ${count} entries`;
      if (count !== 1) findings.push({ rule: 'every act is in the audit log once', detail });
    }
    const writes = journal.writes.filter(({ engagementId }) =>
      engagementIds.includes(engagementId),
    );
    for (const [kind, action] of Object.entries(actionOf)) {
      const acknowledged = writes.filter((write) => write.kind === kind).length;
      const count = exported.auditLog.entries.filter((entry) => entry.action === action).length;
      const detail = `${count} entries ${action} for ${acknowledged} acts`;
      if (count !== acknowledged)
        findings.push({ rule: 'every act is in the audit log once', detail });
    }
  }
  return findings;
}

/** Returns what the auditor's program says about a broken chain; null for a whole one. */
async function verify(exported: AccountExport, file: string): Promise<string | null> {
  await writeFile(file, JSON.stringify(exported));
  const { promise, resolve } = Promise.withResolvers<string | null>();
  execFile(process.execPath, [program, file], { timeout: 60_000 }, (error, stdout, stderr) =>
    resolve(error === null ? null : `${stdout}${stderr}`.trim()),
  );
  return promise.finally(() => rm(file));
}
