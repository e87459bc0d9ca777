import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AttachmentTenant,
  createAttachmentTenant,
} from '../../../testing/attachment-tenant.ts';
import { makeRepetitivePdf } from '../../../testing/document-files.ts';
import { startTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let greedy: AttachmentTenant[];
let neighbour: AttachmentTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  greedy = await Promise.all(Array.from({ length: 3 }, () => createAttachmentTenant(platform)));
  neighbour = await createAttachmentTenant(platform);
});
afterAll(() => platform.close());

test('files that repeat a page a million times do not delay other tenants', async () => {
  const pdf = makeRepetitivePdf('The quay costs 4.2 million', 1_000_000);
  await Promise.all(
    greedy.flatMap((tenant) => [
      tenant.upload('a.pdf', pdf, { summary: 'Ours.' }),
      tenant.upload('b.pdf', pdf, { summary: 'Ours.' }),
    ]),
  );
  const { id } = await neighbour.upload('note.txt', 'Twelve bytes');
  expect(await neighbour.read(id)).toMatchObject({
    state: 'extracted',
    texts: [{ content: 'Twelve bytes' }],
  });
  const listed = (await Promise.all(greedy.map((tenant) => tenant.list()))).flat();
  expect(listed.filter(({ extraction }) => extraction === 'pending')).not.toEqual([]);
});
