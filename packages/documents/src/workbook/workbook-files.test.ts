import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { bookOf } from './testing/make-book.ts';
import { readWorkbook } from './testing/read-workbook.ts';
import { createWorkbookFiles } from './workbook-files.ts';
import type { TableBook } from './workbook-types.ts';

const base: TableBook = { title: 'Answers', columns: [{ name: 'Text', type: 'text' }], rows: [] };

describe('workbooks of the sandbox', () => {
  const sandbox = openSandbox();
  const workbooks = createWorkbookFiles({ sandbox, maxCells: 250_000 });
  const order = { tenantId: 'tenant-1' };
  afterAll(() => sandbox.close());

  it('are those of the writer', async () => {
    const bytes = await workbooks.writeTable(
      { ...base, rows: [['=1+1'], [Number.NaN], [{ value: 'a', note: 'b' }]] },
      order,
    );
    const { sheets, notes } = readWorkbook(bytes);
    expect(['A4', 'A5', 'A6'].map((place) => sheets[0]?.cells.get(place)?.text)).toEqual([
      '=1+1',
      'NaN',
      'a',
    ]);
    expect(notes).toEqual(['b']);
  });

  it('hold all entries of long documents', async () => {
    const statements = Array.from({ length: 450 }, (_, at) => ({
      footnote: String(at),
      calculation: null,
      claim: `Claim ${at}`,
      sources: [],
      state: 'verified',
    }));
    const documents = ['One', 'Two'].map((title) => ({
      title,
      figures: [],
      footnotes: [],
      statements,
    }));
    const { sheets } = readWorkbook(
      await workbooks.writeEngagement({ ...bookOf({}), documents }, [], order),
    );
    const claims = [...(sheets.at(-1)?.cells ?? [])].filter(
      ([place, { text }]) => /^C/.test(place) && /^Claim/.test(text ?? ''),
    );
    expect(claims.map(([, { text }]) => text)).toEqual(
      [...statements, ...statements].map(({ claim }) => claim),
    );
  });

  // XLS-8
  it('are refused if they have more cells than one may have, or more columns than a worksheet', async () => {
    const rows = Array.from({ length: 1_001 }, () => []);
    const columns = Array.from({ length: 250 }, () => ({ name: 'a', type: 'text' as const }));
    await expect(workbooks.writeTable({ ...base, columns, rows }, order)).rejects.toMatchObject({
      kind: 'too_large',
    });
    const wide = Array.from({ length: 16_385 }, () => ({ name: 'a', type: 'text' as const }));
    await expect(workbooks.writeTable({ ...base, columns: wide }, order)).rejects.toMatchObject({
      kind: 'too_large',
    });
  });
});
