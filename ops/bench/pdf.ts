import { createDocumentRenderer } from '@ecp/documents/document-renderer';
import { openSandbox } from '@ecp/sandbox/sandbox';
import type { PhrasingContent, RootContent, TableRow } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { readPdf } from '../../apps/platform/testing/read-pdf.ts';
import { closeBrowser, getBrowser, hasBrowser } from '../../apps/web/e2e/testing/browser.ts';
import { deliverableOf, printOrder } from '../../packages/documents/src/testing/sample-reports.ts';
import { atLeast, median, percent, type Section, spreadOf, whole } from './report.ts';
import type { Bench } from './servers.ts';

/** Sections of the documents, which fill about 10 and 100 pages. */
const sectionsOf = [14, 140];

/** Prints the same text with the product and with Chromium in turn. */
export async function measurePdf({ plan, report }: Bench): Promise<Section> {
  const title = 'PDF';
  if (!hasBrowser())
    return { title, content: ['Not measured: no Chromium is installed.'], goals: [atLeast('PDF', 4, undefined)] };
  const sandbox = openSandbox();
  const documents = createDocumentRenderer({ sandbox });
  const table = [['PDF', 'ours, ms', 'Chromium, ms', 'times as fast', 'spread of each']];
  const section: Section = {
    title,
    content: [
      `The same text with headings, lists, tables and footnotes is printed in turn, ${plan.rounds} times, by the product in its sandbox and by a Chromium that keeps running and opens a page for each print. Both make tagged PDF with bookmarks and page numbers. Chromium gets the text as HTML and uses fonts of the system; its footnotes are at the end. Figures are medians.`,
      table,
    ],
    goals: [],
  };
  try {
    for (const sections of sectionsOf) {
      const markdown = writeReport(sections);
      const html = toHtml(markdown);
      const ours = () => documents.renderDeliverable(deliverableOf(markdown), printOrder);
      const chromium = () => printWithChromium(html);
      // These prints also warm up.
      const pages = [await countPages(await ours()), await countPages(await chromium())];
      const times: [number[], number[]] = [[], []];
      for (let round = 1; round <= plan.rounds; round += 1) {
        times[0].push(await time(ours));
        times[1].push(await time(chromium));
      }
      const [oursMs, chromiumMs] = [median(times[0]), median(times[1])];
      const faster = chromiumMs / oursMs;
      const spreads = times.map((taken) => percent(spreadOf(taken))).join(', ');
      table.push([
        `${pages[0]} pages, with Chromium ${pages[1]}`,
        whole(oursMs),
        whole(chromiumMs),
        faster.toFixed(2),
        spreads,
      ]);
      section.goals.push(atLeast(`PDF of ${pages[0]} pages, times as fast as Chromium`, 4, faster));
      report(`PDF of ${pages[0]} pages: ${whole(oursMs)} ms, with Chromium ${whole(chromiumMs)} ms`);
    }
    return section;
  } finally {
    await sandbox.close();
    await closeBrowser();
  }
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

const sentence = 'Wholesale margins fell because **green coffee** became dearer while list prices stayed the same. ';

/** Writes a report of that many sections, each with two paragraphs, a list, a table and a footnote, on about a page. */
function writeReport(sections: number): string {
  return Array.from({ length: sections }, (_, index) => {
    const at = index + 1;
    const rows = Array.from({ length: 8 }, (_row, row) => `| Region ${row} | ${1_200 + row * at} | ${4 + row}.5 % |`);
    return [
      `## Part ${at}: what the region pays`,
      `${sentence.repeat(6)}[^${at}]`,
      ['Prices', 'Volumes', 'Terms'].map((word) => `- ${word}: ${sentence}`).join('\n'),
      `| Region | Revenue | Margin |\n| --- | ---: | ---: |\n${rows.join('\n')}`,
      sentence.repeat(5),
      `[^${at}]: Price list of the roaster, page ${at}.`,
    ].join('\n\n');
  }).join('\n\n');
}

/** Makes the page that a browser prints from the same text, with tables, lists and footnotes at the end. */
function toHtml(markdown: string): string {
  const { children } = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return `<!doctype html><html lang="en"><title>Market scan</title><style>
    body { font: 10pt/1.4 serif } table { border-collapse: collapse; width: 100% } thead { display: table-header-group }
    td, th { border-bottom: 1px solid #999; text-align: right } h2 { break-after: avoid } tr { break-inside: avoid }
  </style><h1>Market scan</h1>${children.map(blockToHtml).join('')}</html>`;
}

function blockToHtml(node: RootContent): string {
  switch (node.type) {
    case 'heading':
      return `<h${node.depth}>${inlineToHtml(node.children)}</h${node.depth}>`;
    case 'paragraph':
      return `<p>${inlineToHtml(node.children)}</p>`;
    case 'list':
      return `<ul>${node.children.map((item) => `<li>${item.children.map(blockToHtml).join('')}</li>`).join('')}</ul>`;
    case 'table': {
      const [head, ...rows] = node.children.map(rowToHtml);
      return `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
    }
    case 'footnoteDefinition':
      return `<aside id="${node.identifier}">${node.children.map(blockToHtml).join('')}</aside>`;
    default:
      throw new Error(`The sample has no ${node.type}`);
  }
}

const rowToHtml = ({ children }: TableRow): string =>
  `<tr>${children.map((cell) => `<td>${inlineToHtml(cell.children)}</td>`).join('')}</tr>`;

function inlineToHtml(nodes: readonly PhrasingContent[]): string {
  return nodes.map(phraseToHtml).join('');
}

function phraseToHtml(node: PhrasingContent): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'strong') return `<strong>${inlineToHtml(node.children)}</strong>`;
  if (node.type === 'footnoteReference') return `<sup><a href="#${node.identifier}">${node.identifier}</a></sup>`;
  throw new Error(`The sample has no ${node.type}`);
}
