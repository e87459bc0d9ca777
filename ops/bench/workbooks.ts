import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSandbox } from '@ecp/sandbox/sandbox';
import type { EngagementBook } from '../../packages/documents/src/workbook/engagement/engagement-book.ts';
import { encodeRows } from '../../packages/documents/src/workbook/rows.ts';
import { bookOf } from '../../packages/documents/src/workbook/testing/make-book.ts';
import {
  createWorkbookFiles,
  type WorkbookFiles,
  workbookProgram,
} from '../../packages/documents/src/workbook/workbook-files.ts';
import type {
  BookColumn,
  BookValue,
} from '../../packages/documents/src/workbook/workbook-types.ts';
import { atMost, median, type Section, whole } from './report.ts';
import type { Bench } from './servers.ts';

const size = { rows: 10_000, columns: 20, figures: 500 };
const order = { tenantId: 'acme' };
const readMs = 20;

/**
 * Measures workbooks of 200,000 cells, from the start of the child on: one table, and an engagement
 * with figures.
 */
export async function measureWorkbooks({ plan, report }: Bench): Promise<Section> {
  const table = [
    ['Workbook', 'time, ms', 'longest pause here, ms', 'memory of the child, MB', 'file, KB'],
  ];
  const worst = { timeMs: 0, pauseMs: 0, memoryMb: 0 };
  for (const [name, write] of [
    ['one table', writeTable],
    [`an engagement with ${size.figures} figures as formulas`, writeEngagement],
  ] as const) {
    const [times, pauses, memory]: [number[], number[], number[]] = [[], [], []];
    await warmUp(write);
    let fileBytes = 0;
    for (let round = 0; round < plan.rounds; round += 1) {
      const sandbox = openSandbox();
      const workbooks = createWorkbookFiles({ sandbox });
      try {
        await sandbox.isolation();
        let peakMb = 0;
        const reading = setInterval(() => {
          for (const pid of sandbox.pids(workbookProgram))
            void readPeakMb(pid).then((found) => {
              peakMb = Math.max(peakMb, found);
            });
        }, readMs);
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const startedMs = performance.now();
        fileBytes = (await write(workbooks)).length;
        times.push(performance.now() - startedMs);
        delay.disable();
        clearInterval(reading);
        pauses.push(delay.max / 1e6);
        memory.push(peakMb);
      } finally {
        await sandbox.close();
      }
    }
    worst.timeMs = Math.max(worst.timeMs, median(times));
    worst.pauseMs = Math.max(worst.pauseMs, median(pauses));
    worst.memoryMb = Math.max(worst.memoryMb, ...memory);
    table.push([
      name,
      ...[median(times), median(pauses), Math.max(...memory), fileBytes / 1_024].map(whole),
    ]);
    report(`A workbook of ${name}: ${whole(median(times))} ms, ${whole(Math.max(...memory))} MB`);
  }
  return {
    title: 'Workbooks',

    content: [
      `Workbooks of ${whole(size.rows * size.columns)} cells, ${plan.rounds} times in the sandbox, the start of the child and the encoding of the rows included. Figures are medians; the memory is the largest.`,
      table,
    ],
    goals: [
      atMost('Workbook of 200,000 cells, start included', 5, 's', worst.timeMs / 1_000),
      atMost(
        'Workbook of 200,000 cells, longest pause of the process that asks',
        20,
        'ms',
        worst.pauseMs,
      ),
      atMost(
        'Workbook of 200,000 cells, memory of the child',
        workbookProgram.memoryMb,
        'MB',
        worst.memoryMb,
      ),
    ],
  };
}

/** Lets this process compile what it runs. */
async function warmUp(write: (workbooks: WorkbookFiles) => Promise<Buffer>): Promise<void> {
  const sandbox = openSandbox();
  await write(createWorkbookFiles({ sandbox }));
  await sandbox.close();
}

const columns = Array.from({ length: size.columns }, (_, at): BookColumn => {
  if (at === 0) return { name: 'Customer', type: 'text' };
  return at === 1
    ? { name: 'Date', type: 'date' }
    : { name: `Sales ${at}`, type: 'number', unit: 'EUR' };
});

const rows = Array.from({ length: size.rows }, (_, row) =>
  columns.map(({ type }, at): BookValue => {
    if (type === 'text') return `Customer ${row} of the list`;
    return type === 'date'
      ? `2026-01-${String((row % 28) + 1).padStart(2, '0')}`
      : row * at + at / 7;
  }),
);

const writeTable = (workbooks: WorkbookFiles) =>
  workbooks.writeTable({ title: 'Sales', columns, rows }, order);

async function writeEngagement(workbooks: WorkbookFiles): Promise<Buffer> {
  const chunks = await encodeRows(rows);
  return workbooks.writeEngagement(
    makeBook(),
    [{ kind: 'table', index: 0, form: 'lines', chunks }],
    order,
  );
}

/** Makes an engagement in which each figure is the sum of two cells of its own row. */
function makeBook(): EngagementBook {
  const each = Array.from({ length: size.figures }, (_, at) => at);
  const numberOf = (row: number, column: number) => Number(rows[row]?.[column] ?? 0);
  const nowhere = { place: null, query: null, document: null };
  return bookOf(
    {
      footnotes: each.flatMap((row) => [
        {
          label: `s${row}`,
          text: '',
          names: [],
          calculations: [],
          isDeclared: false,
          sources: [
            { ...nowhere, text: 'sales.csv', quote: `Customer ${row} of the list`, tables: [0] },
          ],
        },
        {
          label: `c${row}`,
          text: '',
          names: [`s${row}`],
          sources: [],
          isDeclared: false,
          calculations: [
            {
              expression: 'a + b',
              inputs: [2, 3].map((column, at) => ({
                label: 'ab'.charAt(at),
                value: numberOf(row, column),
                unit: null,
                rounding: 0,
                isAssumed: false,
                isConstant: false,
              })),
              value: numberOf(row, 2) + numberOf(row, 3),
              unit: null,
              text: 'sum',
              rounding: 0.5,
              written: numberOf(row, 2) + numberOf(row, 3),
            },
          ],
        },
      ]),
    },
    {
      tables: [
        {
          name: 'sales',
          title: 'Sales',
          columns,
          rowCount: rows.length,
          absent: null,
          file: 'sales.csv',
          sheet: null,
          leftOut: 0,
          remarks: [],
        },
      ],
    },
  );
}

async function readPeakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
