import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine-client.ts';
import { type PricedProvider, startPricedProvider } from '../../../testing/priced-provider.ts';
import { runRequest } from '../../../testing/run-request.ts';
import { imageBytes, imageSource } from '../../../testing/source-images.ts';
import { startTestEngine, type TestEngine } from '../../../testing/start-test-engine.ts';
import { loadImages } from '../../kernel/images/engagement-images.ts';
import { readRun } from '../../kernel/runs/run-store.ts';
import { imagesFor } from '../../models/seen-images.ts';

const seeing = {
  ...({ id: 'seeing-model', provider: 'openai-compatible', tier: 'standard', vision: true } as const),
  ...{ inputPerMillion: 1, outputPerMillion: 4 },
};

let engine: TestEngine;
let provider: PricedProvider;
beforeAll(async () => {
  provider = await startPricedProvider([seeing]);
  engine = await startTestEngine({ models: provider.settings });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

const unreadOf = (events: Awaited<ReturnType<TestEngine['eventsUntil']>>) =>
  events.flatMap((event) => (event.type === 'log' && event.code === 'images_not_read' ? [event.message] : []));

async function run(tenantId: string, overrides: Parameters<typeof runRequest>[0]) {
  const request = runRequest(overrides);
  await engine.startRun(request, tenantId);
  const events = await engine.eventsUntil(request.runId, isOver, { tenantId });
  return { ...(await readRun(engine.database, { tenantId, runId: request.runId })), events };
}

describe('images of a run', () => {
  // MOD-11
  it('are stored once for an engagement, and read by models that see, in their order', async () => {
    const { engagement } = runRequest();
    const sources = [imageSource(1), imageSource(2), imageSource(1)];
    const first = await run('seeing', { engagement, sources });
    await run('seeing', { engagement, sources });
    expect(unreadOf(first.events)).toEqual([]);
    expect(JSON.stringify(first.input)).not.toContain(imageBytes(1).toString('base64').slice(0, 40));
    const images = imagesFor(seeing, first.input.sources);
    const loaded = await loadImages(engine.database, 'seeing', engagement.id, images);
    expect(images.map(({ sha256 }) => loaded.get(sha256))).toEqual([imageBytes(1), imageBytes(2), imageBytes(1)]);
    expect(await engine.asSuperuser('select from engine.images')).toHaveLength(2);
    expect(imagesFor({}, first.input.sources)).toEqual([]);
    const others = ['another', 'seeing'].map((tenantId, at) =>
      loadImages(engine.database, tenantId, at === 0 ? engagement.id : 'another', images),
    );
    expect(await Promise.all(others)).toEqual([new Map(), new Map()]);
  });

  // MOD-12
  it('that a run does not take are logged', async () => {
    const { events } = await run('limited', { sources: [imageSource(1)], imagesLeftOut: 2 });
    expect(unreadOf(events)).toEqual(['2 of 3 attached images were not read: a run reads no more.']);
  });

  it.each([
    ['too many', Array.from({ length: 21 }, (_, at) => imageSource(at))],
    ['too large', [1, 2, 3].map((number) => imageSource(number, imageBytes(number, 3_000_000)))],
    ['no JPEG', [imageSource(1, Buffer.from('GIF89a'))]],
  ])('that are %s are 400', async (_reason, sources) => {
    const answer = await engine.request('POST', '/runs', runRequest({ sources }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});
