import type { InteractionFigures } from './measure-interactions.ts';
import type { PageFigures } from './measure-pages.ts';
import type { ScrollFigures } from './measure-scrolling.ts';

/** The goals for the web app. */
export const goals = { framesPerSecond: 50, lcpMs: 1_500, interactionMs: 100, scriptBytes: 200 * 1024 } as const;

/** All results of one run of the benchmark. */
export interface WebFindings {
  machine: string[];
  browser: string;
  rounds: number;
  pages: PageFigures[];
  scrolling: ScrollFigures;
  interactions: InteractionFigures[];
}

/** Writes the findings as the Markdown page docs/benchmarks-web.md. */
export function renderWeb({ machine, browser, rounds, pages, scrolling, interactions }: WebFindings): string {
  return [
    '# Benchmarks of the web app',
    'Written by `npm run bench:web`: the whole product and Debian’s Chromium, without a window and without a graphics card, share the cores of one machine. The workspace has 10,001 engagements, one of which has run.',
    [...machine, `Browser: Chromium ${browser}, 1280 × 800`].map((line) => `- ${line}`).join('\n'),
    '## Opening a page',
    `With nothing in the browser’s cache, ${rounds} times, each in a profile of its own. Goals: largest contentful paint within ${goals.lcpMs} ms, ${goals.scriptBytes / 1024} KB of compressed script for the first load. Counted is every script that a page has fetched when the network is silent, what is below the fold included; what opens over it on a click comes later. \`apps/web/e2e/first-load.e2e.test.ts\` holds every other address to the same limit, the branding without the reader of PDFs that draws its preview (395 KB with its worker).`,
    renderTable([
      ['Page', 'LCP, median ms', 'LCP, slowest ms', 'compressed script KB'],
      ...pages.map((page) => [page.name, whole(page.lcpMs), whole(page.slowestLcpMs), kilobytes(page.scriptBytes)]),
    ]),
    '## Scrolling',
    `The list of all engagements, every page of it loaded by scrolling to its end, then scrolled from its top by eight rows a frame for ten seconds. Goal: ${goals.framesPerSecond} frames a second; the browser draws 60 at most.`,
    renderTable([
      ['Rows', 'frames/s', 'longest frame ms', 'rows in the page'],
      [
        whole(scrolling.rows),
        scrolling.framesPerSecond.toFixed(1),
        whole(scrolling.longestFrameMs),
        whole(scrolling.renderedRows),
      ],
    ]),
    '## Answering',
    `From a click or key to the next paint, by the Event Timing API, in steps of 8 ms; the slowest of each kind. Goal: ${goals.interactionMs} ms.`,
    renderTable([
      ['Interaction', 'slowest ms'],
      ...interactions.map(({ name, slowestMs }) => [name, slowestMs === null ? 'below 16' : whole(slowestMs)]),
    ]),
    '',
  ].join('\n\n');
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const kilobytes = (sizeBytes: number): string => (sizeBytes / 1024).toFixed(0);

function renderTable(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
