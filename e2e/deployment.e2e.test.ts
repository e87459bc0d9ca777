import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { IssuedApiKey } from '@ecp/contract/identity/api-keys';
import { makeDataDir } from '@ecp/database/embedded/testing/data-dir';
import { createClient } from '@ecp/sdk/create-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposeStack, startComposeStack } from './testing/compose-stack.ts';
import { beginJob, threeTasks } from './testing/main-job.ts';

const programs = ['nginx', 'pgbouncer', 'redis-server'];
const missing = programs.filter((program) => spawnSync(program, ['-v']).error);
if (missing.length > 0) {
  console.error(
    `\n*** SKIPPED: without ${missing.join(', ')} nothing was tested of the compose file’s deployment ***\n`,
  );
}

/**
 * Runs what the compose file says as processes of this machine, with fewer platforms and engines.
 */
describe.runIf(missing.length === 0)('the deployment of the compose file', () => {
  const place = makeDataDir();
  let stack: ComposeStack;

  beforeAll(async () => {
    stack = await startComposeStack(dirname(place.dataDir));
  });
  afterAll(async () => {
    await stack?.close();
    await place.remove();
  });

  // DEP-9
  it('fails no request and loses nothing while one of its platforms is stopped', async () => {
    const { client: owner } = await beginJob(stack.baseUrl);
    const issued = await owner.post<IssuedApiKey>('/api/api-keys', { name: 'Main job' });
    const failures: string[] = [];
    /** Notes each attempt that failed, which the client library repeats without a word. */
    const noteFailures: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init).catch((error: unknown) => {
        failures.push(`${input}: ${error}`);
        throw error;
      });
      if (!answer.ok) failures.push(`${input}: ${answer.status}`);
      return answer;
    };
    const { key: apiKey } = issued.body;
    const client = createClient({ baseUrl: stack.baseUrl, apiKey, fetch: noteFailures });
    const doJob = async (tasks: typeof threeTasks.tasks, begun: () => Promise<unknown>) => {
      const { id } = await client.createEngagement({ ...threeTasks, tasks });
      const file = new File(['Of 310 customers 120 came back.'], 'workshop.md');
      const { attachment } = await client.uploadAttachment({ id, file });
      await client.startRun({ id });
      await begun();
      const read = () => client.getRunStatus({ id });
      await pollUntil(read, ({ status }) => status === 'completed', 120_000);
      const document = { id, filename: 'cost-model.md' };
      await client.reviewDeliverable({ ...document, action: 'approve' });
      expect(await client.getDeliverable(document)).toMatchObject({ approvalStatus: 'approved' });
      const { downloadUrl } = await client.getAttachment({ id, attachmentId: attachment.id });
      const token = new URL(downloadUrl).pathname.split('/').at(-1) ?? '';
      const download = await client.downloadAttachment({ token });
      expect(await (await download.blob()).text()).toContain('120 came back');
      return id;
    };
    const { tasks } = threeTasks;
    const first = await doJob(tasks, async () => stack.platforms[0]?.stop());
    const second = await doJob(tasks.slice(1, 2), async () => undefined);
    expect(failures).toEqual([]);
    const engagements = await client.listEngagements();
    expect(engagements.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
  });

  // DEP-12
  it('hides the metrics', async () => {
    const url = `${stack.baseUrl}/metrics`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });
});
