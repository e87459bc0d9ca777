import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliverableCitations } from '@ecp/contract/values/citations';
import type { Attachment } from '@ecp/contract/work/attachments';
import type { DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { DataTable } from '@ecp/contract/work/tables';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginJob, type MainJob, readDeliverable, startRun, waitForStatus } from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, root, startProduct } from './testing/product.ts';

/** The figures of a case that a careful reader computes from its tables (see its README), as the documents tell them. */
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
  [
    'district-heating-tariffs',
    [
      'All rows: from EUR 22,390,000 in 2023 to EUR 23,150,000 in 2025, a change of +760,000 EUR (+3.4%).',
      'All rows by period: 2023: EUR 22,390,000; 2024: EUR 22,320,000; 2025: EUR 23,150,000.',
      'Revenue 2025: EUR 23,162,000 over all rows.',
      'Detached houses 102.02, Public buildings 92.99, Apartment blocks 91.00 and Businesses 91.00; over all rows 92.65.',
      'Gas: from EUR 3,960,000 in 2023 to EUR 3,340,000 in 2025, a change of −620,000 EUR (−15.7%).',
    ],
  ],
];

/** Tests the sample cases as a new user runs them, with uploaded files and the offline model. */
describe('the sample cases', () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProduct({ dataDir: place.dataDir });
  });
  afterAll(async () => {
    await product?.stop();
    await place.remove();
  });

  interface CheckedDocument {
    content: string;
    summary: Static<typeof DeliverableCitations>['summary'];
  }

  async function runCase(name: string): Promise<CheckedDocument[]> {
    const folder = join(root, 'examples', name);
    const job = await beginJob(product.baseUrl, JSON.parse(await readFile(join(folder, 'engagement.json'), 'utf8')));
    for (const file of await readdir(join(folder, 'attachments'))) await upload(job, join(folder, 'attachments'), file);
    // A run waits 30 s for its files, and then starts with what has been read.
    const readFiles = () => job.client.get<{ attachments: Attachment[] }>(`${job.path}/attachments`);
    await pollUntil(readFiles, ({ body }) => body.attachments.every(({ extraction }) => extraction !== 'pending'));
    const readTables = () => job.client.get<{ tables: DataTable[] }>(`${job.path}/tables`);
    await pollUntil(readTables, ({ body }) => body.tables.length > 0);
    await startRun(job);
    await waitForStatus(job, 'completed');
    const list = (await job.client.get<Static<typeof DeliverableListItem>[]>(`${job.path}/deliverables`)).body;
    return Promise.all(list.map(({ filename }) => readChecked(job, filename)));
  }

  async function readChecked(job: MainJob, filename: string): Promise<CheckedDocument> {
    const { content } = await readDeliverable(job, filename);
    const path = `${job.path}/deliverables/${filename}/citations`;
    const { summary } = (await job.client.get<Static<typeof DeliverableCitations>>(path)).body;
    return { content, summary };
  }

  async function upload({ client, path }: MainJob, folder: string, file: string): Promise<void> {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await readFile(join(folder, file)))], file));
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(`${path}/attachments`, product.baseUrl);
    expect((await fetch(url, { method: 'POST', body: form, headers: { cookie } })).status).toBe(201);
  }

  // MOD-5
  it.each(cases)('%s gives verified drafts with the figures of a careful reader', async (name, computed) => {
    const checked = await runCase(name);
    const documents = checked.map(({ content }) => content);
    expect(documents).toHaveLength(4);
    // The space between an amount and its currency does not break.
    const text = documents.join('\n').replaceAll('\u00a0', ' ');
    for (const found of computed) expect(text).toContain(found);
    for (const { summary } of checked)
      expect(summary).toMatchObject({ altered: 0, unsupported: 0, missingSource: 0, uncited: 0 });
    for (const document of documents) {
      expect(document).not.toMatch(/^- Delivery(?: by Market)?: /m);
      expect(document).not.toMatch(/the largest: .*(?:April|January)/);
      expect(document).toContain('**Evidence pack**, a demonstration: extracted without a language model');
      expect(document).not.toMatch(/not verified|could not be verified/);
      expect(document.split(/\s+/).length).toBeLessThan(3_000);
      expect(document).toContain('## Gaps');
      expect(document).not.toMatch(/^#+ (?:Recommendation|Options|Next steps|Risks)/m);
    }
    expect(shareRepeated(documents)).toBeLessThan(0.45);
  });
});

/** Matches the client's questions, which are repeated on purpose. */
const told = /^## The question[\s\S]*?(?=^## )/gm;

/** Returns the share of quoted findings that are in more than one document. */
function shareRepeated(documents: string[]): number {
  const quotes = documents.map((document) => new Set(document.replace(told, '').match(/^- “.*?”(?=\[\^)/gm)));
  const all = new Set(quotes.flatMap((set) => [...set]));
  const repeated = [...all].filter((quote) => quotes.filter((set) => set.has(quote)).length > 1);
  return repeated.length / Math.max(1, all.size);
}
