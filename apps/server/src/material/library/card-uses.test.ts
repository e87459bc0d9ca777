import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Citation } from '@ecp/contract/values/citations';
import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { createId } from '@ecp/database/create-id';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import type { ScriptedRun } from '../../../testing/scripted-engine/scripted-run.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';
import { createTestTenant, type TestTenant } from '../../../testing/test-tenant.ts';

let platform: TestPlatform;
let tenant: TestTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  tenant = await createTestTenant(platform);
});

const brief = 'How should the bakery set the prices of its bread?';

/** Inserts a card without a document; returns its id. */
async function addCard(
  title: string,
  fields: { body?: string; language?: string; status?: string; of?: string } = {},
) {
  const id = createId();
  const {
    body = 'Ask the owners.',
    language = 'en',
    status = 'released',
    of = tenant.tenantId,
  } = fields;
  await platform.asSuperuser(
    `insert into platform.library_cards (tenant_id, id, kind, origin_key, title, body, language, status, marks,
        client_names, figures, quotes, released_at)
      values ($1, $2, 'method', $2, $3, $4, $5, $6, '[]', 0, 0, 0, now())`,
    [of, id, title, body, language, status],
  );
  return id;
}

/** Runs an engagement and returns its id and the sources that the engine got. */
async function run(
  options: { library?: boolean; brief?: string; play?: (run: ScriptedRun) => void } = {},
) {
  const { body } = await tenant.post<{ id: string }>('/api/engagements', {
    name: 'Prices',
    client: 'Bakery',
    brief: options.brief ?? brief,
    tasks: [{ id: 'a', name: 'A' }],
    library: options.library ?? true,
  });
  const requests: StartRunRequest[] = [];
  platform.engine.onStart((started) => {
    requests.push(started.request);
    options.play?.(started);
    started.push({ type: 'status', status: 'completed', error: null });
  });
  expect((await tenant.post(`/api/engagements/${body.id}/run`)).status).toBe(200);
  await tenant.waitForEnd(body.id);
  return { id: body.id, sources: requests[0]?.sources ?? [] };
}

const cite = (title: string, kind: Citation['source']['kind'] = 'attachment'): Citation => ({
  footnote: '1',
  claim: 'Ask the owners.',
  quote: 'Ask the owners',
  source: { kind, title, location: 'library' },
  state: 'verified',
  reason: null,
  passage: null,
  derivation: null,
});
const write = (citations: Citation[]) => (started: ScriptedRun) => {
  started.push({
    type: 'deliverable',
    taskId: 'a',
    filename: 'a.md',
    wordCount: 1,
    content: 'x',
    citations,
  });
};
const usesOf = async (id: string) => {
  const { uses, useCount } = (await tenant.get<LibraryCardDetail>(`/api/library/cards/${id}`)).body;
  return { uses, useCount };
};

