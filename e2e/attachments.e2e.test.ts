import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { RunLogs } from '@ecp/contract/work/runs';
import type { DataTable } from '@ecp/contract/work/tables';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginJob,
  type MainJob,
  queryProduct,
  readDeliverable,
  startRun,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, root, startProduct } from './testing/product.ts';
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

/**
 * The figures of a case that a careful reader computes from its tables (see its README), as the
 * documents tell them.
 */
const cases: [name: string, computed: string[]][] = [
  [
    'window-maker-export',
    [
      'Windows made: 16,700 over all rows.',
      'Windows made as a share of Capacity: 81.9% (16,700 ÷ 20,400); highest October 96.5%, lowest December 51.2%.',
      'Bavaria: from EUR 610,000 in 2021 to EUR 1,620,000 in 2025, a change of +1,010,000 EUR (+165.6%).',
      'Windows made by Month: highest October 1,640, lowest December 870.',
      'The mean of Average price, weighted by Windows sold, is 714;',
      'The mean of Delivery, weighted by Windows sold, is 6.17 weeks;',
    ],
  ],
];

interface CheckedDocument {
  content: string;
  summary: Static<typeof DeliverableCitations>['summary'];
}

/**
 * Tests attachments in the whole product: upload, extraction, the offline model, the sample case
 * as a new user runs them.
 */
describe('attachments of a real run', () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  let job: MainJob;

  const upload = async ({ client, path }: MainJob, name: string, content: Blob) => {
    const form = new FormData();
    form.set('file', content, name);
    form.set('category', 'data');
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
    const url = new URL(`${path}/attachments`, product.baseUrl);
    const answer = await fetch(url, { method: 'POST', body: form, headers: { cookie } });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { attachment: Attachment }).attachment;
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
    await upload(job, 'sheffield-survey.md', new Blob([survey]));
    await upload(job, 'workshop.png', new Blob([picture]));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(await job.client.post(`${job.path}/run`, undefined, { traceparent })).toMatchObject({
      status: 200,
    });
    await waitForStatus(job, 'completed');
    const list = (
      await job.client.get<Static<typeof DeliverableListItem>[]>(`${job.path}/deliverables`)
    ).body;
    const documents = await Promise.all(list.map(({ filename }) => readDeliverable(job, filename)));
    const quoting = documents.filter(({ content }) =>
      content.includes('61 percent renewed after the first year'),
    );
    expect(quoting.length).toBeGreaterThan(0);
    for (const { content } of quoting) expect(content).toContain('sheffield-survey');
  });

  // MOD-20
  it('are logged as unread if they are images and no model reads images', async () => {
    const { entries } = (await job.client.get<RunLogs>(`${job.path}/logs`)).body;
    const unread = entries.filter(({ code }) => code === 'images_not_read');
    expect(unread.map(({ message }) => message)).toEqual([
      '1 attached image was not read: the model does not read images.',
    ]);
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

  async function runCase(caseName: string): Promise<CheckedDocument[]> {
    const folder = join(root, 'examples', caseName);
    const caseJob = await beginJob(
      product.baseUrl,
      JSON.parse(await readFile(join(folder, 'engagement.json'), 'utf8')),
    );
    for (const name of await readdir(join(folder, 'attachments'))) {
      await upload(
        caseJob,
        name,
        new Blob([new Uint8Array(await readFile(join(folder, 'attachments', name)))]),
      );
    }
    // A run waits 30 s for its files, and then starts with what has been read.
    const readFiles = () =>
      caseJob.client.get<{ attachments: Attachment[] }>(`${caseJob.path}/attachments`);
    await pollUntil(readFiles, ({ body }) =>
      body.attachments.every(({ extraction }) => extraction !== 'pending'),
    );
    const readTables = () => caseJob.client.get<{ tables: DataTable[] }>(`${caseJob.path}/tables`);
    await pollUntil(readTables, ({ body }) => body.tables.length > 0);
    await startRun(caseJob);
    await waitForStatus(caseJob, 'completed');
    const list = (
      await caseJob.client.get<Static<typeof DeliverableListItem>[]>(`${caseJob.path}/deliverables`)
    ).body;
    return Promise.all(list.map(({ filename }) => readChecked(caseJob, filename)));
  }

  async function readChecked(caseJob: MainJob, filename: string): Promise<CheckedDocument> {
    const { content } = await readDeliverable(caseJob, filename);
    const path = `${caseJob.path}/deliverables/${filename}/citations`;
    const { summary } = (await caseJob.client.get<Static<typeof DeliverableCitations>>(path)).body;
    return { content, summary };
  }

  // MOD-5
  it.each(cases)(
    'of the case %s give verified drafts with a careful reader’s figures',
    async (name, computed) => {
      const checked = await runCase(name);
      const documents = checked.map(({ content }) => content);
      expect(documents).toHaveLength(4);
      // The space between an amount and its currency does not break.
      const text = documents.join('\n').replaceAll('\u00a0', ' ');
      for (const figure of computed) expect(text).toContain(figure);
      for (const { summary } of checked)
        expect(summary).toMatchObject({ altered: 0, unsupported: 0, missingSource: 0, uncited: 0 });
      for (const document of documents) {
        expect(document).not.toMatch(/^- Delivery(?: by Market)?: /m);
        expect(document).not.toMatch(/the largest: .*(?:April|January)/);
        expect(document).toContain(
          '**Evidence pack**, a demonstration: extracted without a language model',
        );
        expect(document).not.toMatch(/not verified|could not be verified/);
        expect(document.split(/\s+/).length).toBeLessThan(3_000);
        expect(document).toContain('## Gaps');
        expect(document).not.toMatch(/^#+ (?:Recommendation|Options|Next steps|Risks)/m);
      }
      expect(shareRepeated(documents)).toBeLessThan(0.45);
    },
  );
});

/** Matches the client's questions, which are repeated on purpose. */
const clientQuestions = /^## The question[\s\S]*?(?=^## )/gm;

/** Returns the share of quoted findings that are in more than one document. */
function shareRepeated(documents: string[]): number {
  const quotes = documents.map(
    (document) => new Set(document.replace(clientQuestions, '').match(/^- “.*?”(?=\[\^)/gm)),
  );
  const all = new Set(quotes.flatMap((set) => [...set]));
  const repeated = [...all].filter((quote) => quotes.filter((set) => set.has(quote)).length > 1);
  return repeated.length / Math.max(1, all.size);
}
