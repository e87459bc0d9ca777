import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { imageBytes, imageSource, storeImage } from '../../../testing/engine/source-images.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

// MOD-20
it('a run whose models do not see completes, and its log says once that the images were not read', async () => {
  const request = runRequest({ sources: [imageSource(1), imageSource(2)], imagesLeftOut: 1 });
  for (const number of [1, 2]) await storeImage(engine, request.engagement.id, imageBytes(number));
  await engine.startRun(request);
  const events = await engine.eventsUntil(request.runId, isOver);
  expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed' });
  const unread = events.filter((event) => event.type === 'log' && event.code === 'images_not_read');
  const message = '3 attached images were not read: the model does not read images.';
  expect(unread).toEqual([expect.objectContaining({ level: 'warning', taskId: null, message })]);
});
