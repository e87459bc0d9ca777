import { createDocumentRenderer } from '@ecp/documents/document-renderer';
import { openSandbox } from '@ecp/sandbox/sandbox';
import { readPdf } from '../../../apps/platform/testing/read-pdf.ts';
import { closeBrowser, getBrowser, hasBrowser } from '../../../apps/web/e2e/testing/browser.ts';
import { deliverableOf, printOrder } from '../../../packages/documents/src/testing/sample-reports.ts';
import { median } from '../median.ts';
import { spreadOf } from '../report/spread.ts';
import { toHtml, writeReport } from './sample-text.ts';

/** Sections of the documents, which fill about 10 and 100 pages, and the rounds. */
export const pdfSizes = { sections: [14, 140], rounds: 7 } as const;

/** Medians of the prints of one document. */
export interface PdfFigures {
  pages: { ours: number; chromium: number };
  oursMs: number;
  chromiumMs: number;
  /** The spreads of the times, as shares. */
  spread: { ours: number; chromium: number };
}

/** Prints the same text with the product and with Chromium in turn. Returns null where no Chromium is installed. */
export async function measurePdf(report: (line: string) => void): Promise<PdfFigures[] | null> {
  if (!hasBrowser()) return null;
  const sandbox = openSandbox();
  const documents = createDocumentRenderer({ sandbox });
  try {
    const figures: PdfFigures[] = [];
    for (const sections of pdfSizes.sections) {
      const markdown = writeReport(sections);
      const html = toHtml(markdown);
      const ours = () => documents.renderDeliverable(deliverableOf(markdown), printOrder);
      figures.push(await compare(ours, () => printWithChromium(html)));
      report(`PDF of ${sections} sections: ${JSON.stringify(figures.at(-1))}`);
    }
    return figures;
  } finally {
    await sandbox.close();
    await closeBrowser();
  }
}

async function compare(ours: () => Promise<Uint8Array>, chromium: () => Promise<Uint8Array>): Promise<PdfFigures> {
  const times: Record<'ours' | 'chromium', number[]> = { ours: [], chromium: [] };
  // Round 0 warms up.
  const pages = { ours: await countPages(await ours()), chromium: await countPages(await chromium()) };
  for (let round = 1; round <= pdfSizes.rounds; round += 1) {
    times.ours.push(await time(ours));
    times.chromium.push(await time(chromium));
  }
  const spread = { ours: spreadOf(times.ours), chromium: spreadOf(times.chromium) };
  return { pages, oursMs: median(times.ours), chromiumMs: median(times.chromium), spread };
}

const countPages = async (bytes: Uint8Array) => (await readPdf(bytes)).pages.length;

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Prints a page in the running browser, with tags, bookmarks and page numbers, as our documents have. */
async function printWithChromium(html: string): Promise<Uint8Array> {
  const browser = await getBrowser();
  const page = await browser.newPage();
  try {
    await page.setContent(html);
    const footerTemplate = '<span class="pageNumber" style="font-size: 8pt"></span>';
    return await page.pdf({ format: 'A4', tagged: true, outline: true, displayHeaderFooter: true, footerTemplate });
  } finally {
    await page.close();
  }
}
