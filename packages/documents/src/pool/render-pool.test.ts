import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createDocumentRenderer, type DocumentRenderer, type RendererOptions } from '../document-renderer.ts';
import type { DocumentError } from '../reports/document-error.ts';
import { readPdf } from '../testing/read-pdf.ts';
import { deliverableOf, endless, engagementOf, longMarkdown, printOrder } from '../testing/sample-reports.ts';

const open: DocumentRenderer[] = [];
function openRenderer(options: RendererOptions = {}): DocumentRenderer {
  const renderer = createDocumentRenderer({ workers: 1, ...options });
  open.push(renderer);
  return renderer;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((renderer) => renderer.close()));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the typesetting processes', () => {
  it('start with the first document, serve the next ones, and end with the renderer', async () => {
    const renderer = openRenderer();
    expect(renderer.pids()).toEqual([]);
    await renderer.renderDeliverable(deliverableOf('One.'), printOrder);
    const pids = renderer.pids();
    await renderer.renderDeliverable(deliverableOf('Two.'), printOrder);
    expect(renderer.pids()).toEqual(pids);
    expect(pids).toHaveLength(1);
    await renderer.close();
    expect(pids.filter(isRunning)).toEqual([]);
    await expect(renderer.renderDeliverable(deliverableOf('Three.'), printOrder)).rejects.toMatchObject({
      kind: 'failed',
    });
  });

  it('are killed and replaced if a document hangs, and the next document is printed', async () => {
    const renderer = openRenderer({ timeoutMs: 5_000 });
    await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
    const [hung = 0] = renderer.pids();
    await expect(renderer.renderDeliverable(deliverableOf(endless), printOrder)).rejects.toMatchObject({
      kind: 'timeout',
    });
    await expect.poll(() => isRunning(hung)).toBe(false);
    const { pages } = await readPdf(await renderer.renderDeliverable(deliverableOf('After the hung one.'), printOrder));
    expect(pages[0]).toContain('After the hung one.');
    expect(renderer.pids()).not.toContain(hung);
  });

  it('are replaced if one is killed in the middle of a document', async () => {
    const renderer = openRenderer();
    await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
    const [pid = 0] = renderer.pids();
    const printing = renderer.renderDeliverable(deliverableOf(endless), printOrder);
    process.kill(pid, 'SIGKILL');
    await expect(printing).rejects.toMatchObject({ name: 'DocumentError', kind: 'failed' });
    await renderer.renderDeliverable(deliverableOf('After the dead one.'), printOrder);
  });

  it('end with a server that was killed in the middle of a document', async () => {
    const script = fileURLToPath(new URL('../testing/print-endlessly.ts', import.meta.url));
    const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isRunning(pid)).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });

  it('end themselves when they exceed their memory limit', async () => {
    const renderer = openRenderer({ memoryMb: 260 });
    const failing = renderer.renderDeliverable(deliverableOf(longMarkdown(5_000)), printOrder);
    await expect(failing).rejects.toMatchObject({ kind: 'failed', message: expect.stringContaining('MB of memory') });
    await renderer.renderDeliverable(deliverableOf('After the greedy one.'), printOrder);
  });

  it('are killed when the caller gives up, and a waiting document leaves the queue', async () => {
    const renderer = openRenderer();
    await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
    const [pid = 0] = renderer.pids();
    const printing = new AbortController();
    const waiting = new AbortController();
    const first = renderer.renderDeliverable(deliverableOf(endless), { ...printOrder, signal: printing.signal });
    const second = renderer.renderDeliverable(deliverableOf('Two.'), { ...printOrder, signal: waiting.signal });
    const third = renderer.renderDeliverable(deliverableOf('Three.'), printOrder);
    waiting.abort(new Error('second left'));
    await expect(second).rejects.toThrow('second left');
    printing.abort(new Error('first left'));
    await expect(first).rejects.toThrow('first left');
    await third;
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe('documents of many tenants', () => {
  /** Begins endless documents, one for each tenant. `end` aborts them. */
  function printEndless(renderer: DocumentRenderer, tenants: string[], markdown = endless) {
    const end = new AbortController();
    let ended = 0;
    const all = tenants.map((tenantId) =>
      renderer
        .renderDeliverable(deliverableOf(markdown), { tenantId, signal: end.signal })
        .catch(() => undefined)
        .finally(() => {
          ended += 1;
        }),
    );
    return {
      ended: () => ended,
      async end() {
        end.abort();
        await Promise.all(all);
      },
    };
  }
  const printOther = (renderer: DocumentRenderer, markdown = 'Other.') =>
    renderer.renderDeliverable(deliverableOf(markdown), { tenantId: 'other' });

  it('do not wait for the many documents of one tenant', async () => {
    const renderer = openRenderer({ workers: 2 });
    const busy = printEndless(renderer, Array<string>(6).fill('greedy'));
    await printOther(renderer);
    expect(busy.ended()).toBe(0);
    await busy.end();
  });

  it('do not wait for long documents of many tenants if they are short', async () => {
    const renderer = openRenderer({ workers: 2 });
    const tenants = Array.from({ length: 12 }, (_, index) => `greedy${index}`);
    const busy = printEndless(renderer, tenants);
    for (let count = 0; count < 3; count += 1) await printOther(renderer);
    expect(busy.ended()).toBe(0);
    await busy.end();
  });

  it('do not wait for documents that look short and take long', async () => {
    const renderer = openRenderer({ workers: 2, shortTimeoutMs: 500, timeoutMs: 60_000 });
    const tenants = Array.from({ length: 4 }, (_, index) => `greedy${index}`);
    const busy = printEndless(renderer, tenants, endless.slice(0, 250_000));
    await printOther(renderer);
    expect(busy.ended()).toBe(0);
    await busy.end();
  });

  it('are printed again with their full time if they look short and take long', async () => {
    const renderer = openRenderer({ workers: 1, shortTimeoutMs: 50 });
    const { pages } = await readPdf(await printOther(renderer, longMarkdown(400)));
    expect(pages.length).toBeGreaterThan(20);
  });

  it('are refused from the longest line first when the queue is full', async () => {
    const renderer = openRenderer({ workers: 1, queueLength: 3 });
    const refused: string[] = [];
    const printing = ['a', 'a', 'a', 'a', 'b'].map((tenantId, index) =>
      renderer.renderDeliverable(deliverableOf(`Document ${index}.`), { tenantId }).catch(({ kind }: DocumentError) => {
        refused.push(`${tenantId}${index} ${kind}`);
      }),
    );
    await Promise.all(printing);
    expect(refused).toEqual(['a3 busy']);
  });
});

describe('many documents', () => {
  it('are printed correctly when two processes get 20 at once', async () => {
    const renderer = openRenderer({ workers: 2 });
    const printed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        renderer.renderDeliverable(deliverableOf(`Document number ${index}.`), { tenantId: `tenant${index % 3}` }),
      ),
    );
    expect(renderer.pids()).toHaveLength(2);
    for (const [index, bytes] of printed.entries()) {
      expect((await readPdf(bytes)).pages[0]).toContain(`Document number ${index}.`);
    }
  });

  it('are refused beyond the length of the queue and beyond the largest size', async () => {
    const renderer = openRenderer({ queueLength: 1, maxMarkdownBytes: 1_000 });
    const first = renderer.renderDeliverable(deliverableOf('One.'), printOrder);
    const second = renderer.renderDeliverable(deliverableOf('Two.'), printOrder);
    await expect(renderer.renderDeliverable(deliverableOf('Three.'), printOrder)).rejects.toMatchObject({
      kind: 'busy',
    });
    await Promise.all([first, second]);
    const large = engagementOf(['é'.repeat(300), 'é'.repeat(300)]);
    await expect(renderer.renderEngagement(large, printOrder)).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('do not increase the memory of the typesetting process', async () => {
    const { openRenderPool } = await import('./render-pool.ts');
    const pool = openRenderPool({ workers: 1, queueLength: 1, shortTimeoutMs: 5_000, heapMb: 512, memoryMb: 4_000 });
    const order = { tenantId: 'acme', lane: 'long', timeoutMs: 60_000, signal: undefined } as const;
    const rssMb: number[] = [];
    try {
      for (let count = 0; count < 200; count += 1) {
        const report = deliverableOf(
          `# Document ${count}\n\n${longMarkdown(12).replaceAll('became', `became ${count}`)}`,
        );
        const { rssBytes } = await pool.run({ kind: 'deliverable', report }, order);
        rssMb.push(rssBytes / 1024 / 1024);
      }
    } finally {
      await pool.close();
    }
    const early = Math.max(...rssMb.slice(20, 60));
    const late = Math.max(...rssMb.slice(160));
    expect(late).toBeLessThan(early * 1.25 + 20);
  }, 120_000);

  it('take almost no time of the server’s thread while they are printed', async () => {
    const renderer = openRenderer();
    await renderer.renderDeliverable(deliverableOf('Warm.'), printOrder);
    const report = deliverableOf(longMarkdown(3_000));
    expect(report.document.markdown.length).toBeGreaterThan(1_000_000);
    await turn();
    const before = process.threadCpuUsage();
    await renderer.renderDeliverable(report, printOrder);
    const { user, system } = process.threadCpuUsage(before);
    // This is the total over many turns of the event loop, for 1 MB of markdown and several MB of PDF.
    expect((user + system) / 1_000).toBeLessThan(150);
  }, 60_000);
});
