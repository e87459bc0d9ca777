import type { Journal } from '../journal.ts';
import type { LoadTenant } from '../load/open-load.ts';
import type { Finding } from './finding.ts';

/** Checks that each acknowledged engagement and comment is there once, and each acknowledged review in the audit log. */
export async function checkWrites(journal: Journal, tenants: readonly LoadTenant[]): Promise<Finding[]> {
  const findings = await Promise.all(tenants.map((tenant) => checkTenant(journal, tenant)));
  return findings.flat();
}

async function checkTenant(journal: Journal, { client, engagementIds }: LoadTenant): Promise<Finding[]> {
  const findings: Finding[] = [];
  const own = (kind: string, id: string) =>
    journal.writes.filter((write) => write.kind === kind && write.engagementId === id);
  const { body: list } = await client.send<{ id: string; name: string }[]>('get', '/api/engagements');
  for (const id of engagementIds) {
    const names = list.filter((entry) => entry.id === id).map(({ name }) => name);
    findings.push(...compare(`engagement ${id}`, own('engagement', id), names));
    findings.push(...compare(`comments of ${id}`, own('comment', id), await readComments(client, id)));
  }
  const names = new Set(list.map(({ name }) => name));
  if (names.size !== list.length || list.length !== engagementIds.length) {
    findings.push({
      rule: 'every acknowledged write once',
      detail: `${list.length} engagements instead of ${engagementIds.length}`,
    });
  }
  const verified = await client.send<{ intact: boolean; entries: number; firstBroken: number | null }>(
    'get',
    '/api/audit-log/verify',
  );
  if (!verified.body.intact) {
    findings.push({ rule: 'the audit chain is whole', detail: `broken at ${verified.body.firstBroken}` });
  }
  return findings;
}

async function readComments(client: LoadTenant['client'], id: string): Promise<string[]> {
  const { body } = await client.send<{ comments: { body: string }[] }>(
    'get',
    `/api/engagements/${id}/comments?limit=1000`,
  );
  return body.comments.map((comment) => comment.body);
}

function compare(what: string, written: { text: string }[], found: readonly string[]): Finding[] {
  const rule = 'every acknowledged write once';
  return written.flatMap(({ text }) => {
    const count = found.filter((one) => one === text).length;
    return count === 1 ? [] : [{ rule, detail: `${what}: "${text}" is there ${count} times` }];
  });
}
