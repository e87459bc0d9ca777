import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDocumentRenderer, type DocumentRenderer } from '@ecp/documents/document-renderer';
import { openSandbox } from '@ecp/sandbox/sandbox';
import {
  createTextExtractor,
  type TextExtractor,
} from '../../apps/platform/src/work/text-extraction/text-extractor.ts';
import { makeRepetitivePdf } from '../../apps/platform/testing/document-files.ts';
import { deliverableOf, endless } from '../../packages/documents/src/testing/sample-reports.ts';

/** Times of one kind of request, in milliseconds. */
export interface WaitFigures {
  p50Ms: number;
  p95Ms: number;
  slowestMs: number;
}

/** Times of another tenant: with nothing else at work, and beside the hostile tenants. */
export interface SandboxFigures {
  alone: Record<SmallWork, WaitFigures>;
  beside: Record<SmallWork, WaitFigures>;
  /** Requests that were refused or failed beside the hostile tenants. */
  failed: number;
}

export type SmallWork = 'document' | 'text';

export const sandboxSizes = { hostileTenants: 20, jobsAtOnce: 2, requests: 40, pauseMs: 500, pages: 1_000_000 };

interface Rooms {
  documents: DocumentRenderer;
  texts: TextExtractor;
  folder: string;
}

/**
 * Measures how long a tenant waits for a document of one page and the text of a file of 12 bytes while other tenants
 * keep both programs of the sandbox busy with the worst that is known.
 */
export async function measureSandbox(report: (line: string) => void): Promise<SandboxFigures> {
  const sandbox = openSandbox();
  const folder = await mkdtemp(join(tmpdir(), 'bench-sandbox-'));
  const rooms = { documents: createDocumentRenderer({ sandbox }), texts: createTextExtractor({ sandbox }), folder };
  try {
    await writeFile(join(folder, 'small'), 'twelve bytes');
    await writeFile(join(folder, 'hostile'), makeRepetitivePdf('The quay', sandboxSizes.pages));
    const alone = await measureTenant(rooms);
    report('The sandbox alone is measured');
    const end = new AbortController();
    const attacks = Array.from({ length: sandboxSizes.hostileTenants }, (_, at) =>
      attack(rooms, `hostile${at}`, end.signal),
    );
    const beside = await measureTenant(rooms);
    end.abort();
    report('The sandbox beside hostile tenants is measured');
    await sandbox.close();
    await Promise.all(attacks);
    return { alone: alone.times, beside: beside.times, failed: alone.failed + beside.failed };
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}

/** Submits both kinds of hostile work of a tenant again and again. */
async function attack({ documents, texts, folder }: Rooms, tenantId: string, signal: AbortSignal): Promise<void> {
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
  await Promise.all(works.flatMap((work) => Array.from({ length: sandboxSizes.jobsAtOnce }, () => repeat(work))));
}

async function measureTenant({ documents, texts, folder }: Rooms) {
  const tenantId = 'other';
  const works: Record<SmallWork, () => Promise<unknown>> = {
    document: () => documents.renderDeliverable(deliverableOf('One page.'), { tenantId }),
    text: () => texts.extractText(tenantId, { path: join(folder, 'small'), extension: '.txt' }),
  };
  const all: Record<SmallWork, number[]> = { document: [], text: [] };
  let failed = 0;
  for (let request = 0; request < sandboxSizes.requests; request += 1) {
    for (const kind of ['document', 'text'] as const) {
      const startedMs = performance.now();
      await works[kind]().catch(() => {
        failed += 1;
      });
      all[kind].push(performance.now() - startedMs);
    }
    await wait(sandboxSizes.pauseMs);
  }
  return { times: { document: summarize(all.document), text: summarize(all.text) }, failed };
}

function summarize(timesMs: number[]): WaitFigures {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95), slowestMs: at(1) };
}
