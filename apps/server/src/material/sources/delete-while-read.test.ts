import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttachmentTenant } from '../../../testing/attachment-tenant.ts';
import { holdLocks, pollLockWaits } from '../../../testing/lock-waits.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

// ATT-11
test('a file is deleted while its text is stored', async () => {
  const tenant = await createAttachmentTenant(platform);
  // The text waits here, after the row of its file has been written.
  const { answer } = await holdLocks(
    platform,
    ['lock table platform.context_chunks in share mode'],
    async () => {
      const { id } = await tenant.upload('note.txt', 'Twelve bytes');
      await pollLockWaits(platform, 1);
      const deletion = tenant.delete(`${tenant.path}/${id}`);
      await pollLockWaits(platform, 2);
      return { answer: deletion };
    },
  );
  expect(await answer).toMatchObject({ status: 200 });
});
