import { readFile } from 'node:fs/promises';
import { createDeckWriter, deckProgram } from '@ecp/documents/deck/deck-writer';
import { openSandbox } from '@ecp/sandbox/sandbox';
import {
  firmTemplateFiles,
  packTemplate,
} from '../../packages/documents/src/deck/testing/firm-template.ts';
import { coffeeDeck, deckOf } from '../../packages/documents/src/deck/testing/sample-decks.ts';
import { atMost, median, type Section, whole } from './report.ts';
import type { Bench } from './servers.ts';

const slides = 30;
const charts = 12;

/**
 * Measures a deck of 30 slides with 12 charts, from the start of the child on, with our master and
 * that of a firm.
 */
export async function measureDecks({ plan, report }: Bench): Promise<Section> {
  const deck = makeDeck();
  const table = [['Deck', 'first, ms', 'next, ms', 'memory, MB']];
  const figures: { first: number; memory: number }[] = [];
  for (const [name, template] of [
    ['our master', undefined],
    ['the master of a firm', packTemplate(firmTemplateFiles())],
  ] as const) {
    const [first, next, memory]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < plan.rounds; round += 1) {
      const sandbox = openSandbox();
      const decks = createDeckWriter({ sandbox });
      const write = async () => {
        const startedMs = performance.now();
        await decks.write(deck, template ? { template } : {}, { tenantId: 'acme' });
        return performance.now() - startedMs;
      };
      try {
        // What isolates children is found out once for each process of the product, at its start.
        await sandbox.isolation();
        first.push(await write());
        memory.push(Math.max(...(await Promise.all(sandbox.pids(deckProgram).map(readPeakMb)))));
        next.push(await write());
      } finally {
        await sandbox.close();
      }
    }
    figures.push({ first: median(first), memory: Math.max(...memory) });
    table.push([name, whole(median(first)), whole(median(next)), whole(Math.max(...memory))]);
    report(
      `A deck with ${name}: ${whole(median(first))} ms, then ${whole(median(next))} ms; ${whole(Math.max(...memory))} MB`,
    );
  }
  return {
    title: 'Decks',
    content: [
      `A deck of ${slides} slides with ${charts} native charts and their workbooks, ${plan.rounds} times in the sandbox. The first includes the start of the child. The memory is the largest that the child had until then.`,
      table,
    ],
    goals: [
      atMost(
        'Deck of 30 slides with 12 charts, start included',
        2,
        's',
        Math.max(...figures.map(({ first }) => first)) / 1_000,
      ),
      atMost(
        'Deck of 30 slides with 12 charts, memory',
        200,
        'MB',
        Math.max(...figures.map(({ memory }) => memory)),
      ),
    ],
  };
}

function makeDeck() {
  const [drawn, others] = [true, false].map((isDrawn) =>
    coffeeDeck.slides.filter(({ chart }) => (chart !== null) === isDrawn),
  );
  const take = (from: typeof drawn, count: number) =>
    Array.from({ length: count }, (_, at) => from?.[at % from.length]).filter(
      (slide) => slide !== undefined,
    );
  return deckOf([...take(others, slides - charts), ...take(drawn, charts)]);
}

async function readPeakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