describe('the cards that a run gets', () => {
  // LIB-10
  test('are the released ones, and only of an engagement that uses the library', async () => {
    const id = await addCard('How to set prices');
    await addCard('A proposal about bread', { status: 'proposed' });
    await addCard('A withdrawn card about bread', { status: 'withdrawn' });
    await addCard('A card of strangers about bread', {
      of: (await createTestTenant(platform)).tenantId,
    });
    expect((await run()).sources).toEqual([
      {
        id: `card:${id}`,
        title: 'Card: How to set prices',
        location: 'library',
        text: 'Ask the owners.',
      },
    ]);
    expect((await run({ library: false })).sources).toEqual([]);
  });

  // LIB-10
  test('match the brief by words and language, best first', async () => {
    await addCard('Harbour dues');
    await addCard('Brotpreise', { language: 'de', body: 'Fragen Sie die Inhaber.' });
    await addCard('Prices of bread', { body: 'Bread prices follow the flour.' });
    await addCard('Le prix du pain, bakery', { language: 'fr' });
    const { sources } = await run();
    expect(sources.map(({ title }) => title)).toEqual([
      'Card: Prices of bread',
      'Card: Le prix du pain, bakery',
      'Card: Harbour dues',
    ]);
    const german = await run({
      brief: 'Wie soll die Bäckerei die Preise für ihr Brot und die Brötchen festlegen?',
    });
    expect(german.sources.map(({ title }) => title)).toEqual(['Card: Brotpreise']);
  });

  // LIB-10
  test('never come from the engagement itself', async () => {
    const { id } = await run();
    const own = await addCard('Own bread');
    await platform.asSuperuser(
      `insert into platform.deliverables (id, tenant_id, engagement_id, run_id, filename, content, version, word_count)
        select $1, $2, $3, id, 'x.md', 'x', 1, 1 from platform.runs where engagement_id = $3`,
      [own, tenant.tenantId, id],
    );
    await platform.asSuperuser(
      `update platform.library_cards set engagement_id = $2, deliverable_id = id, filename = 'x.md', version = 1 where id = $1`,
      [own, id],
    );
    const given: StartRunRequest[] = [];
    platform.engine.onStart((started) => {
      given.push(started.request);
      started.push({ type: 'status', status: 'completed', error: null });
    });
    await tenant.post(`/api/engagements/${id}/run`);
    await tenant.waitForEnd(id);
    expect(given.map(({ sources }) => sources)).toEqual([[]]);
    expect((await run()).sources).toHaveLength(1);
  });

  // LIB-10
  test('are bounded in number and size', async () => {
    await Promise.all(Array.from({ length: 45 }, (_, index) => addCard(`Bread ${index}`)));
    expect((await run()).sources).toHaveLength(40);
    await platform.asSuperuser('update platform.library_cards set body = $2 where tenant_id = $1', [
      tenant.tenantId,
      'bread '.repeat(660),
    ]);
    expect((await run()).sources).toHaveLength(15);
  });

  test('reach a plan too', async () => {
    await addCard('How to set prices');
    const { id } = await run();
    const plan = vi.spyOn(platform.services.engine, 'makePlan');
    onTestFinished(() => plan.mockRestore());
    expect((await tenant.post(`/api/engagements/${id}/plan`)).status).toBe(200);
    const [, asked] = plan.mock.lastCall ?? [];
    expect(asked?.sources).toMatchObject([{ title: 'Card: How to set prices' }]);
  });
});

describe('a citation of a card', () => {
  // LIB-11
  test('is a use of it, listed on the card with the document', async () => {
    const [id, other] = [await addCard('How to set prices'), await addCard('Bread of others')];
    const play = write([
      cite('Card: How to set prices'),
      cite('Card: How to set prices'),
      cite('Bread of others'),
    ]);
    const { id: engagementId } = await run({ play });
    const use = {
      engagementId,
      engagementName: 'Prices',
      filename: 'a.md',
      documentTitle: expect.any(String),
      version: 1,
    };
    expect(await usesOf(id)).toEqual({ uses: [use], useCount: 1 });
    expect(await usesOf(other)).toEqual({ uses: [], useCount: 0 });
  });

  // LIB-11
  test('is found after the card was renamed or withdrawn', async () => {
    const id = await addCard('How to set prices');
    const rename = await tenant.patch(`/api/library/cards/${id}`, {
      title: 'Price finding',
      status: 'withdrawn',
    });
    expect(rename.status).toBe(200);
    await run({ play: write([cite('Card: How to set prices')]) });
    expect((await usesOf(id)).useCount).toBe(1);
    const successor = await addCard('How to set prices');
    await run({ play: write([cite('Card: How to set prices')]) });
    expect([(await usesOf(id)).useCount, (await usesOf(successor)).useCount]).toEqual([1, 1]);
  });

  // LIB-11
  test('of a colleague, or of another tenant’s card, is none', async () => {
    const strangers = (await createTestTenant(platform)).tenantId;
    const foreign = await addCard('Foreign bread', { of: strangers });
    const id = await addCard('Own bread');
    await run({ play: write([cite('Card: Foreign bread'), cite('Card: Own bread', 'colleague')]) });
    expect((await usesOf(id)).useCount).toBe(0);
    const uses = await platform.asSuperuser('select from platform.card_uses where card_id = $1', [
      foreign,
    ]);
    expect(uses).toEqual([]);
  });

  // LIB-9
  test('goes with the document', async () => {
    const id = await addCard('How to set prices');
    const { id: engagementId } = await run({ play: write([cite('Card: How to set prices')]) });
    expect((await usesOf(id)).useCount).toBe(1);
    expect((await tenant.delete(`/api/engagements/${engagementId}`)).status).toBe(200);
    expect((await usesOf(id)).useCount).toBe(0);
  });
});
