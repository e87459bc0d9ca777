import { readUsage } from '@ecp/sandbox/children';
import { afterEach, describe, expect, it } from 'vitest';
import { type OwnRenderer, openRenderer as openOwnRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import {
  deliverableOf,
  endless,
  engagementOf,
  longMarkdown,
  printOrder,
} from './testing/sample-reports.ts';

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
  it('start with the first document, print each once for a tenant and a day, and end with the renderer', async () => {
    const renderer = openRenderer({
      slots: 1,
      maxWaiting: 1,
      maxMarkdownBytes: 1_000,
      keptBytes: 200_000,
    });
    expect(renderer.pids()).toEqual([]);
    const at = (date: string, markdown = 'One.') => deliverableOf(markdown, { date });
    const print = (report: ReturnType<typeof deliverableOf>) =>
      renderer.renderDeliverable(report, printOrder);
    const first = await print(at('2026-03-12T08:00:00.000Z'));
    const pids = renderer.pids();
    expect(await print(at('2026-03-12T09:30:00.000Z'))).toBe(first);
    expect(await print(at('2026-03-13T08:00:00.000Z'))).not.toBe(first);
    expect(await print(at('2026-03-12T08:00:00.000Z', 'Two.'))).not.toBe(first);
    expect(renderer.pids()).toEqual(pids);
    // Others need the place of the first.
    for (let index = 0; index < 10; index += 1) await print(deliverableOf(`Number ${index}.`));
    const again = await print(at('2026-03-12T08:00:00.000Z'));
    expect(again).not.toBe(first);
    expect(Buffer.from(again).equals(Buffer.from(first))).toBe(true);
    const waiting = [print(deliverableOf('Three.')), print(deliverableOf('Four.'))];
    await expect(print(deliverableOf('Five.'))).rejects.toMatchObject({
      kind: 'busy',
      retryAfterMs: expect.any(Number),
    });
    await Promise.all(waiting);
    const large = engagementOf(['é'.repeat(300), 'é'.repeat(300)]);
    await expect(renderer.renderEngagement(large, printOrder)).rejects.toMatchObject({
      kind: 'too_large',
    });
    await renderer.close();
    expect(pids.filter(isRunning)).toEqual([]);
    await expect(print(deliverableOf('Six.'))).rejects.toMatchObject({ kind: 'failed' });
  });

  it('are replaced if a document hangs, and print an edited document as the fresh one of another tenant does', async () => {
    const renderer = openRenderer({ slots: 1, timeoutMs: 3_000 });
    const print = (markdown: string, tenantId = 'acme') =>
      renderer.renderDeliverable(deliverableOf(markdown), { tenantId });
    const edited = `${longMarkdown(40)}\n\nA last sentence.`;
    await print(longMarkdown(40));
    await print('Another document.');
    const one = await print(edited);
    await expect(print(endless)).rejects.toMatchObject({ kind: 'too_complex' });
    const other = await print(edited, 'other');
    expect(other).not.toBe(one);
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
    expect((await readPdf(await print('After the hung one.'))).pages[0]).toContain(
      'After the hung one.',
    );
  });

  it('print correctly when two get four documents at once', async () => {
    const renderer = openRenderer({ slots: 2 });
    const printed = await Promise.all(
      [0, 1, 2, 3].map((index) =>
        renderer.renderDeliverable(deliverableOf(`Document number ${index}.`), {
          tenantId: `tenant${index % 2}`,
        }),
      ),
    );
    for (const [index, bytes] of printed.entries()) {
      expect((await readPdf(bytes)).pages[0]).toContain(`Document number ${index}.`);
    }
  });

  it('do not grow with the number of documents', async () => {
    const renderer = openRenderer({ slots: 1, program: { memoryMb: 4_000 } });
    const rssMb: number[] = [];
    for (let count = 0; count < 16; count += 1) {
      const text = longMarkdown(12).replaceAll('became', `became ${count}`);
      await renderer.renderDeliverable(deliverableOf(`# Document ${count}\n\n${text}`), printOrder);
      const usages = renderer.pids().map(readUsage);
      rssMb.push(Math.max(...usages.map((usage) => usage?.memoryMb ?? 0)));
    }
    const early = Math.max(...rssMb.slice(4, 8));
    const late = Math.max(...rssMb.slice(12));
    expect(late).toBeLessThan(early * 1.25 + 20);
  });
});
