import { expect, it } from 'vitest';
import { writeResultCsv } from './result-formats.ts';

const column = (name: string, unit: string | null = null) => ({
  name,
  unit,
  type: 'text' as const,
});

it('writes units into the header row and cells in full', () => {
  const columns = [column('Region'), column('Sales', 'EUR 000'), column('Open')];
  expect(
    writeResultCsv({
      columns,
      rows: [
        ['Nord, "A"', -1234.5678, true],
        [null, null, false],
      ],
    }),
  ).toBe('Region,Sales (EUR 000),Open\r\n"Nord, ""A""",-1234.5678,true\r\n,,false\r\n');
});

it('makes every text harmless that a spreadsheet would run, in head and cells', () => {
  const texts = ['=1+1', '+1', '-1', '@sum(A1)', '\t=1', '\r=1'];
  const csv = writeResultCsv({ columns: [column('=cmd')], rows: texts.map((text) => [text]) });
  expect(csv).toBe("'=cmd\r\n'=1+1\r\n'+1\r\n'-1\r\n'@sum(A1)\r\n'\t=1\r\n\"'\r=1\"\r\n");
});
