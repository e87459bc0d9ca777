import { setTimeout as delay } from 'node:timers/promises';
import type { Grid } from '@ecp/contract/work/grids';
import { startEngineProcess } from '../../apps/server/testing/engine/engine-process.ts';
import { atMost, median, quantile, type Section, whole } from './report.ts';
import { insertTenant } from './seed-tenants.ts';
import { type Bench, query, startPlatform } from './servers.ts';

const files = 200;
const names = [
  'rent',
  'deposit',
  'term',
  'end',
  'notice',
  'insurance',
  'repairs',
  'parking',
  'heating',
  'owner',
];
const reads = 50;

/**
 * Measures a grid of 200 files and 10 questions with the offline model, and how fast it is read and
 * exported.
 */
export async function measureGrids({ database, report }: Bench): Promise<Section> {
  const url = await database.create('bench_grids');
  const [key = ''] = await insertTenant(url, 'grids');
  const engagementId = await insertFiles(url);
  const engine = await startEngineProcess(url);
  const platform = await startPlatform(url, { RATE_LIMIT_ENGINE: '1000000' });
  const send = async (path: string, body?: object) => {
    const startedMs = performance.now();
    const response = await fetch(
      `${platform.baseUrl}/api/engagements/${engagementId}/grids${path}`,
      {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
      },
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok)
      throw new Error(`The service answered ${response.status}: ${bytes.toString()}`);
    return { bytes, ms: performance.now() - startedMs };
  };
  try {
    const columns = names.map((name) => ({
      name,
      question: `What is the ${name} of the hall?`,
      type: 'number',
    }));
    const made = await send('', { title: 'Leases', columns });
    const { id } = JSON.parse(made.bytes.toString()) as Grid;
    const filled = await waitUntilFilled(() => send(`/${id}`));
    report(`${files} × ${names.length} cells: ${whole(filled)} ms`);
    await send(`/${id}/columns`, {
      name: 'size',
      question: 'What is the size of the hall?',
      type: 'number',
    });
    const added = await waitUntilFilled(() => send(`/${id}`));
    const times: number[] = [];
    for (let at = 0; at < reads; at += 1) times.push((await send(`/${id}`)).ms);
    const csv = await send(`/${id}/export?format=csv`);
    const xlsx = await send(`/${id}/export?format=xlsx`);
    const rows = [
      ['Step', 'ms'],
      ['Make the grid', whole(made.ms)],
      [`Answer ${files * names.length} cells`, whole(filled)],
      [`Answer a question more, ${files} cells`, whole(added)],
      [`Read it, median of ${reads}`, whole(median(times))],
      [`Read it, 95th percentile of ${reads}`, whole(quantile(times, 0.95))],
      ['CSV', whole(csv.ms)],
      ['XLSX', whole(xlsx.ms)],
    ];
    return {
      title: 'Grids',
      content: [
        `A grid of ${files} files and ${names.length} questions with the offline model.`,
        rows,
      ],
      goals: [
        atMost(`Read a grid of ${files} × ${names.length} cells`, 0.15, 's', median(times) / 1_000),
      ],
    };
  } finally {
    await platform.stop();
    await engine.stop();
  }
}

/** Waits until no cell waits, and returns the milliseconds. */
async function waitUntilFilled(read: () => Promise<{ bytes: Buffer }>): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const { status } = JSON.parse((await read()).bytes.toString()) as Grid;
    if (status !== 'running') return performance.now() - startedMs;
    await delay(250);
  }
}

/**
 * Inserts an engagement with files whose text is extracted, each with a sentence for most
 * questions.
 */
async function insertFiles(url: string): Promise<string> {
  const engagementId = 'grids-engagement';
  await query(
    url,
    `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, status)
      values ($1, 'grids', 'Leases', 'Northwind', 'leases', 'Compare the leases.', 5000000000, '[]', 'completed')`,
    [engagementId],
  );
  for (let at = 0; at < files; at += 1) {
    const id = `file-${at}`;
    await query(
      url,
      `insert into platform.attachments (id, tenant_id, engagement_id, filename, mime_type, size_bytes, sha256, category,
          storage_key, extraction_state)
        values ($1, 'grids', $2, $1 || '.md', 'text/markdown', 10, '', 'data', $1, 'extracted')`,
      [id, engagementId],
    );
    const clauses = names
      .slice(0, 8)
      .map((name, of) => `The ${name} of the hall is EUR ${1_000 * (of + 1) + at}.`);
    const others = Array.from(
      { length: 30 },
      (_, of) => `Clause ${of} says that the parties of ${id} meet often.`,
    );
    await query(
      url,
      `insert into platform.context_chunks (tenant_id, engagement_id, attachment_id, ordinal, location, position, content)
        values ('grids', $1, $2, 0, null, 0, $3)`,
      [engagementId, id, [...clauses, ...others].join('\n\n')],
    );
  }
  return engagementId;
}
