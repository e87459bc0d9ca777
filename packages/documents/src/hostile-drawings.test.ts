import { afterAll, expect, it } from 'vitest';
import { drawingOf, hostileDrawings } from './testing/hostile-drawings.ts';
import { openRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import { deliverableOf, printOrder } from './testing/sample-reports.ts';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, timeoutMs: 10_000, log: (note) => notes.push(note) });
afterAll(() => renderer.close());

const embed = (drawing: string | Buffer) => `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;

it.each(Object.entries(hostileDrawings))('%s is left out of the document', async (_, make) => {
  notes.length = 0;
  const drawing = make();
  const report = deliverableOf(`Before. ![drawing](${embed(drawing)}) After.`);
  const { pages } = await readPdf(await renderer.renderDeliverable(report, printOrder));
  expect(pages[0]).toContain('Before. [Image: drawing] After.');
  expect(notes.join(' ')).toContain('A drawing is not shown');
});

it('drawings that take a second each are printed until five seconds are used, counting each occurrence', async ({
  onTestFinished,
}) => {
  const patient = openRenderer({ slots: 1, timeoutMs: 200_000 });
  onTestFinished(() => patient.close());
  const heavy = embed(drawingOf('<rect width="1" height="1"/>'.repeat(30_000)));
  const report = deliverableOf(`${'![heavy][a]\n\n'.repeat(60)}[a]: ${heavy}`);
  const { pages } = await readPdf(await patient.renderDeliverable(report, printOrder));
  expect(pages.join(' ').match(/\[Image: heavy\]/g)).toHaveLength(54);
});

it('an image that occurs hundreds of times in a text is read once', async () => {
  const broken = embed(`<svg>${' '.repeat(1_000_000)}`);
  const report = deliverableOf(`${'![x][a]\n\n'.repeat(500)}[a]: ${broken}`);
  const { pages } = await readPdf(await renderer.renderDeliverable(report, printOrder));
  expect(pages.join(' ').match(/\[Image: x\]/g)).toHaveLength(500);
});
