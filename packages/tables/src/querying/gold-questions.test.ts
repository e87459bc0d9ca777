import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTables } from '../tables.ts';
import { makeGoldWorkbooks } from '../testing/gold-workbooks.ts';

/** 60 queries one after the other take long on a busy machine. */
const patienceMs = 120_000;
const sandbox = openSandbox({ cpuBudgetMs: 600_000 });
const tables = createTables({ sandbox });
// The first child of a sandbox takes long on a busy machine.
beforeAll(() => sandbox.isolation());
afterAll(() => sandbox.close());

describe('questions over workbooks', () => {
  test.each(makeGoldWorkbooks(60))(
    'have the exact answers: $filename',
    async ({ filename, bytes, questions }) => {
      const { tables: built, problem } = await tables.buildTables({
        tenantId: 'one',
        filename,
        bytes,
      });
      expect({ problem, count: built.length }).toEqual({ problem: null, count: 1 });
      const given = built.map(({ name, sha256, parquet }) => ({
        name,
        sha256,
        load: async () => parquet,
      }));
      for (const { sql, rows } of questions) {
        const result = await tables.runQuery({ tenantId: 'one', tables: given, sql });
        expect(result.rows).toEqual(rows);
      }
    },
    patienceMs,
  );
});
