import type { CommentFigures } from './measure-page.ts';
import { seededComments } from './seed-comments.ts';

interface CommentFindings {
  machine: string[];
  browser: string;
  rounds: number;
  figures: CommentFigures;
}

/** Writes the findings as the Markdown page docs/benchmarks-comments.md. */
export function renderComments({ machine, browser, rounds, figures }: CommentFindings): string {
  const { largestPaintMs, threadsMs, slowestThreadsMs, renderedThreads, typing, stepping } = figures;
  const slowest = ({ slowestMs }: { slowestMs: number | null }) => (slowestMs === null ? 'below 16' : whole(slowestMs));
  return [
    '# Benchmark of comments',
    `Written by \`npm run bench:comments\`. A document of 10,000 words has ${seededComments} open comments. The whole product and Chromium, without a window or graphics card, share the cores of one machine.`,
    [...machine, `Browser: Chromium ${browser}, 1440 × 900`].map((line) => `- ${line}`).join('\n'),
    `The page is opened ${rounds} times, each with an empty cache. Goals: the threads stand beside the text within 1000 ms of the start of the load; a key shows its letter within 50 ms. A key is measured until the next frame is painted, by the Event Timing API, which reports none below 16 ms.`,
    [
      ['', 'ms'],
      ['---', '---:'],
      ['Largest contentful paint, median', whole(largestPaintMs)],
      ['Threads beside the text, median', whole(threadsMs)],
      ['Threads beside the text, slowest', whole(slowestThreadsMs)],
      [`Slowest of ${typing.keys} keys in the composer`, slowest(typing)],
      [`Slowest of ${stepping.keys} steps to the next comment`, slowest(stepping)],
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
    `Of ${seededComments} threads, ${renderedThreads} are in the page at a time.`,
  ]
    .join('\n\n')
    .concat('\n');
}

const whole = (value: number) => value.toFixed(0);
