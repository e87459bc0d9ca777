import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readUsage } from '@ecp/sandbox/children';
import { afterEach, describe, expect, it } from 'vitest';
import { type OwnRenderer, openRenderer as openOwnRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import { deliverableOf, endless, engagementOf, longMarkdown, printOrder } from './testing/sample-reports.ts';

const open: OwnRenderer[] = [];
function openRenderer(options: Parameters<typeof openOwnRenderer>[0] = {}): OwnRenderer {
  const renderer = openOwnRenderer(options);
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
  it('start with the first document, serve the tenant’s next ones, and end with the renderer', async () => {
    const renderer = openRenderer();
    expect(renderer.pids()).toEqual([]);
    await renderer.renderDeliverable(deliverableOf('One.'), printOrder);
    const pids = renderer.pids();
    await renderer.renderDeliverable(deliverableOf('Two.'), printOrder);
    expect(renderer.pids()).toEqual(pids);
    await renderer.close();
    expect(pids.filter(isRunning)).toEqual([]);
    await expect(renderer.renderDeliverable(deliverableOf('Three.'), printOrder)).rejects.toMatchObject({
      kind: 'failed',
    });
  });

  it('are replaced if a document hangs, and the next document is printed', async () => {
    const renderer = openRenderer({ timeoutMs: 3_000 });
    await expect(renderer.renderDeliverable(deliverableOf(endless), printOrder)).rejects.toMatchObject({
      kind: 'too_complex',
    });
    const { pages } = await readPdf(await renderer.renderDeliverable(deliverableOf('After the hung one.'), printOrder));
    expect(pages[0]).toContain('After the hung one.');
  });

  it('end with a server that was killed in the middle of a document', async () => {
    const script = fileURLToPath(new URL('./testing/print-endlessly.ts', import.meta.url));
    const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const pids = line.toString().trim().split(' ').map(Number);
    expect(pids.filter(isRunning)).toEqual(pids);
    server.kill('SIGKILL');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  it('are killed when they exceed their memory limit', async () => {
    const renderer = openRenderer({ program: { memoryMb: 260 } });
    const failing = renderer.renderDeliverable(deliverableOf(longMarkdown(5_000)), printOrder);
    await expect(failing).rejects.toMatchObject({
      kind: 'too_complex',
      message: expect.stringContaining('MB of memory'),
    });
    await renderer.renderDeliverable(deliverableOf('After the greedy one.'), printOrder);
  });
});

describe('a document that was printed already', () => {
  it('is not printed again for its tenant on the same day', async () => {
    const renderer = openRenderer();
    const at = (date: string, markdown = 'One.') => deliverableOf(markdown, { date });
    const first = await renderer.renderDeliverable(at('2026-03-12T08:00:00.000Z'), printOrder);
    expect(await renderer.renderDeliverable(at('2026-03-12T09:30:00.000Z'), printOrder)).toBe(first);
    expect(await renderer.renderDeliverable(at('2026-03-13T08:00:00.000Z'), printOrder)).not.toBe(first);
    expect(await renderer.renderDeliverable(at('2026-03-12T08:00:00.000Z', 'Two.'), printOrder)).not.toBe(first);
    expect(await renderer.renderDeliverable(at('2026-03-12T08:00:00.000Z'), { tenantId: 'other' })).not.toBe(first);
  });

  it('is printed again when others needed its place', async () => {
    const renderer = openRenderer({ keptBytes: 200_000 });
    const first = await renderer.renderDeliverable(deliverableOf('One.'), printOrder);
    for (let index = 0; index < 10; index += 1)
      await renderer.renderDeliverable(deliverableOf(`Number ${index}.`), printOrder);
    const again = await renderer.renderDeliverable(deliverableOf('One.'), printOrder);
    expect(again).not.toBe(first);
    expect(Buffer.from(again).equals(Buffer.from(first))).toBe(true);
  });
});

describe('many documents', () => {
  it('leave no trace: an edited document has the bytes that it has in a fresh process', async () => {
    const edited = deliverableOf(`${longMarkdown(40)}\n\nA last sentence.`);
    const earlier = openRenderer();
    await earlier.renderDeliverable(deliverableOf(longMarkdown(40)), printOrder);
    await earlier.renderDeliverable(deliverableOf('Another document.'), printOrder);
    const fresh = openRenderer();
    const [one, other] = await Promise.all(
      [earlier, fresh].map((renderer) => renderer.renderDeliverable(edited, printOrder)),
    );
    expect(Buffer.from(one ?? []).equals(Buffer.from(other ?? []))).toBe(true);
  });

  it('are printed correctly when two processes get six at once', async () => {
    const renderer = openRenderer({ slots: 2 });
    const printed = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        renderer.renderDeliverable(deliverableOf(`Document number ${index}.`), { tenantId: `tenant${index % 3}` }),
      ),
    );
    for (const [index, bytes] of printed.entries()) {
      expect((await readPdf(bytes)).pages[0]).toContain(`Document number ${index}.`);
    }
  });

  it('are refused beyond the length of the queue and beyond the largest size', async () => {
    const renderer = openRenderer({ slots: 1, maxWaiting: 1, maxMarkdownBytes: 1_000 });
    const first = renderer.renderDeliverable(deliverableOf('One.'), printOrder);
    const second = renderer.renderDeliverable(deliverableOf('Two.'), printOrder);
    await expect(renderer.renderDeliverable(deliverableOf('Three.'), printOrder)).rejects.toMatchObject({
      kind: 'busy',
      retryAfterMs: expect.any(Number),
    });
    await Promise.all([first, second]);
    const large = engagementOf(['é'.repeat(300), 'é'.repeat(300)]);
    await expect(renderer.renderEngagement(large, printOrder)).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('do not increase the memory of the typesetting process', async () => {
    const renderer = openRenderer({ program: { memoryMb: 4_000 } });
    const rssMb: number[] = [];
    for (let count = 0; count < 32; count += 1) {
      const text = longMarkdown(12).replaceAll('became', `became ${count}`);
      await renderer.renderDeliverable(deliverableOf(`# Document ${count}\n\n${text}`), printOrder);
      const usages = await Promise.all(renderer.pids().map(readUsage));
      rssMb.push(Math.max(...usages.map((usage) => usage?.memoryMb ?? 0)));
    }
    const early = Math.max(...rssMb.slice(8, 16));
    const late = Math.max(...rssMb.slice(24));
    expect(late).toBeLessThan(early * 1.25 + 20);
  });
});
