import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { openProgramBench } from './testing/program-bench.ts';

const bench = openProgramBench();
afterAll(() => bench.close());

const sites = {
  columns: ['site', 'year', 'kwh'],
  rows: [
    ['North', 2024n, 100],
    ['North', 2025n, 120],
    ['South', 2025n, 80.5],
  ],
};

describe('a program', () => {
  test('computes with tables, texts and facts, and returns tables and facts', async () => {
    const statements: string[] = [];
    const result = await bench.run(
      `interface Row { site: string; year: number; kwh: number }
       const rows = (await sql('select * from sites')) as Row[];
       const total: number = rows.reduce((sum, { kwh }) => sum + kwh, 0);
       const share = facts.get('share')!.value as number;
       table('by site', rows.map(({ site, kwh }) => ({ site, kwh })));
       facts.set('total-kwh', { label: 'Total', value: total * share, unit: 'kWh', period: '2025' });
       facts.set('is-large', { label: 'Large', value: facts.get('total-kwh')!.value > 10, unit: null, period: null });
       console.log(texts['note.txt'], typeof rows[0].year, facts.ids());`,
      {
        texts: { 'note.txt': 'Ein „Text“ 😀' },
        facts: { share: { label: 'Share', value: 0.5, unit: null, period: null } },
        sql: async (text) => {
          statements.push(text);
          return sites;
        },
      },
    );
    expect(statements).toEqual(['select * from sites']);
    expect(result).toEqual({
      outcome: 'done',
      output: `Ein „Text“ 😀 number [ "share", "total-kwh", "is-large" ]\n`,
      tables: [
        {
          name: 'by site',
          columns: ['site', 'kwh'],
          rows: [
            ['North', 100],
            ['North', 120],
            ['South', 80.5],
          ],
          totalRows: 3,
        },
      ],
      facts: [
        { id: 'total-kwh', label: 'Total', value: 150.25, unit: 'kWh', period: '2025' },
        { id: 'is-large', label: 'Large', value: true, unit: null, period: null },
      ],
      durationMs: expect.any(Number),
    });
  });

  test('may have enumerations, exports and a return at its end', async () => {
    const result = await bench.run(
      `import { mean } from 'simple-statistics';
       enum Kind { A = 3 }
       export const x: number = Kind.A;
       export {};
       console.log(mean([x, 5]));
       if (x > 1) return;
       console.log('never');`,
    );
    expect(result).toMatchObject({ outcome: 'done', output: '4\n' });
  });

  test('is told the line of its fault', async () => {
    expect(await bench.run('const a: number = 1;\n\nnull.x;')).toMatchObject({
      reason: expect.stringMatching(/^The program failed in line 3: TypeError: /),
    });
    expect(await bench.run('const a = 1;\nconst b: = 2;')).toMatchObject({
      reason: 'The program has a syntax error in line 2: Unexpected token `=`.',
    });
  });

  test('returns what it wrote before it failed, and neither tables nor facts', async () => {
    const result = await bench.run(`console.log('before'); table('a', [{ b: 1 }]); throw 'end'`);
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: 'The program threw "end".',
      output: 'before\n',
      tables: [],
      facts: [],
    });
  });

  test('gets the values of many rows in order, and a column of any name', async () => {
    const rows = Array.from({ length: 5_500 }, (_, at) => [at, null]);
    const result = await bench.run(
      `const rows = await sql('a'); console.log(rows.length, rows.every((row, at) => row.n === at), Object.keys(rows[0]));`,
      { sql: async () => ({ columns: ['n', '__proto__'], rows }) },
    );
    expect(result.output).toBe('5500 true [ "n", "__proto__" ]\n');
  });

  test('can catch what a query is refused for', async () => {
    const result = await bench.run(
      `try { await sql('a'); } catch (error) { console.log(error.message); }
       console.log((await sql('b')).length);`,
      {
        sql: async (text) => {
          if (text === 'a') throw new Error('There is no table a.');
          return sites;
        },
      },
    );
    expect(result).toMatchObject({ outcome: 'done', output: 'There is no table a.\n3\n' });
  });

  test('keeps the first thousand rows of a table, and counts all', async () => {
    const { tables } = await bench.run(
      `table('a', Array.from({ length: 1_500 }, (_, n) => ({ n, day: new Date('2026-01-05'), x: NaN, y: 2n })))`,
    );
    expect(tables).toMatchObject([{ columns: ['n', 'day', 'x', 'y'], totalRows: 1_500 }]);
    expect(tables[0]?.rows).toHaveLength(1_000);
    expect(tables[0]?.rows[1]).toEqual([1, '2026-01-05', null, 2]);
  });

  test.each([
    [`facts.set('Margin', { label: 'a', value: 1 })`, 'is kebab-case, such as margin-2019'],
    [
      `facts.set('m', { label: 'a', value: NaN })`,
      'a finite number, a text or a boolean, and not NaN',
    ],
    [`facts.set('m', { label: 'a', value: [1] })`, 'and not a list'],
    [`facts.set('m', { value: 1 })`, 'The label of the fact m is a text'],
    [`facts.set('m')`, 'The fact m needs label, value, unit and period'],
    [`table('', [])`, 'The name of a table is a text'],
    [`table('a', 7)`, 'The table a needs a list of objects'],
    [`table('a', [{ b: { c: 1 } }])`, 'The column b of the table a has an object'],
  ])('is refused in a sentence: %s', async (code, words) => {
    const { outcome, reason } = await bench.run(code);
    expect({ outcome, reason }).toEqual({
      outcome: 'failed',
      reason: expect.stringContaining(words),
    });
  });
});

