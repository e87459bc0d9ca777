import type { Journal } from '../journal.ts';
import type { CheckedTenant } from './checked-tenant.ts';
import type { Finding } from './finding.ts';

interface EngagementRead {
  runs: { id: string; status: string; error: string | null }[];
}

const documentsPerRun = 3;

/**
 * Checks through the API that each acknowledged run has ended without a failure, that each start made one run, and that
 * each completed run left each document once.
 */
export async function checkRuns(journal: Journal, tenants: readonly CheckedTenant[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = (rule: string, detail: string) => findings.push({ rule, detail });
  for (const { runId, engagementId, ended } of journal.runs) {
    if (ended === null) report('every run ends', `run ${runId} of ${engagementId} has not ended`);
    else if (ended.status !== 'completed')
      report('no fault fails a run', `run ${runId}: ${ended.status}, ${ended.error}`);
  }
  for (const { client, engagementIds } of tenants) {
    for (const id of engagementIds) {
      const { body } = await client.send<EngagementRead>('get', `/api/engagements/${id}`);
      const acknowledged = new Set(journal.runs.filter((run) => run.engagementId === id).map(({ runId }) => runId));
      const extra = body.runs.filter((run) => !acknowledged.has(run.id));
      for (const run of extra)
        report('one key, one run', `run ${run.id} of ${id} (${run.status}) is nobody's: ${run.error}`);
      // A failed run leaves the documents of the tasks that it completed.
      if (body.runs.every(({ status }) => status === 'completed')) {
        findings.push(...(await checkDocuments(client, id, body.runs.length)));
      }
    }
  }
  return findings;
}

async function checkDocuments(client: CheckedTenant['client'], id: string, completedRuns: number): Promise<Finding[]> {
  const path = `/api/engagements/${id}/deliverables`;
  const { body } = await client.send<{ filename: string; version: number }[]>('get', path);
  const filenames = [...new Set(body.map(({ filename }) => filename).filter((name) => !name.startsWith('_')))];
  const rule = 'every document once';
  if (completedRuns > 0 && filenames.length !== documentsPerRun) {
    return [{ rule, detail: `${id} has ${filenames.length} documents instead of ${documentsPerRun}` }];
  }
  const findings = filenames.map(async (filename): Promise<Finding[]> => {
    const at = `${path}/${encodeURIComponent(filename)}/versions`;
    const { versions } = (await client.send<{ versions: unknown[] }>('get', at)).body;
    if (versions.length === completedRuns) return [];
    return [{ rule, detail: `${filename} of ${id} has ${versions.length} versions after ${completedRuns} runs` }];
  });
  return (await Promise.all(findings)).flat();
}
