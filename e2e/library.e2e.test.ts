import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { LibraryCard, LibraryCardDetail } from '@ecp/contract/work/cards';
import type { DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { Engagement } from '@ecp/contract/work/engagements';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginJob, type MainJob, queryProduct, startRun, threeTasks, waitForStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

type ListItem = Static<typeof DeliverableListItem>;

/** The text of the person who releases the card: it has words of the next brief, and nothing of the client. */
const released = {
  title: 'Subscriptions for repairs',
  body: [
    '## What holds for subscriptions for repairs',
    'A subscription for repairs pays where the mechanics are idle in winter, because their wages are paid anyway.',
    'Subscribers bring a bicycle for inspection in the idle months only if the offer asks them to.',
    'A survey overstates the subscribers: about a third of those who say that they would subscribe do so in a year.',
  ].join('\n\n'),
};

/** Tests the firm's library on the real product: what one engagement taught reaches the next, if it may. */
describe('the library of the firm, offline', () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  let first: MainJob;

  beforeAll(async () => {
    product = await startProduct({ dataDir: place.dataDir });
    first = await beginJob(product.baseUrl);
  });
  afterAll(async () => {
    await product?.stop();
    await place.remove();
  });

  const listCards = async () => (await first.client.get<{ cards: LibraryCard[] }>('/api/library/cards')).body.cards;
  const listDocuments = async ({ client, path }: MainJob) =>
    (await client.get<ListItem[]>(`${path}/deliverables`)).body;

  /** Starts another engagement of the same firm for another client, and returns what the engine stored of the run. */
  async function startNext(library: boolean): Promise<{ job: MainJob; request: string }> {
    const body = { ...threeTasks, name: 'Repairs for commuters', client: 'Wheelwright Ltd', library };
    const { body: engagement } = await first.client.post<Engagement>('/api/engagements', body);
    const job = { ...first, engagement, path: `/api/engagements/${engagement.id}` };
    await startRun(job);
    const statement = 'select row_to_json(run)::text as request from engine.runs run where engagement_id = $1';
    const readRun = () => queryProduct<{ request: string }>(place.dataDir, statement, [engagement.id]);
    const [row] = await pollUntil(readRun, (rows) => rows.length > 0);
    return { job, request: row?.request ?? '' };
  }

  /** Returns the titles of the sources that an engagement's documents cite. */
  async function listCited(job: MainJob): Promise<string[]> {
    const documents = await listDocuments(job);
    const checked = await Promise.all(
      documents.map(({ filename }) =>
        job.client.get<DeliverableCitations>(`${job.path}/deliverables/${encodeURIComponent(filename)}/citations`),
      ),
    );
    return checked.flatMap(({ body }) => body.citations.map(({ source }) => source.title));
  }

  // LIB-1, LIB-3
  it('proposes cards of an approved document, at most four and one structure', async () => {
    await startRun(first);
    await waitForStatus(first, 'completed');
    const [document] = await listDocuments(first);
    const review = await first.client.post(`${first.path}/deliverables/${document?.filename}/review`, {
      action: 'approve',
    });
    expect(review.status).toBe(200);
    const cards = await pollUntil(listCards, (found) => found.length > 0);
    expect(cards.length).toBeLessThanOrEqual(4);
    expect(cards.filter(({ kind }) => kind === 'structure').length).toBeLessThanOrEqual(1);
    expect(cards.every(({ status }) => status === 'proposed')).toBe(true);
  });

  // LIB-10
  it('gives the next engagement nothing before a person has released a card', async () => {
    const { job, request } = await startNext(true);
    expect(request).toContain('Wheelwright');
    expect(request).not.toContain('Card: ');
    await job.client.post(`${job.path}/stop`);
  });

  // LIB-10, LIB-11
  it('is cited by the next engagement once a card is released, and the card lists the use', async () => {
    const [proposed] = await listCards();
    const answer = await first.client.patch<LibraryCardDetail>(`/api/library/cards/${proposed?.id}`, {
      ...released,
      status: 'released',
      revision: proposed?.revision,
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'released' } });
    const { job, request } = await startNext(true);
    expect(request).toContain(`Card: ${released.title}`);
    await waitForStatus(job, 'completed');
    expect(await listCited(job)).toContain(`Card: ${released.title}`);
    const { uses } = (await first.client.get<LibraryCardDetail>(`/api/library/cards/${proposed?.id}`)).body;
    expect(uses.map(({ engagementId }) => engagementId)).toContain(job.engagement.id);
  });

  // LIB-10
  it('gives nothing to an engagement that does not use the library', async () => {
    const { request } = await startNext(false);
    expect(request).toContain('Wheelwright');
    expect(request).not.toContain(released.title);
  });
});
