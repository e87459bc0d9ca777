import type { Journal } from '../journal.ts';
import type { CheckedTenant } from './checked-tenant.ts';
import type { Finding } from './finding.ts';

const documentsPerRun = 3;

/**
 * Checks that each acknowledged run has ended without a failure and is in its tenant's export as its client saw it end,
 * that each start made one run, and that each completed run left each document once.
 */
export async function checkRuns(journal: Journal, tenants: readonly CheckedTenant[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = (rule: string, detail: string) => findings.push({ rule, detail });
  const exported = new Map(tenants.flatMap((tenant) => tenant.exported.runs).map((run) => [run.id, run]));
  for (const { runId, engagementId, ended } of journal.runs) {
    const shown = exported.get(runId);
    if (ended === null) report('every run ends', `run ${runId} of ${engagementId} has not ended`);
    else if (ended.status !== 'completed')
      report('no fault fails a run', `run ${runId}: ${ended.status}, ${ended.error}`);
    if (shown === undefined) report('a run stays as it ended', `run ${runId} of ${engagementId} is gone`);
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

/** A failed run leaves the documents of the tasks that it completed, so only completed ones are compared. */
async function checkDocuments(tenant: CheckedTenant): Promise<Finding[]> {
  const rule = 'every document once';
  const { runs } = tenant.exported;
  const versions = (await Promise.all(tenant.engagementIds.map((id) => readVersions(tenant, id)))).flat();
  const ofRun = Map.groupBy(versions, ({ runId }) => runId);
  const completed = runs.filter(({ status }) => status === 'completed');
  const wrong = completed.flatMap(({ id }): Finding[] => {
    const names = (ofRun.get(id) ?? []).map(({ filename }) => filename);
    if (names.length === documentsPerRun && new Set(names).size === documentsPerRun) return [];
    return [{ rule, detail: `run ${id} left ${names.length} of ${documentsPerRun} documents: ${names.join(', ')}` }];
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
async function readVersions({ client, exported }: CheckedTenant, id: string): Promise<ShownVersion[]> {
  const own = exported.deliverables.filter(({ engagementId }) => engagementId === id);
  const filenames = [...new Set(own.map(({ filename }) => filename))].filter((name) => !name.startsWith('_'));
  const read = filenames.map(async (filename) => {
    const path = `/api/engagements/${id}/deliverables/${encodeURIComponent(filename)}/versions`;
    const { body } = await client.send<{ versions: Omit<ShownVersion, 'filename'>[] }>('get', path);
    return body.versions.map((version) => ({ ...version, filename }));
  });
  return (await Promise.all(read)).flat();
}
