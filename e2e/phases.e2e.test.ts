import { dirname } from 'node:path';
import type { Answer } from '@ecp/contract/work/answers';
import type { NotebookEntry, NotebookItem, Reproduction } from '@ecp/contract/work/notebook';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { callTool, playTeam, roleOf, type TeamScript } from '@ecp/testing/fake-llm/fake-team';
import { pollUntil } from '@ecp/testing/poll-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeModels, startFakeModels } from './testing/fake-models.ts';
import {
  beginJob,
  continueAt,
  type MainJob,
  readDeliverable,
  startRun,
  threeTasks,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';
import { completeRecords, readRunRecords } from './testing/run-records.ts';

const workshops = `workshop,repairs,price
North,2100,62
Centre,1900,66
South,1200,65
`;

const program = `const rows = await sql('select workshop, repairs, price from workshops');
const revenue = rows.map(({ workshop, repairs, price }) => ({ workshop, revenue: repairs * price }));
table('Revenue', revenue);
const total = revenue.reduce((sum, row) => sum + row.revenue, 0);
facts.set('revenue', { label: 'Revenue', value: total, unit: 'GBP', period: '2025' });`;

const script: TeamScript = {
  analysis: [
    () => callTool('run_code', { title: 'Revenue', finding: 'By workshop.', code: program }),
    () => callTool('note_passage', { file: 'workshops.csv', words: 'North' }),
  ],
  answer: {
    question: 'Should the subscription be offered?',
    answer: 'It should. The workshops earn 333,600 GBP a year without it.',
    claims: [{ text: 'They earn enough.', facts: ['revenue'], sureness: 'high', counter: '' }],
  },
  objections: [{ text: 'Idle months are left out.', evidence: 'The brief names them.' }],
  write: () =>
    '# Offer the subscription\n\nThe workshops earn [333,600 GBP](fact:revenue) a year. Offer it in March.\n',
};

/** Calls between two kills of everything, of which the last is in flight. */
const callsBetweenKills = 2;
/** Kills before the wait for approval, and after it. */
const kills = 2;

describe('a run by phases on a paid provider', () => {
  const place = copyPreparedDataDir();
  let models: FakeModels;
  let product: RunningProduct;
  let ports: Record<string, string>;
  const start = () =>
    startProduct({
      dataDir: place.dataDir,
      environment: { ...models.environment, ...ports, RUN_PHASES: 'on' },
    });

  beforeAll(async () => {
    models = await startFakeModels(dirname(place.dataDir));
    models.server.respondWith((body) => playTeam(script, body));
    ports = { PORT: String(await chooseTestPort()), ENGINE_PORT: String(await chooseTestPort()) };
    product = await start();
  });
  afterAll(async () => {
    await product?.stop();
    await models?.server.close();
    await place.remove();
  });

  async function attach({ client, path }: MainJob, filename: string, text: string): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([text]), filename);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(`${path}/attachments`, product.baseUrl);
    const response = await fetch(url, { method: 'POST', body: form, headers: { cookie } });
    expect(response.status).toBe(201);
  }

  /** Lets the calls after the next few hang. Returns the number of calls after which they do. */
  function hangSoon(): number {
    const { server } = models;
    const last = server.meter.calls.length + callsBetweenKills;
    server.failWhen(() => (server.meter.calls.length >= last ? { kind: 'hang' } : null));
    return last;
  }

  /** Kills all processes in the middle of a call, again and again, and starts the product anew. */
  async function killRepeatedly(first: MainJob, firstHang: number): Promise<MainJob> {
    const { server } = models;
    let job = first;
    let last = firstHang;
    for (let kill = 1; kill <= kills; kill += 1) {
      await server.meter.waitFor((meter) => meter.calls.length >= last);
      await product.killEverything();
      await server.meter.waitFor(() => server.meter.inFlight === 0);
      if (kill < kills) last = hangSoon();
      else server.failWhen(() => null);
      product = await start();
      job = continueAt(job, product.baseUrl);
    }
    return job;
  }

  // PHA-1, PHA-2, NBK-12, NBK-13
  it('survives kills of everything between and within its turns, pays each call once, and leaves an answer, a notebook that can be reproduced, and documents with footnotes', async () => {
    const begun = await beginJob(product.baseUrl, { ...threeTasks, approveAnswer: true });
    await attach(begun, 'workshops.csv', workshops);
    const firstHang = hangSoon();
    const runId = await startRun(begun);
    const waiting = await killRepeatedly(begun, firstHang);
    await pollUntil(
      () => waiting.client.get<Answer>(`${waiting.path}/answer`),
      ({ body }) => body.status === 'challenged',
    );
    const secondHang = hangSoon();
    const approve = () => waiting.client.post<Answer>(`${waiting.path}/answer/approve`);
    const approved = await pollUntil(approve, ({ status }) => status === 200);
    expect(approved.body).toMatchObject({
      status: 'approved',
      objections: [{ status: 'refused', reason: 'It changes nothing.' }],
    });
    const job = await killRepeatedly(waiting, secondHang);
    const { client, path } = job;
    await waitForStatus(job, 'completed');

    const { body: notebook } = await client.get<{ entries: NotebookItem[] }>(`${path}/notebook`);
    expect(notebook.entries).toMatchObject([
      { number: 1, kind: 'code', facts: [{ id: 'revenue', value: 333_600 }] },
      { number: 2, kind: 'passage' },
    ]);
    for (const { id } of notebook.entries) {
      const { body: entry } = await client.get<NotebookEntry>(`${path}/notebook/${id}`);
      expect(entry.source).not.toBe('');
      const reproduced = await client.post<Reproduction>(`${path}/notebook/${id}/reproduce`);
      expect(reproduced.body).toEqual({ identical: true, differences: [] });
    }
    for (const filename of ['demand-analysis.md', 'cost-model.md', 'subscription-offer.md']) {
      const { content } = await readDeliverable(job, filename);
      expect(content).toContain('earn 333,600 GBP a year.[^1]');
      expect(content).toContain('[^1]: Notebook 1: “Revenue: 333,600 GBP”');
    }

    const records = await readRunRecords(place.dataDir, runId);
    expect(records).toMatchObject(completeRecords);
    const keys = new Set(records.calls.map(({ call_key }) => call_key));
    const answered = records.calls.filter((call) => call.answered);
    expect(answered.map(({ call_key }) => call_key).toSorted()).toEqual([...keys].toSorted());
    const roles = models.server.meter.calls.map(({ body }) => roleOf(body));
    expect(new Set(roles)).toEqual(
      new Set(['lead', 'challenger', 'settling lead', 'author', 'edit', 'anchor', 'evaluate']),
    );
  });
});