describe('the libraries', () => {
  test('compute finance', async () => {
    const { output, reason } = await bench.run(
      `import { irr, npv, pmt, xirr } from 'finance';
       console.log(irr([-100, 39, 59, 55, 20]).toFixed(6), npv(0.1, [-100, 60, 60]).toFixed(6),
         pmt(0.08 / 12, 10, 10_000).toFixed(2));
       const payments = [[-10_000, '2020-01-01'], [2_750, '2020-03-01'], [4_250, '2020-10-30'],
         [3_250, '2021-02-15'], [2_750, '2021-04-01']];
       console.log(xirr(payments.map(([amount, when]) => ({ amount, when }))).toFixed(4));`,
    );
    expect({ output, reason }).toEqual({
      output: '0.280948 4.132231 -1037.03\n0.3734\n',
      reason: undefined,
    });
  });

  test('compute statistics and decimals', async () => {
    const { output } = await bench.run(
      `import * as statistics from 'simple-statistics';
       import Decimal, { Decimal as Same } from 'decimal.js';
       const line = statistics.linearRegression([[0, 1], [1, 3], [2, 5]]);
       console.log(statistics.median([3, 1, 2]), line.m, line.b, Decimal === Same);
       console.log(new Decimal('0.1').plus('0.2').times(3).toString());`,
    );
    expect(output).toBe('2 2 1 true\n0.9\n');
  });

  test('group rows, and a table takes the result', async () => {
    const { tables, reason } = await bench.run(
      `import { from, op, desc } from 'arquero';
       const rows = await sql('select * from sites');
       table('totals', from(rows).groupby('site').rollup({ kwh: (d) => op.sum(d.kwh) }).orderby(desc('kwh')));`,
      { sql: async () => sites },
    );
    expect(reason).toBeUndefined();
    expect(tables[0]).toMatchObject({
      columns: ['site', 'kwh'],
      rows: [
        ['North', 220],
        ['South', 80.5],
      ],
    });
  });
});

