import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendBatch } from './batch.ts';
import type { Statement } from './statement.ts';

let fresh: FreshDatabase;
let client: pg.Client;

beforeAll(async () => {
  fresh = await createFreshDatabase();
  client = new pg.Client({ connectionString: fresh.adminUrl, pipeline: true });
  await client.connect();
  await client.query('create table public.numbers (n integer primary key)');
});
beforeEach(async () => {
  await client.query('truncate public.numbers');
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

async function send(statements: Statement[], on: pg.Client = client): Promise<unknown[][]> {
  return (await sendBatch(on, statements)).map(({ rows }) => rows);
}

async function readNumbers(): Promise<number[]> {
  const { rows } = await client.query<{ n: number }>('select n from public.numbers order by n');
  return rows.map(({ n }) => n);
}

const insert = (n: number): Statement => ({
  name: 'insert_number',
  text: 'insert into public.numbers values ($1)',
  values: [n],
});
const echo = (value: string): Statement => ({
  name: 'echo',
  text: 'select $1::text as value',
  values: [value],
});
const failures: Statement[] = [
  { text: 'select 1 / $1::integer', values: [0] },
  { text: 'select broken from' },
  { name: 'divide', text: 'select 1 / $1::integer', values: [0] },
  { name: 'no_table', text: 'select * from public.nothing_here' },
  { name: 'echo_number', text: 'select $1::integer as n', values: ['not a number'] },
];

describe('a batch', () => {
  test('gives each statement its own result, in one transaction', async () => {
    const same = { text: 'select txid_current()::text as id' };
    const [first, inserted, count, last] = await send([
      same,
      insert(1),
      { text: 'select n from numbers' },
      same,
    ]);
    expect(first).toEqual(last);
    expect(inserted).toEqual([]);
    expect(count).toEqual([{ n: 1 }]);
  });

  test.each(failures)(
    'an error in the middle undoes earlier statements: $text',
    async (failure) => {
      await expect(send([insert(1), failure, insert(2)])).rejects.toBeInstanceOf(pg.DatabaseError);
      expect(await readNumbers()).toEqual([]);
      expect(await send([insert(3), echo('x')])).toEqual([[], [{ value: 'x' }]]);
      expect(await readNumbers()).toEqual([3]);
    },
  );

  test('names prepared before, after and by a failed statement are usable afterwards', async () => {
    const own = new pg.Client({ connectionString: fresh.adminUrl, pipeline: true });
    await own.connect();
    const divide = (by: number): Statement => ({
      name: 'quotient',
      text: 'select 6 / $1::integer as n',
      values: [by],
    });
    await send([echo('before')], own);
    await expect(
      send([echo('a'), insert(1), divide(0), { ...echo('b'), name: 'behind' }], own),
    ).rejects.toThrow(/zero/);
    const again = await send(
      [echo('c'), divide(2), insert(1), { ...echo('d'), name: 'behind' }],
      own,
    );
    expect(again).toEqual([[{ value: 'c' }], [{ n: 3 }], [], [{ value: 'd' }]]);
    const { rows } = await own.query<{ name: string }>(
      'select name from pg_prepared_statements order by name',
    );
    expect(rows.map(({ name }) => name)).toEqual(['behind', 'echo', 'insert_number', 'quotient']);
    await own.end();
  });

  test('a name with two texts is refused before anything is sent', async () => {
    await send([echo('x')]);
    await expect(send([insert(1), { name: 'echo', text: 'select 2' }])).rejects.toThrow(
      'has another text',
    );
    expect(await readNumbers()).toEqual([]);
    expect(await send([echo('y')])).toEqual([[{ value: 'y' }]]);
  });

  test('simultaneous batches and ordinary queries each get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        if (n % 3 === 0) return (await client.query('select $1::text as value', [`${n}`])).rows[0];
        if (n % 7 === 0)
          return send([echo('lost'), { text: 'select 1 / 0' }]).catch(() => ({ value: `${n}` }));
        return (await send([echo('first'), echo(`${n}`)]))[1]?.[0];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 300 }, (_, n) => ({ value: `${n}` })));
  });

  test('random sequences store exactly what their successful batches wrote', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ n: fc.integer({ min: 0, max: 9 }) }) },
      { weight: 4, arbitrary: fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 20 }) }) },
      { weight: 1, arbitrary: fc.record({ failure: fc.constantFrom(...failures) }) },
    );
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(batches, async (sequence) => {
        await client.query('truncate public.numbers');
        let stored = new Set<number>();
        for (const steps of sequence) {
          const after = new Set(stored);
          const breaks = steps.some((given) => {
            if ('failure' in given) return true;
            if (!('n' in given)) return false;
            return after.size === after.add(given.n).size;
          });
          const statements = steps.map((given) => {
            if ('failure' in given) return given.failure;
            return 'n' in given ? insert(given.n) : echo(given.text.replaceAll('\0', ''));
          });
          const expected = statements.map(({ name, values }) =>
            name === 'echo' ? [{ value: values?.[0] }] : [],
          );
          const outcome = await send(statements).catch(() => 'failed');
          expect(outcome).toEqual(breaks ? 'failed' : expected);
          if (!breaks) stored = after;
        }
        expect(await readNumbers()).toEqual([...stored].sort());
      }),
    );
  });
});
