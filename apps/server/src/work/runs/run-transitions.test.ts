import type { User } from '@ecp/contract/identity/auth';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunStarted } from '@ecp/contract/work/runs';
import { insertDeliverable, insertEngagement, insertRun } from '@ecp/testing/engagement-factory';
import { waitForMails } from '@ecp/testing/mail-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Credentials,
  createPopulatedTenant,
  type PopulatedTenant,
} from '../../../testing/populated-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: PopulatedTenant;
let team: User[];
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createPopulatedTenant(platform);
  team = (await tenant.owner.get<{ members: User[] }>('/api/team')).body.members;
});
afterAll(() => platform.close());

/**
 * Runs a new engagement to its end with these credentials, and returns the subjects of the mails to
 * that person.
 */
async function subjectsOf(
  role: 'owner' | 'member',
  credentials: Credentials,
): Promise<(string | undefined)[]> {
  const name = `Started for the ${role}`;
  const fields = { name, client: 'C', brief: 'B', tasks: [{ id: 'a', name: 'A' }] };
  const engagement = await tenant.owner.post<Engagement>('/api/engagements', fields);
  const address = `${platform.baseUrl}/api/engagements/${engagement.body.id}/run`;
  const started = await fetch(address, { method: 'POST', headers: credentials });
  const { runId } = (await started.json()) as RunStarted;
  (await platform.engine.waitForRun(runId)).complete();
  const email = team.find((user) => user.role === role)?.email ?? '';
  const mails = (await waitForMails(platform.dataDir, email, 2)).filter((mail) =>
    mail.includes(name),
  );
  return mails.map((mail) => /^Subject: (Run \w+)/m.exec(mail)?.[1]).sort();
}

// RUN-20
test('mails about a run are sent to the user who started it', async () => {
  expect(await subjectsOf('member', tenant.sessions.member)).toEqual([
    'Run completed',
    'Run started',
  ]);
});

// RUN-27
test('the start of a rerun is not mailed to the person who ordered it', async () => {
  const { database, engine, dataDir, baseUrl } = platform;
  const name = 'Written once more';
  const id = await insertEngagement(database, tenant.tenantId, {
    name,
    tasks: [{ id: 'a', name: 'A' }],
  });
  const runId = await insertRun(database, tenant.tenantId, id);
  await insertDeliverable(database, tenant.tenantId, id, { runId, filename: 'a.md', taskId: 'a' });
  const address = `${baseUrl}/api/engagements/${id}/deliverables/a.md/rerun`;
  const started = await fetch(address, { method: 'POST', headers: tenant.sessions.admin });
  const rerun = (await started.json()) as RunStarted;
  (await engine.waitForRun(rerun.runId)).complete();
  const email = team.find(({ role }) => role === 'admin')?.email ?? '';
  const mails = await waitForMails(dataDir, email, 1);
  expect(mails.map((mail) => /^Subject: (Run \w+)/m.exec(mail)?.[1])).toEqual(['Run completed']);
});

// RUN-20
test('mails about a run that an API key started are sent to the owner', async () => {
  const { credentials } = await tenant.addKey();
  expect(await subjectsOf('owner', credentials)).toEqual(['Run completed', 'Run started']);
});
