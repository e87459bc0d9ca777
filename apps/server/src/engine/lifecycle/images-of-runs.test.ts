import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { imagesOf as imagesOfCall } from '@ecp/testing/fake-llm/fake-llm-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver } from '../../../testing/engine/engine-client.ts';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../testing/engine/priced-provider.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { imageBytes, imageSource, storeImage } from '../../../testing/engine/source-images.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';
import { readImageContents } from '../../material/sources/image-contents.ts';
import { readRun } from '../kernel/runs.ts';
import { imagesOf } from '../models/catalog.ts';

const seeing = {
  ...({
    id: 'seeing-model',
    provider: 'openai-compatible',
    tier: 'standard',
    vision: true,
  } as const),
  inputPerMillion: 1,
  outputPerMillion: 4,
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

const unreadOf = (events: EngineEvent[]) =>
  events.flatMap((event) =>
    event.type === 'log' && event.code === 'images_not_read' ? [event.message] : [],
  );

async function run(tenantId: string, overrides: Parameters<typeof runRequest>[0]) {
  const request = runRequest(overrides);
  await engine.startRun(request, tenantId);
  const events = await engine.eventsUntil(request.runId, isOver, { tenantId });
  return { ...(await readRun(engine.database, { tenantId, runId: request.runId })), events };
}

describe('images of a run', () => {
  // MOD-19
  it('are read from the files of their engagement, for models that see, in their order', async () => {
    const tenantId = 'seeing';
    const { engagement } = runRequest();
    for (const number of [1, 2, 2])
      await storeImage(engine, engagement.id, imageBytes(number), { tenantId });
    const { input, events } = await run(tenantId, {
      engagement,
      sources: [imageSource(1), imageSource(2), imageSource(1)],
    });
    expect(unreadOf(events)).toEqual([]);
    const images = imagesOf(input.sources);
    const loaded = await readImageContents(engine.database, tenantId, engagement.id, images);
    expect(images.map(({ sha256 }) => loaded.get(sha256))).toEqual([
      imageBytes(1),
      imageBytes(2),
      imageBytes(1),
    ]);
    expect(await readImageContents(engine.database, 'another', engagement.id, images)).toEqual(
      new Map(),
    );
    expect(await readImageContents(engine.database, tenantId, 'another', images)).toEqual(
      new Map(),
    );
  });

  // MOD-19
  it('stand in the prompts of a model that sees, behind the title of their source', async () => {
    const { engagement } = runRequest();
    await storeImage(engine, engagement.id, imageBytes(5), { tenantId: 'shown' });
    const sources = [
      imageSource(5),
      { id: 't', title: 'Report', location: null, text: 'Coffee grew by 14 %.' },
    ];
    const { events } = await run('shown', { engagement, sources });
    expect(events.at(-1)).toMatchObject({ status: 'completed' });
    const calls = provider.meter.calls.filter((call) => textOf(call).includes(engagement.name));
    const drafts = calls.filter((call) => purposeOf(call) === 'draft');
    expect(drafts.length).toBeGreaterThan(0);
    for (const { body } of drafts) {
      expect(imagesOfCall(body)).toEqual([
        `data:image/jpeg;base64,${imageBytes(5).toString('base64')}`,
      ]);
      expect(textOf({ body })).toContain(`Title: ${imageSource(5).title}`);
    }
  });

  // MOD-20
  it('that a run does not take are logged', async () => {
    const { engagement } = runRequest();
    await storeImage(engine, engagement.id, imageBytes(1), { tenantId: 'limited' });
    const { events } = await run('limited', {
      engagement,
      sources: [imageSource(1)],
      imagesLeftOut: 2,
    });
    expect(unreadOf(events)).toEqual([
      '2 of 3 attached images were not read: a run reads no more.',
    ]);
  });

  it('are at most twenty', async () => {
    const sources = Array.from({ length: 21 }, (_, at) => imageSource(at));
    const refused = { status: 400, code: 'invalid_request' };
    await expect(engine.startRun(runRequest({ sources }))).rejects.toMatchObject(refused);
  });
});
