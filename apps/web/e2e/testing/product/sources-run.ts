import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countCitations } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { Attachment } from '@ecp/contract/work/attachments';
import { pollUntil } from '@ecp/testing/poll-until';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../../../e2e/testing/product.ts';
import { succeed } from '../succeed.ts';
import type { ScriptedProduct } from './scripted-product.ts';

const folder = join(root, 'examples', 'district-heating-tariffs', 'attachments');
const report = 'report-to-the-board.pdf';
const workbook = 'tariff-workbook.xlsx';
const page = 'tenants-association-page.html';

/** The words of the report that stand on two lines of its second page. */
const citedInReport = 'At the end of the year 1,270 households were more than two months behind';

function cite(
  footnote: string,
  claim: string,
  quote: string,
  title: string,
  location: string | null,
): Citation {
  return {
    footnote,
    claim,
    quote,
    state: 'verified',
    reason: null,
    derivation: null,
    passage: quote,
    source: { kind: 'attachment', title, location },
  };
}

const citations = [
  cite('arrears', 'Many households owe two months.', citedInReport, report, 'p. 2'),
  cite(
    'gas',
    'Gas cost 3,340,000 in 2025.',
    'Gas | 3,960,000 | 2,870,000 | 3,340,000',
    workbook,
    'sheet Costs (EUR)',
  ),
  cite(
    'flats',
    'Small flats pay most.',
    'The fixed charge made up 44 percent of the bill in small flats.',
    page,
    null,
  ),
  cite('gone', 'Nobody asked the schools.', 'The schools were not asked.', 'schools.pdf', 'page 4'),
];
const filler = (from: number) =>
  Array.from(
    { length: 20 },
    (_, at) => `Paragraph ${from + at} says what is known of the network and of its pipes.`,
  );
const text = `# Heat

## Findings

${filler(1).join('\n\n')}

${citations.map(({ claim, footnote }) => `${claim}[^${footnote}]`).join(' ')}

${filler(21).join('\n\n')}

${citations.map(({ footnote, source, quote }) => `[^${footnote}]: ${source.title}: “${quote}”`).join('\n')}
`;

/**
 * Runs an engagement whose document cites a PDF, a workbook, a page and a file that is not there.
 * Returns its id.
 */
export async function runWithSources(browserPage: Page, product: ScriptedProduct): Promise<string> {
  const { request } = browserPage;
  const body = {
    name: 'Heat',
    client: 'Norrhaven',
    brief: 'Who pays?',
    tasks: [{ id: 'heat', name: 'Heat' }],
  };
  const { id } = await succeed<{ id: string }>(request, '/api/engagements', body);
  const path = `/api/engagements/${id}/attachments`;
  for (const name of [report, workbook, page]) {
    const file = {
      name,
      mimeType: 'application/octet-stream',
      buffer: await readFile(join(folder, name)),
    };
    expect((await request.post(path, { multipart: { file } })).status()).toBe(201);
  }
  const readTables = async () => {
    const answer = await request.get(`/api/engagements/${id}/tables`);
    return ((await answer.json()) as { tables: unknown[] }).tables;
  };
  await pollUntil(readTables, (tables) => tables.length === 3);
  const readFiles = async () =>
    ((await (await request.get(path)).json()) as { attachments: Attachment[] }).attachments;
  await pollUntil(readFiles, (files) =>
    files.every(({ extraction }) => extraction === 'extracted'),
  );
  const { runId } = await succeed<{ runId: string }>(request, `/api/engagements/${id}/run`, {});
  const run = await product.engine.waitForRun(runId);
  const task = {
    id: 'heat',
    name: 'Heat',
    description: '',
    agent: 'data-analyst',
    dependsOn: [],
    filename: 'heat.md',
  };
  run.push({ type: 'plan', planned: false, tasks: [task] });
  const checked = { citations, citationCounts: countCitations(citations), figures: [] };
  run.push({
    type: 'deliverable',
    taskId: 'heat',
    filename: 'heat.md',
    wordCount: 500,
    content: text,
    ...checked,
  });
  run.push({ type: 'status', status: 'completed', error: null });
  const readStatus = async () =>
    (await request.get(`/api/engagements/${id}/deliverables/heat.md`)).status();
  await pollUntil(readStatus, (status) => status === 200);
  return id;
}
