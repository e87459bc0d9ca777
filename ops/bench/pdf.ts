import { createDocumentRenderer } from '@ecp/documents/document-renderer';
import { readTree } from '@ecp/markdown/syntax/read-tree';
import { openSandbox } from '@ecp/sandbox/sandbox';
import type { PhrasingContent, RootContent, TableRow } from 'mdast';
import { readPdf } from '../../apps/server/testing/read-pdf.ts';
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
    return {
      title,
      content: ['Not measured: no Chromium is installed.'],
      goals: [atLeast('PDF', 4, undefined)],
    };
  const sandbox = openSandbox();
  const documents = createDocumentRenderer({ sandbox });
  const table = [
    ['PDF', 'ours, ms', 'Chromium, ms', 'times as fast', 'spread of each', 'printed again, ms'],
  ];
  const section: Section = {
    title,
    content: [
      `The same text with headings, lists, tables and footnotes is printed in turn, ${plan.rounds} times, by the product in its sandbox and by a Chromium that keeps running and opens a page for each print. Each time all its words and figures are new; an edited text is that of the print before with one more sentence. Both make tagged PDF with bookmarks and page numbers. Chromium gets the text as HTML and uses fonts of the system; its footnotes are at the end. Figures are medians.`,
      table,
    ],
    goals: [],
  };
  try {
    for (const sections of sectionsOf) {
      const ours = (markdown: string) =>
        documents.renderDeliverable(deliverableOf(markdown), printOrder);
      const first = writeReport(sections, 0);
      // These prints also warm up.
      const pages = [
        await countPages(await ours(first)),
        await countPages(await printWithChromium(toHtml(first))),
      ];
      const times = {
        first: [] as number[],
        edited: [] as number[],
        again: [] as number[],
        chromium: [] as number[],
      };
      for (let round = 1; round <= plan.rounds; round += 1) {
        const markdown = writeReport(sections, round);
        const edited = markdown.replace('fell because', 'fell early. They did so because');
        const html = toHtml(markdown);
        times.first.push(await time(() => ours(markdown)));
        times.chromium.push(await time(() => printWithChromium(html)));
        times.edited.push(await time(() => ours(edited)));
        times.again.push(await time(() => ours(edited)));
      }
      const chromiumMs = median(times.chromium);
      for (const [kind, taken] of [
        ['', times.first],
        [', edited', times.edited],
      ] as const) {
        const faster = chromiumMs / median(taken);
        const name = `${pages[0]} pages${kind}`;
        table.push([
          `${name}, with Chromium ${pages[1]}`,
          whole(median(taken)),
          whole(chromiumMs),
          faster.toFixed(2),
          [taken, times.chromium].map((each) => percent(spreadOf(each))).join(', '),
          median(times.again).toFixed(1),
        ]);
        section.goals.push(atLeast(`PDF of ${name}, times as fast as Chromium`, 4, faster));
        report(`PDF of ${name}: ${whole(median(taken))} ms, with Chromium ${whole(chromiumMs)} ms`);
      }
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

/**
 * Prints a page in the running browser, with tags, bookmarks and page numbers, as our documents
 * have.
 */
async function printWithChromium(html: string): Promise<Uint8Array> {
  const browser = await getBrowser();
  const page = await browser.newPage();
  try {
    await page.setContent(html);
    const footerTemplate = '<span class="pageNumber" style="font-size: 8pt"></span>';
    return await page.pdf({
      format: 'A4',
      tagged: true,
      outline: true,
      displayHeaderFooter: true,
      footerTemplate,
    });
  } finally {
    await page.close();
  }
}

/**
 * Writes a report of that many sections, each with two paragraphs, a list, a table and a footnote,
 * on about a page. No block is the same as one of another edition.
 */
function writeReport(sections: number, edition: number): string {
  const sentence = `Wholesale margins fell because **green coffee** became ${edition} dearer while list prices stayed the same. `;
  return Array.from({ length: sections }, (_, index) => {
    const at = index + 1;
    const rows = Array.from(
      { length: 8 },
      (_row, row) =>
        `| Region ${edition}.${row} | ${1_200 + row * at}.${edition} | ${4 + row}.${edition} % |`,
    );
    return [
      `## Part ${at}: what the region pays in ${edition}`,
      `${sentence.repeat(6)}[^${at}]`,
      ['Prices', 'Volumes', 'Terms'].map((word) => `- ${word}: ${sentence}`).join('\n'),
      `| Region | Revenue | Margin |\n| --- | ---: | ---: |\n${rows.join('\n')}`,
      sentence.repeat(5),
      `[^${at}]: Price list ${edition} of the roaster, page ${at}.`,
    ].join('\n\n');
  }).join('\n\n');
}

/**
 * Makes the page that a browser prints from the same text, with tables, lists and footnotes at the
 * end.
 */
function toHtml(markdown: string): string {
  const { children } = readTree(markdown);
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
  if (node.type === 'footnoteReference')
    return `<sup><a href="#${node.identifier}">${node.identifier}</a></sup>`;
  throw new Error(`The sample has no ${node.type}`);
}
