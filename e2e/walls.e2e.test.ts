import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { LibraryCard, LibraryCardDetail } from '@ecp/contract/work/cards';
import type { DeliverableDetail, DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { Grid } from '@ecp/contract/work/grids';
import type { ArchivedPage } from '@ecp/contract/work/research';
import type { Storyline } from '@ecp/contract/work/storylines';
import type { Wall } from '@ecp/contract/work/walls';
import { createClient } from '@ecp/testing/cookie-client';
import { type ChatRequest, embedText } from '@ecp/testing/fake-llm/fake-llm-wire';
import { type FakeSearch, startFakeSearch } from '@ecp/testing/fake-web/fake-search';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import {
  beginJob,
  type MainJob,
  queryProduct,
  startRun,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

/** The words of an engagement, one in each kind of text, which stand nowhere else. */
const kinds = [
  'name',
  'client',
  'brief',
  'task',
  'file',
  'table',
  'page',
  'document',
  'comment',
  'note',
  'grid',
  'query',
  'reply',
  'question',
  'answer',
  'card',
] as const;
type Canaries = Record<(typeof kinds)[number], string>;
const canariesOf = (root: string) =>
  Object.fromEntries(kinds.map((kind) => [kind, `${root}${kind}`])) as Canaries;

const engagementOf = (words: Canaries) => ({
  name: `Ferry ${words.name}`,
  client: `${words.client} Lines`,
  brief: `The ferries of ${words.brief} carry 90,000 cars a year. What does each crossing cost, and which line should be closed?`,
  budget: 20,
  library: true,
  research: { enabled: true, domains: [], maxPages: 3 },
  tasks: [taskOf(words)],
});

/** The task whose document may become a card. */
const taskOf = (words: Canaries) => {
  const description = 'Work out the cost of each crossing.';
  return { id: 'costs', name: `Costs ${words.task}`, description };
};

/** From the third task on, agents ask colleagues. */
const tasksAtWork = (words: Canaries) => [
  taskOf(words),
  {
    id: 'lines',
    name: 'Lines',
    description: 'Say which line should be closed.',
    dependsOn: ['costs'],
  },
  { id: 'risks', name: 'Risks', description: 'Say what may go wrong.', dependsOn: ['lines'] },
];

/** The kinds of calls that the work on an engagement makes. */
const purposes = [
  'amend',
  'consult',
  'delegate',
  'draft',
  'embed',
  'evaluate',
  'grid',
  'judge',
  'observe',
  'plan',
  'query',
  'storyline',
];

/**
 * Looks for words of engagements behind walls in whatever models are asked, in the whole product.
 */
describe('behind walls', { timeout: 900_000 }, () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let search: FakeSearch;
  let site: Server;
  let pageUrl: string;
  let product: RunningProduct;
  /** Everything that a model was sent since it was emptied. */
  const prompts: string[] = [];
  let pageWords = '';
  let first: MainJob;

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    // A model judges what another one has written.
    const price = {
      provider: 'openai-compatible',
      inputPerMillion: 3,
      outputPerMillion: 15,
      tier: 'standard',
    };
    const entries = [
      { id: 'fake-model', ...price },
      { id: 'fake-judge', ...price },
    ];
    await writeFile(models.environment['MODEL_CATALOG'] ?? '', JSON.stringify({ models: entries }));
    models.server.respondWith((request) => {
      prompts.push(JSON.stringify(request));
      return useTools(request);
    });
    models.server.embedWith((text, dimensions) => {
      prompts.push(text);
      return embedText(text, dimensions);
    });
    site = createServer(({ url }, response) => {
      const html = `<title>Crossings</title><p>What each crossing costs: ${pageWords}.</p>`;
      if (url === '/robots.txt') response.writeHead(404).end();
      else response.setHeader('content-type', 'text/html').end(html);
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    pageUrl = `http://${host}/crossings`;
    search = await startFakeSearch({
      listPages: () => [
        { url: pageUrl, title: 'Crossings', text: 'What does each crossing cost a year?' },
      ],
    });
    const environment = {
      ...models.environment,
      OPENAI_COMPATIBLE_MODELS: 'fake-model,fake-judge',
      EMBEDDING_MODEL: 'fake-embeddings',
      SEARCH_PROVIDER: 'searxng',
      SEARCH_URL: search.url,
      OUTBOUND_ALLOWED_HOSTS: host,
    };
    product = await startProduct({ dataDir: place.dataDir, environment });
  });
  afterAll(async () => {
    await product?.stop();
    await models?.server.close();
    await search?.close();
    site?.close();
    await place.remove();
  });

  /** Lets a model use each tool that finds something, once in each conversation that offers it. */
  function useTools({ tools, messages }: ChatRequest) {
    const offered = JSON.stringify(tools ?? []);
    const uses = [
      { name: 'search_context', arguments: JSON.stringify({ query: 'cost of a crossing' }) },
      { name: 'web_search', arguments: JSON.stringify({ query: 'crossing cost' }) },
      { name: 'read_page', arguments: JSON.stringify({ url: pageUrl }) },
    ].filter(({ name }) => offered.includes(`"${name}"`));
    return uses.length === 0 || messages.some(({ role }) => role === 'tool')
      ? null
      : { toolCalls: uses };
  }

  async function attach(job: MainJob, name: string, content: string): Promise<void> {
    const form = new FormData();
    form.set('file', new File([content], name));
    expect((await job.client.post(`${job.path}/attachments`, form)).status).toBe(201);
  }

  const begin = async (words: Canaries): Promise<MainJob> => {
    const { body } = await first.client.post<Engagement>('/api/engagements', engagementOf(words));
    return { ...first, engagement: body, path: `/api/engagements/${body.id}` };
  };
  const documentOf = async ({ client, path }: MainJob) => {
    const { body } = await client.get<Static<typeof DeliverableListItem>[]>(`${path}/deliverables`);
    const { filename = '' } = body.find((item) => item.taskId === 'costs') ?? {};
    return `${path}/deliverables/${encodeURIComponent(filename)}`;
  };

  /** Does with an engagement all for which models are asked, with its words in every text. */
  async function work(job: MainJob, words: Canaries): Promise<void> {
    const { client, path } = job;
    await attach(
      job,
      'notes.txt',
      `Each crossing of ${words.file} costs 900 euros, of which 300 are for fuel.`,
    );
    await attach(job, 'lines.csv', `line,cost\n${words.table},900\nSouth,700\n`);
    await pollUntil(
      () => client.get<{ attachments: Attachment[] }>(`${path}/attachments`),
      ({ body }) => body.attachments.every(({ extraction }) => extraction !== 'pending'),
    );
    expect((await client.patch(path, { tasks: [] })).status).toBe(200);
    expect((await client.post(`${path}/plan`)).status).toBe(200);
    expect((await client.patch(path, { tasks: tasksAtWork(words) })).status).toBe(200);
    await startRun(job);
    await waitForStatus(job, 'completed', 200_000);
    const document = await documentOf(job);
    const { body } = await client.get<DeliverableDetail>(document);
    const content = `${body.content}\n\n## Method\n\nWe counted each crossing of ${words.document} and asked the crews. ${'They count cars, fuel and hours in a book that they keep on board. '.repeat(4)}\n`;
    expect((await client.put(document, { content, baseVersion: body.version })).status).toBe(201);
    const comment = await client.post<{ id: string }>(`${document}/comments`, {
      body: `Why ${words.comment}?`,
    });
    const replies = `${document}/comments/${comment.body.id}/replies`;
    expect((await client.post(replies, { body: `Because of ${words.reply}.` })).status).toBe(201);
    const question = {
      filename: body.filename,
      question: `How many cars does ${words.question} carry?`,
    };
    const asked = await client.post<{ id: string }>(`${path}/questions`, question);
    const answer = { answer: `About ${words.answer} a year.` };
    expect((await client.post(`${path}/questions/${asked.body.id}/answer`, answer)).status).toBe(
      200,
    );
    const notes = `Explain ${words.note}.`;
    expect(
      (await client.post(`${document}/review`, { action: 'request_revision', notes })).status,
    ).toBe(200);
    await client.post(`${document}/rerun`);
    await waitForStatus(job, 'completed', 200_000);
    const columns = [
      { name: 'Cost', question: `What does a crossing of ${words.grid} cost?`, type: 'text' },
    ];
    const { body: grid } = await client.post<Grid>(`${path}/grids`, { title: 'Costs', columns });
    await pollUntil(
      () => client.get<Grid>(`${path}/grids/${grid.id}`),
      ({ body: now }) => now.status !== 'running',
    );
    await client.post(`${path}/query-drafts`, { question: `What does ${words.query} cost?` });
    await client.post(`${path}/storyline`);
    await pollUntil(
      () => client.get<Storyline>(`${path}/storyline`),
      ({ body: now }) => now.status !== 'writing',
    );
  }

  /** Approves the document of an engagement, and releases a card of it with the words. */
  async function release(job: MainJob, words: Canaries): Promise<void> {
    const { client } = job;
    const reason = 'For the test.';
    const review = { action: 'approve', override: { reason } };
    expect((await client.post(`${await documentOf(job)}/review`, review)).status).toBe(200);
    const [card] = await pollUntil(
      async () => (await client.get<{ cards: LibraryCard[] }>('/api/library/cards')).body.cards,
      (cards) => cards.some(({ engagementId }) => engagementId === job.engagement.id),
    );
    const text = `A crossing of ${words.card} costs what its fuel and its crew cost, and the cars pay for it.`;
    const released = await client.patch<LibraryCardDetail>(`/api/library/cards/${card?.id}`, {
      title: `What each crossing costs ${words.card}`,
      body: text,
      status: 'released',
      revision: card?.revision,
    });
    expect(released.body).toMatchObject({ status: 'released' });
  }

  const found = (words: Canaries) =>
    kinds.filter((kind) => prompts.some((prompt) => prompt.toLowerCase().includes(words[kind])));
  const hidden = canariesOf('quokka');
  let walled: MainJob;

  // WAL-23
  it('an engagement’s own words reach its own prompts', async () => {
    first = await beginJob(product.baseUrl, engagementOf(hidden));
    walled = first;
    pageWords = hidden.page;
    await work(walled, hidden);
    expect(found(hidden)).toEqual(kinds.filter((kind) => kind !== 'card'));
    const pages = await walled.client.get<{ pages: ArchivedPage[] }>(`${walled.path}/pages`);
    expect(pages.body.pages.length).toBeGreaterThan(0);
    const statement = 'select distinct purpose from engine.model_calls where engagement_id = $1';
    const calls = await queryProduct<{ purpose: string }>(place.dataDir, statement, [
      walled.engagement.id,
    ]);
    expect(calls.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(purposes));
    await release(walled, hidden);
  });

  // WAL-23
  it('no word of it reaches a prompt of another engagement, whose wall it may share, whoever starts the work', async () => {
    const [open, beside, behind] = ['bilby', 'dunnart', 'potoroo'].map(canariesOf);
    const jobs = await Promise.all([open, beside, behind].map((words) => begin(words as Canaries)));
    const [, besideJob, behindJob] = jobs as [MainJob, MainJob, MainJob];
    const memberIds = [first.tenant.userId];
    const raise = async (...behindIt: MainJob[]) => {
      const engagementIds = behindIt.map(({ engagement }) => engagement.id);
      const { status } = await first.client.post<Wall>('/api/walls', {
        name: 'Wall',
        engagementIds,
        memberIds,
      });
      expect(status).toBe(201);
    };
    await raise(walled, besideJob);
    await raise(behindJob);
    const all = [open, beside, behind] as Canaries[];
    pageWords = all.map(({ page }) => page).join(' and ');
    prompts.length = 0;
    // The one that shares a wall does all for which models are asked, the others what a card needs.
    for (const job of [jobs[0], behindJob]) await startRun(job as MainJob);
    await work(besideJob, beside as Canaries);
    for (const job of jobs) await waitForStatus(job, 'completed', 200_000);
    for (const words of all) expect(found(words)).toContain('brief');
    expect(found(hidden)).toEqual([]);
    for (const [at, job] of jobs.entries()) await release(job, all[at] as Canaries);
    // What the open one has released reaches those behind walls, and no other way round.
    prompts.length = 0;
    pageWords = '';
    for (const job of jobs) await startRun(job);
    for (const job of jobs) await waitForStatus(job, 'completed', 200_000);
    expect(found(open as Canaries)).toContain('card');
    expect([found(beside as Canaries), found(behind as Canaries)].flat()).not.toContain('card');
    expect(found(hidden)).toEqual([]);
  });

  // WAL-1, WAL-20
  it('and none reaches the answers to a key whose maker is outside', async () => {
    const { client } = first;
    const made = await client.post<{ key: string }>('/api/api-keys', {
      name: 'Reader',
      scope: 'read_only',
    });
    const walls = await client.get<{ walls: Wall[] }>('/api/walls');
    for (const { id } of walls.body.walls)
      await client.patch(`/api/walls/${id}`, { memberIds: [] });
    const key = createClient(product.baseUrl, made.body.key);
    const lists = [
      'engagements',
      'engagement-summaries',
      'library',
      'library/cards',
      'insights',
      'search?q=quokka',
    ];
    for (const reader of [client, key])
      for (const list of [...lists, `engagements/${walled.engagement.id}`]) {
        const { body } = await reader.get(`/api/${list}`);
        expect(JSON.stringify(body)).not.toContain('quokka');
      }
  });
});
