import type { InteractionFigures } from './measure-interactions.ts';
import type { PageFigures } from './measure-pages.ts';
import type { ScrollFigures } from './measure-scrolling.ts';

/** The goals for the web app. */
export const goals = { framesPerSecond: 50, lcpMs: 1_500, interactionMs: 100, scriptBytes: 220 * 1024 } as const;

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
    'Written by `npm run bench:web`. The whole product and Debian’s Chromium, without a window or graphics card, share the cores of one machine. The workspace has 10,001 engagements, one of which has run.',
    [...machine, `Browser: Chromium ${browser}, 1280 × 800`].map((line) => `- ${line}`).join('\n'),
    '## Opening a page',
    `Pages are opened with an empty browser cache, ${rounds} times, each in a separate profile. Goals: largest contentful paint within ${goals.lcpMs} ms, ${goals.scriptBytes / 1024} KB of compressed script for the first load. The size includes every script that a page has fetched when the network is idle, also for content below the fold, but not for dialogs that open on a click. \`apps/web/e2e/testing/describe-pages.ts\` applies the same limit to every other page. For the branding page, the PDF reader of its preview (395 KB with its worker) does not count.`,
    renderTable([
      ['Page', 'LCP, median ms', 'LCP, slowest ms', 'compressed script KB'],
      ...pages.map((page) => [page.name, whole(page.lcpMs), whole(page.slowestLcpMs), kilobytes(page.scriptBytes)]),
    ]),
    '## Scrolling',
    `Every page of the list of all engagements is loaded by scrolling to its end. Then the list is scrolled from its top by eight rows per frame for ten seconds. Goal: ${goals.framesPerSecond} frames per second; the browser draws at most 60.`,
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
    `The time from a click or key to the next paint, by the Event Timing API, in steps of 8 ms. The slowest event of each interaction counts. Goal: ${goals.interactionMs} ms.`,
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
