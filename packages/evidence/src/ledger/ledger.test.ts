import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { describe, expect, it } from 'vitest';
import { groupFigures } from './group-figures.ts';
import { readFigures } from './read-figures.ts';

const read = (markdown: string) => readFigures(markdown, [], createTimeSlice(undefined));

describe('the figures of a document', () => {
  it.each([
    ['# A\n\nNet sales in 2024 were DKK 4,546 million.\n', ['Net sales', 'DKK', 4_546_000_000]],
    ['# A\n\n- revenue: EUR 70,214,730.66 in all.\n', ['revenue', 'EUR', 70_214_730.66]],
    ['# A\n\nDer Umsatz betrug 4,2 Mio. €.\n', ['Umsatz', 'EUR', 4_200_000]],
    ['# A\n\n売上高は12億円である。\n', ['売上高', 'JPY', 1_200_000_000]],
    [
      '# A\n\n| Shop | Sales (DKK thousand) |\n| --- | ---: |\n| Harbour | 8,900 |\n',
      ['Harbour, Sales', 'DKK', 8_900_000],
    ],
  ])('%s', async (markdown, expected) => {
    const figures = await read(markdown);
    expect(figures.map(({ label, unit, value }) => [label, unit, value])).toEqual([expected]);
  });

  it('have the heading above them and the worst state of their sentence', async () => {
    const markdown = '# A\n\n## Result\n\nThe margin is 12 %.[^1]\n\n[^1]: x: “12 %”\n';
    const checked = [{ claim: 'The margin is 12 %.', state: 'altered' as const }];
    const figures = await readFigures(markdown, checked, createTimeSlice(undefined));
    expect(figures).toMatchObject([{ label: 'margin', unit: '%', value: 12, section: 'Result', state: 'altered' }]);
  });

  it('leave out what nothing names', async () => {
    expect(await read('# A\n\nSome 40 of them came, and in May 2025 another 12 left for EUR 300.\n')).toEqual([]);
  });
});

describe('one figure, one value', () => {
  const compare = async (one: string, other: string) => {
    const documents = await Promise.all(
      [one, other].map(async (text, index) => ({
        filename: `${index}.md`,
        version: 1,
        figures: await read(`# A\n\n${text}\n`),
      })),
    );
    return groupFigures(documents).map(({ label, conflict, values }) => [label, conflict, values.length]);
  };

  it.each([
    [
      'another value',
      'Net sales were EUR 4.8 million.',
      'The net sales were EUR 5.1 million.',
      [['Net sales', true, 2]],
    ],
    [
      'the same in another scale',
      'Net sales were EUR 4.8 million.',
      'Net sales were EUR 4,812 thousand.',
      [['Net sales', false, 2]],
    ],
    [
      'another period',
      'Net sales in 2024 were EUR 4.8 million.',
      'Net sales in 2023 were EUR 4.1 million.',
      [
        ['Net sales', false, 1],
        ['Net sales', false, 1],
      ],
    ],
    [
      'another thing',
      'Net sales were EUR 4.8 million.',
      'Gross sales were EUR 5.1 million.',
      [
        ['Net sales', false, 1],
        ['Gross sales', false, 1],
      ],
    ],
  ])('%s', async (_, one, other, expected) => {
    expect(await compare(one, other)).toEqual(expected);
  });
});
