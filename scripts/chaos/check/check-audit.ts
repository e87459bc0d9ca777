import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AcknowledgedWrite, Journal } from '../journal.ts';
import type { AccountExport, CheckedTenant } from './checked-tenant.ts';
import type { Finding } from './finding.ts';

const program = fileURLToPath(new URL('../../verify-audit.ts', import.meta.url));

/** The acts of consultants whose entries name no run. A file that is deleted later keeps its entry. */
const actionOf: Partial<Record<AcknowledgedWrite['kind'], string>> = {
  engagement: 'engagement.create',
  comment: 'comment.create',
  review: 'deliverable.review',
};

/**
 * Checks each tenant's exported audit log with the auditor's own program, which uses nothing of the product, and that
 * it has one entry for the start of each acknowledged run, and as many of each other act as were acknowledged. `folder`
 * holds the exports meanwhile.
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
    for (const { runId } of journal.runs.filter((run) => engagementIds.includes(run.engagementId))) {
      const count = started.filter(({ metadata }) => metadata.runId === runId).length;
      const detail = `the start of run ${runId} has ${count} entries`;
      if (count !== 1) findings.push({ rule: 'every act is in the audit log once', detail });
    }
    const writes = journal.writes.filter(({ engagementId }) => engagementIds.includes(engagementId));
    for (const [kind, action] of Object.entries(actionOf)) {
      const acknowledged = writes.filter((write) => write.kind === kind).length;
      const count = exported.auditLog.entries.filter((entry) => entry.action === action).length;
      const detail = `${count} entries ${action} for ${acknowledged} acts`;
      if (count !== acknowledged) findings.push({ rule: 'every act is in the audit log once', detail });
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