describe('a repetition', () => {
  const code = `import { from, op, seed } from 'arquero';
    import { sample } from 'simple-statistics';
    import Decimal from 'decimal.js';
    const list = Array.from({ length: 50 }, (_, at) => at);
    console.log(Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(4))]);
    console.log(from(list.map((a) => ({ a }))).sample(5).array('a'), sample(list, 3), String(Decimal.random()));
    seed(null);
    console.log(from(list.map((a) => ({ a }))).sample(3).array('a'));
    console.log(new Date(), Date(), Date.now(), op.now(), performance.now());
    console.log(new Intl.DateTimeFormat('en').format(), new Date(2026, 0, 1).toISOString(), (1234.5).toLocaleString());
    const order = [];
    const wait = (ms) => new Promise((resolve) => setTimeout(() => { order.push(ms); resolve(ms); }, ms));
    await Promise.all([wait(3_000), sql('a').then(() => order.push('a')), wait(10), sql('b').then(() => order.push('b')), wait(0)]);
    console.log(order, await Promise.race([wait(5), sql('c').then(() => 'c')]));`;

  test('gives the same, bit for bit', async () => {
    const answers = [5, 1, 3];
    const sql = async () => {
      // The first query takes longest.
      for (let turns = answers.shift() ?? 1; turns > 0; turns -= 1)
        await new Promise((resolve) => setImmediate(resolve));
      return sites;
    };
    const results = [
      await bench.run(code, { sql }),
      await bench.run(code, { sql }),
      await bench.run(code),
    ].map(({ outcome, reason, output }) => ({ outcome, reason, output }));
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    expect(results[0]).toMatchObject({ outcome: 'done' });
    expect(results[0]?.output).toContain('2026-03-01T00:00:00.000Z');
    expect(results[0]?.output).toContain('3/1/2026 2026-01-01T00:00:00.000Z 1,234.5');
    expect(results[0]?.output).toContain('[ "a", "b", 0, 10, 3000 ] c');
  });

  test('follows the seed and the date', async () => {
    const draw = `console.log(Math.random())`;
    const [first, second] = [await bench.run(draw), await bench.run(draw, { seed: 2 })];
    expect(second.output).not.toBe(first.output);
    const later = await bench.run(`console.log(new Date())`, { runDate: '2026-04-01T10:00:00Z' });
    expect(later.output).toBe('2026-04-01T10:00:00.000Z\n');
    await expect(bench.run('', { runDate: 'tomorrow' })).rejects.toThrow(RangeError);
  });
});

describe('a limit', () => {
  test('of rows is told to the program', async () => {
    const { reason } = await bench.run(`await sql('a')`, {
      sql: async () => sites,
      limits: { queryRows: 2 },
    });
    expect(reason).toBe('The program failed in line 1: Error: The query has more than 2 rows.');
  });

  test('of elapsed time counts while a query lasts', async () => {
    const { reason } = await bench.run(`await sql('a')`, {
      sql: () => Promise.withResolvers<never>().promise,
      limits: { wallMs: 300 },
    });
    expect(reason).toBe('The program took longer than 0.3 seconds.');
  });

  test('of output counts console, tables and facts together', async () => {
    const code = `console.log('x'.repeat(600)); table('a', [{ text: 'x'.repeat(600) }])`;
    expect(await bench.run(code, { limits: { outputBytes: 1_000 } })).toMatchObject({
      outcome: 'failed',
      reason: 'The program returned more than 0.001 MB of output.',
    });
    expect(await bench.run(code, { limits: { outputBytes: 2_000 } })).toMatchObject({
      outcome: 'done',
    });
  });
});

describe('an end from outside', () => {
  test('rejects with the reason of the signal, and leaves no process', async () => {
    const abort = new AbortController();
    const running = bench.run(`console.log(await sql('a'))`, {
      signal: abort.signal,
      sql: () => {
        abort.abort(new Error('The person has stopped it'));
        return Promise.withResolvers<never>().promise;
      },
    });
    await expect(running).rejects.toThrow('The person has stopped it');
    expect(bench.pids()).toEqual([]);
  });

  test('does not begin what was stopped before', async () => {
    const signal = AbortSignal.abort(new Error('Stopped before'));
    await expect(bench.run('', { signal })).rejects.toThrow('Stopped before');
  });

  test('closes all programs with the runner', async () => {
    const closing = openProgramBench();
    const started = new EventTarget();
    const firstQuery = once(started, 'query');
    const running = closing.run(`await sql('a')`, {
      sql: () => {
        started.dispatchEvent(new Event('query'));
        return Promise.withResolvers<never>().promise;
      },
    });
    const outcome = expect(running).rejects.toMatchObject({ kind: 'closed' });
    await firstQuery;
    expect(closing.pids()).toHaveLength(1);
    await closing.close();
    await outcome;
    expect(closing.pids()).toEqual([]);
  });
});
