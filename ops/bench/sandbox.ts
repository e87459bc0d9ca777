import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDocumentRenderer, type DocumentRenderer } from '@ecp/documents/document-renderer';
import { openSandbox } from '@ecp/sandbox/sandbox';
import {
  createTextExtractor,
  type TextExtractor,
} from '../../apps/server/src/material/text-extraction/text-extractor.ts';
import { makeRepetitivePdf } from '../../apps/server/testing/document-files.ts';
import { deliverableOf, endless } from '../../packages/documents/src/testing/sample-reports.ts';
import { atMost, quantile, type Section, whole } from './report.ts';
import type { Bench } from './servers.ts';

type SmallWork = 'document' | 'text';

const hostileTenants = 20;
const jobsAtOnce = 2;
const pages = 1_000_000;
const pauseMs = 500;

interface Rooms {
  documents: DocumentRenderer;
  texts: TextExtractor;
  folder: string;
}

/**
 * Measures how long a tenant waits for a document of one page and the text of a file of 12 bytes
 * while other tenants keep both programs of the sandbox busy with the worst that is known.
 */
export async function measureSandbox({ plan, report }: Bench): Promise<Section> {
  const requests = plan.rounds * 8;
  const sandbox = openSandbox();
  const folder = await mkdtemp(join(tmpdir(), 'bench-sandbox-'));
  const rooms = {
    documents: createDocumentRenderer({ sandbox, keptBytes: 0 }),
    texts: createTextExtractor({ sandbox }),
    folder,
  };
  try {
    await writeFile(join(folder, 'small'), 'twelve bytes');
    await writeFile(join(folder, 'hostile'), makeRepetitivePdf('The quay', pages));
    const alone = await measureTenant(rooms, requests);
    report('The sandbox alone is measured');
    const end = new AbortController();
    const attacks = Array.from({ length: hostileTenants }, (_, at) =>
      attack(rooms, `hostile${at}`, end.signal),
    );
    const beside = await measureTenant(rooms, requests);
    end.abort();
    report('The sandbox beside hostile tenants is measured');
    await sandbox.close();
    await Promise.all(attacks);
    const slowest = Math.max(
      ...(['document', 'text'] as const).map((kind) => quantile(beside.timesMs[kind], 0.95)),
    );
    return {
      title: 'Beside hostile tenants',
      content: [
        `${hostileTenants} tenants keep the sandbox of one process busy, each with ${jobsAtOnce} at once of three kinds: documents whose links never end, with 600 KB and with 125 KB, and PDF files that repeat a page ${whole(pages)} times. They try again 0.2 s after each answer, whatever it says. Another tenant prints a document of one page and reads a file of 12 bytes, one after the other, ${requests} times with pauses of ${pauseMs / 1_000} s. The first requests include the start of the first children.`,
        [
          ['A small request', 'median, s', 'p95, s', 'slowest, s'],
          ...renderTimes(alone.timesMs, 'nobody else'),
          ...renderTimes(beside.timesMs, 'beside hostile tenants'),
        ],
      ],
      goals: [
        atMost('A small request beside hostile tenants, p95', 5, 's', slowest / 1_000),
        atMost(
          'Small requests that failed or were refused',
          0,
          'requests',
          alone.failed + beside.failed,
        ),
      ],
    };
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}

/** Submits each kind of hostile work of a tenant again and again. */
async function attack(
  { documents, texts, folder }: Rooms,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  const works = [
    () => documents.renderDeliverable(deliverableOf(endless), { tenantId }),
    () => documents.renderDeliverable(deliverableOf(endless.slice(0, 125_000)), { tenantId }),
    () => texts.extractText(tenantId, { path: join(folder, 'hostile'), extension: '.pdf' }),
  ];
  const repeat = async (work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      // Every refusal is followed by another try, much sooner than it asks for.
      await work().catch(() => undefined);
      await wait(200);
    }
  };
  await Promise.all(
    works.flatMap((work) => Array.from({ length: jobsAtOnce }, () => repeat(work))),
  );
}

async function measureTenant({ documents, texts, folder }: Rooms, requests: number) {
  const tenantId = 'other';
  const works: Record<SmallWork, () => Promise<unknown>> = {
    document: () => documents.renderDeliverable(deliverableOf('One page.'), { tenantId }),
    text: () => texts.extractText(tenantId, { path: join(folder, 'small'), extension: '.txt' }),
  };
  const timesMs: Record<SmallWork, number[]> = { document: [], text: [] };
  let failed = 0;
  for (let request = 0; request < requests; request += 1) {
    for (const kind of ['document', 'text'] as const) {
      const startedMs = performance.now();
      await works[kind]().catch(() => {
        failed += 1;
      });
      timesMs[kind].push(performance.now() - startedMs);
    }
    await wait(pauseMs);
  }
  return { timesMs, failed };
}

const renderTimes = (timesMs: Record<SmallWork, number[]>, beside: string): string[][] =>
  Object.entries(timesMs).map(([kind, times]) => [
    `${kind}, ${beside}`,
    ...[0.5, 0.95, 1].map((share) => (quantile(times, share) / 1_000).toFixed(2)),
  ]);
