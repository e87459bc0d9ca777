import { expect, test } from 'vitest';
import { answer, cut, startScriptedServer } from '../testing/scripted-server.ts';
import { createClient } from './create-client.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

// apps/web/e2e/attachments.e2e.test.ts tests it in a browser.
test('without XMLHttpRequest, an upload uses fetch and reports no progress', async () => {
  expect(fetchWithProgress(() => undefined)).toBeUndefined();
  await using server = await startScriptedServer(cut, answer(201, { attachment: { id: 'a1' } }));
  const client = createClient({ baseUrl: server.baseUrl, retryDelayMs: 1 });
  const told: unknown[] = [];
  const file = new File(['Some notes.'], 'notes.md');
  const input = { id: 'e1', file, category: 'data' } as const;
  const sent = await client.uploadAttachment(input, {
    onProgress: (progress) => told.push(progress),
  });
  expect(sent).toEqual({ attachment: { id: 'a1' } });
  expect(server.seen.map(({ headers }) => headers['idempotency-key'])[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(server.seen[1]?.body).toContain('Some notes.');
  expect(told).toEqual([]);
});
