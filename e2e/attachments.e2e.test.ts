import type { Attachment } from '@ecp/contract/work/attachments';
import type { DeliverableListItem as ListItemSchema } from '@ecp/contract/work/deliverables';
import type { RunLogs } from '@ecp/contract/work/runs';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginJob,
  continueAt,
  type MainJob,
  queryProduct,
  readDeliverable,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';
import { withoutTracing } from './testing/trace-receiver.ts';

const survey = `# Subscription survey, spring 2026

Of 310 subscribers of a comparable scheme in Sheffield, 61 percent renewed after the first year.
Each of them brought 1.7 bicycles a year to the workshop, and labour cost £23.40 per inspection.
`;

/** Four pixels as PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAwPAfhP7//w8AH+4F+3uLQwgAAAAASUVORK5CYII=',
  'base64',
);

/** Tests attachments in the whole product: upload, extraction, the offline model, a restart, a download. */
describe('attachments of a real run', () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  let job: MainJob;
  let attachment: Attachment;

  const cookie = () => [...job.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const upload = async (name: string, content: Blob) => {
    const form = new FormData();
    form.set('file', content, name);
    form.set('category', 'data');
    const url = new URL(`${job.path}/attachments`, product.baseUrl);
    const answer = await fetch(url, { method: 'POST', body: form, headers: { cookie: cookie() } });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { attachment: Attachment }).attachment;
  };
  const download = async () => {
    const { body } = await job.client.get<{ downloadUrl: string }>(`${job.path}/attachments/${attachment.id}`);
    return fetch(new URL(new URL(body.downloadUrl).pathname, product.baseUrl));
  };

  beforeAll(async () => {
    // This product fails if it loads the packages that send traces (SVC-5).
    product = await startProduct({ dataDir: place.dataDir, environment: withoutTracing });
    job = await beginJob(product.baseUrl);
  });
  afterAll(async () => {
    await product?.stop();
    await place.remove();
  });

  // MOD-5, RUN-7, SVC-5
  it('are quoted with their source in the deliverables', async () => {
    attachment = await upload('sheffield-survey.md', new Blob([survey]));
    await upload('workshop.png', new Blob([picture]));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(await job.client.post(`${job.path}/run`, undefined, { traceparent })).toMatchObject({ status: 200 });
    await waitForStatus(job, 'completed');
    const list = (await job.client.get<Static<typeof ListItemSchema>[]>(`${job.path}/deliverables`)).body;
    const documents = await Promise.all(list.map(({ filename }) => readDeliverable(job, filename)));
    const quoting = documents.filter(({ content }) => content.includes('61 percent renewed after the first year'));
    expect(quoting.length).toBeGreaterThan(0);
    for (const { content } of quoting) expect(content).toContain('sheffield-survey');
  });

  // MOD-20
  it('are logged as unread if they are images and no model reads images', async () => {
    const { entries } = (await job.client.get<RunLogs>(`${job.path}/logs`)).body;
    const unread = entries.filter(({ code }) => code === 'images_not_read').map(({ message }) => message);
    expect(unread).toEqual(['1 attached image was not read: the model does not read images.']);
  });

  // SET-17
  it('are read by services that log in without rights on the tables of tenants', async () => {
    const logins = await queryProduct<{ name: string }>(
      place.dataDir,
      `select distinct usename as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    expect(logins).toEqual([{ name: 'ecp_service' }]);
  });

  it('survive a restart, and so do links to them', async () => {
    const { body } = await job.client.get<{ downloadUrl: string }>(`${job.path}/attachments/${attachment.id}`);
    await product.stop();
    product = await startProduct({ dataDir: place.dataDir });
    job = continueAt(job, product.baseUrl);
    const old = await fetch(new URL(new URL(body.downloadUrl).pathname, product.baseUrl));
    expect(await old.text()).toBe(survey);
    expect(await (await download()).text()).toBe(survey);
  });
});
