import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, test } from 'vitest';
import { type CellAnswer, checkCell, openFile, readValue } from './grid-cells.ts';

const lease = `# Lease of Hall 7

The term begins on 1 April 2025. The yearly rent is EUR 48,000, payable in twelve parts.
Either party may end the lease with a notice of six months. The landlord is not liable for floods.
`;
const annex = `Item;Year;Amount EUR\nHeating;2025;1,200\nCleaning;2025;3,400\n`;
const file = openFile('lease (7).pdf', [
  { location: 'page 1', text: lease },
  { location: 'page 2', text: annex },
]);

const check = (given: Partial<CellAnswer>) =>
  checkCell(
    file,
    { question: 'What is the rent?', type: 'text', value: '', answer: '', quote: '', ...given },
    { language: 'en', date: '2026-11-28', slice: createTimeSlice(undefined, 4) },
  );

/** Returns what a judge is shown of a quote from a file. */
async function showTo(text: string, quote: string) {
  const cell = await checkCell(
    openFile('report.csv', [{ location: null, text }]),
    { question: 'Which?', type: 'text', value: 'a row', answer: '', quote },
    { language: 'en', date: null, slice: createTimeSlice(undefined, 4) },
  );
  return cell.question?.passages;
}

describe('an answer from one file', () => {
  // GRD-3, GRD-24
  test('that repeats the sentence of the file is verified, with its place and value', async () => {
    const quote = 'The yearly rent is EUR 48,000, payable in twelve parts.';
    expect(
      await check({ type: 'number', value: 'EUR 48,000', answer: quote, quote }),
    ).toMatchObject({
      value: 48_000,
      unit: 'EUR',
      state: 'verified',
      place: 'page 1',
      reason: null,
      quote,
      passage: expect.stringContaining('EUR 48,000'),
    });
  });

  // GRD-3
  test('in other words is left to a judge, who is asked with the question', async () => {
    const cell = await check({
      type: 'number',
      value: 'EUR 48,000',
      answer: 'The tenant pays EUR 48,000 a year.',
      quote: 'The yearly rent is EUR 48,000',
    });
    expect(cell).toMatchObject({ value: 48_000, state: 'unjudged' });
    expect(cell.question).toMatchObject({
      statement: expect.stringContaining('What is the rent?'),
      passages: [{ source: 'lease (7).pdf' }],
    });
  });

  // GRD-3
  test('whose number follows from the quote is computed', async () => {
    const cell = await check({
      type: 'number',
      value: 'EUR 4,000',
      answer: 'The rent is EUR 4,000 a month.',
      quote: 'The yearly rent is EUR 48,000, payable in twelve parts',
    });
    expect(['computed', 'unjudged']).toContain(cell.state);
    expect(cell.value).toBe(4_000);
  });

  // GRD-3
  test.each([
    [
      'words that the file does not say',
      { value: 'x', quote: 'The yearly rent is EUR 52,000' },
      'altered',
    ],
    ['no words', { value: 'EUR 48,000', quote: '' }, 'altered'],
    [
      'another number',
      { type: 'number', value: 'EUR 52,000', quote: 'The yearly rent is EUR 48,000' },
      'altered',
    ],
    [
      'another day',
      { type: 'date', value: '2025-05-01', quote: 'The term begins on 1 April 2025' },
      'unsupported',
    ],
    [
      'a number that is none',
      { type: 'number', value: 'a lot', quote: 'The yearly rent is EUR 48,000' },
      'altered',
    ],
  ] as const)('with %s is refuted with the reason', async (_name, given, state) => {
    const cell = await check(given);
    expect(cell).toMatchObject({ state, reason: expect.any(String), question: null });
  });

  // GRD-3
  test('reads days and yes or no by their types', async () => {
    const begin = {
      type: 'date',
      value: '2025-04-01',
      quote: 'The term begins on 1 April 2025.',
    } as const;
    expect(await check({ ...begin, answer: 'The term begins on 1 April 2025.' })).toMatchObject({
      value: '2025-04-01',
      state: 'verified',
    });
    const flood = {
      type: 'boolean',
      value: 'no',
      quote: 'The landlord is not liable for floods.',
    } as const;
    expect(await check({ ...flood, answer: flood.quote })).toMatchObject({
      value: false,
      state: 'unjudged',
    });
  });

  // GRD-20
  test('to a question whose words the quote does not have is left to a judge', async () => {
    const quote = 'The yearly rent is EUR 48,000, payable in twelve parts.';
    const given = { type: 'number', value: 'EUR 48,000', answer: quote, quote } as const;
    expect((await check({ ...given, question: 'What is the deposit?' })).state).toBe('unjudged');
    expect((await check({ ...given, question: 'What is the yearly rent?' })).state).toBe(
      'verified',
    );
    expect(
      (await check({ ...given, question: 'What is the yearly rent of 30 halls?' })).state,
    ).toBe('unjudged');
  });

  // GRD-20
  test('with the value of another year than the question names is left to a judge', async () => {
    const rents = openFile('rents.md', [
      { location: null, text: '| | 2018 | 2019 |\n| --- | ---: | ---: |\n| Rent | 410 | 530 |\n' },
    ]);
    const ask = (value: string) =>
      checkCell(
        rents,
        {
          question: 'What was the rent in 2019?',
          type: 'number',
          value,
          answer: '',
          quote: '| Rent | 410 | 530 |',
        },
        { language: 'en', date: '2026-11-28', slice: createTimeSlice(undefined, 4) },
      );
    expect((await ask('530')).state).toBe('verified');
    expect((await ask('410')).state).toBe('unjudged');
  });

  // GRD-20
  test('with the value of another column than the question names is left to a judge', async () => {
    const halls = openFile('halls.md', [
      {
        location: null,
        text: '| Hall | Rent | Deposit |\n| --- | ---: | ---: |\n| Hall B | 410 | 530 |\n',
      },
    ]);
    const ask = (value: string) =>
      checkCell(
        halls,
        {
          question: 'What is the deposit of hall B?',
          type: 'number',
          value,
          answer: '',
          quote: '| Hall B | 410 | 530 |',
        },
        { language: 'en', date: '2026-11-28', slice: createTimeSlice(undefined, 4) },
      );
    expect((await ask('530')).state).toBe('verified');
    expect((await ask('410')).state).toBe('unjudged');
  });

  // GRD-3
  test('says the same as its sentence, which is checked whole', async () => {
    const result = openFile('result.md', [
      {
        location: null,
        text: '| in thousands | 2019 | 2018 |\n| --- | --- | --- |\n| Net result | (4,360) | (15,640) |\n\nCopyright 2011 to 2021.\n',
      },
    ]);
    const ask = (value: string, answer: string, quote = '| Net result | (4,360) | (15,640) |') =>
      checkCell(
        result,
        { question: 'Which?', type: 'number', value, answer, quote },
        { language: 'en', date: null, slice: createTimeSlice(undefined, 4) },
      );
    expect(await ask('2021', 'The copyright is of 2011.', 'Copyright 2011 to 2021.')).toMatchObject(
      {
        state: 'altered',
        reason: 'The sentence of the answer says 2011.',
      },
    );
    expect((await ask('2021', 'The copyright is of 2021.', 'Copyright 2011 to 2021.')).state).toBe(
      'unjudged',
    );
    expect((await ask('-4,360 thousand', 'The loss was 4,360 thousand.')).state).toBe('unjudged');
    expect((await ask('(4,360 thousand)', '')).question?.statement).toContain(
      'Answer: -4,360 thousand',
    );
    expect((await ask('4,360 thousand', 'The result was -4,360 thousand.')).state).toBe('altered');
    expect(
      (await ask('-4,360 thousand', 'The loss was 4,360 thousand, before it 154,585 thousand.'))
        .state,
    ).toBe('altered');
  });

  // GRD-3
  test.each([
    ['gets a link to <https://licence.example/1.0.0>.', 'verified'],
    ['gets a link to https://licence.example/1.0.0', 'verified'],
    ['gets a link to <https://licence.example/2.0.0>.', 'altered'],
  ])('may quote an address in angle brackets: %s', async (quote, state) => {
    const cell = await checkCell(
      openFile('licence.txt', [
        { location: null, text: 'Everyone gets a link to <https://licence.example/1.0.0>.\n' },
      ]),
      { question: 'Which?', type: 'text', value: 'a link', answer: '', quote },
      { language: 'en', date: null, slice: createTimeSlice(undefined, 4) },
    );
    expect(cell.state).toBe(state);
  });

  // GRD-25
  test.each([
    [
      'two rows of heads and a section',
      '| | As of May 31, | |\n| (in millions) | 2019 | 2018 |\n| --- | --- | --- |\n| Reported results | | |\n| NPAT | (43) | (56) |\n| Underlying results | | |\n| NPAT | 13 | 16 |\n',
      '| NPAT | (43) | (56) |',
      '(in millions) | As of May 31, 2019 | As of May 31, 2018\nReported results\n| NPAT | (43) | (56) |',
    ],
    [
      'a CSV below sentences',
      'Results\r\n"The table below is in words, not in figures."\r\n"It sets forth (in thousands):"\r\n,"Year ended December 31,",\r\n,2019,2018\r\nSales,"$788","$718"\r\nProfit,"$88","$18"\r\n',
      'Sales,"$788","$718"',
      '"It sets forth (in thousands):"\n | Year ended December 31, 2019 | Year ended December 31, 2018\nSales,"$788","$718"',
    ],
    [
      'two rows with others between them',
      '| | 2019 | 2018 |\n| --- | --- | --- |\n| Sales | 788 | 718 |\n| Costs | 700 | 700 |\n| Profit | 88 | 18 |\n',
      '| Sales | 788 | 718 | … | Profit | 88 | 18 |',
      ' | 2019 | 2018\n| Sales | 788 | 718 |\n| Costs | 700 | 700 |\n| Profit | 88 | 18 |',
    ],
  ])('shows the judge a row with the heads of %s', async (_name, text, quote, words) => {
    const passages = await showTo(text, quote);
    expect(passages?.map((one) => one.words.replaceAll('\r', ''))).toEqual([words.trim()]);
  });

  // GRD-25
  test('shows the judge words of a text below their nearest heading, and no words twice', async () => {
    const text =
      'Fiscal 2019 compared with fiscal 2018\n\nRevenue rose by 14 %.\n\nFiscal 2018 compared with 2017\n\nRevenue rose by 13 %.\n';
    expect(await showTo(text, 'Revenue rose by 13 %.')).toMatchObject([
      { context: 'Fiscal 2018 compared with 2017\nRevenue rose by 13 %.' },
    ]);
    const [alone] = (await showTo('Revenue rose by 14 %.', 'Revenue rose by 14 %.')) ?? [];
    expect(alone).toEqual({ source: 'report.csv', words: 'Revenue rose by 14 %.' });
  });

  // GRD-3, GRD-24
  test('may quote a row of a table', async () => {
    const row = {
      type: 'number',
      value: '1,200',
      answer: 'Heating: 1,200',
      quote: 'Heating | 1,200',
    } as const;
    expect(await check(row)).toMatchObject({ value: 1_200, unit: 'EUR', place: 'page 2' });
    expect((await check({ ...row, value: '3,400', answer: '3,400' })).state).toBe('altered');
  });
});

// GRD-3
test.each([
  ['€ −115 million', -115_000_000],
  ['EUR -115 million', -115_000_000],
  ['USD -3.1 billion', -3_100_000_000],
  ['£-12m', -12_000_000],
  ['CHF –12 Mio.', -12_000_000],
  ['€ - 4', -4],
  ['-$4,360 thousand', -4_360_000],
  ['$(2,252) thousand', -2_252_000],
  ['(2,252)', -2_252],
  ['(12.5 %)', -12.5],
  ['(EUR 115 million)', -115_000_000],
  ['1,250-', -1_250],
  ['−3,5 Mio. €', -3_500_000],
  ['moins 115 M€', -115_000_000],
  ['menos 5 %', -5],
  ['▲450百万円', -450_000_000],
  ['EUR 115 million', 115_000_000],
])('a loss is negative in each form: %s', (words, value) => {
  expect(readValue('number', words)).toBe(value);
});

test('a value is exactly one of its type', () => {
  expect(readValue('number', 'EUR 4.2 million')).toBe(4_200_000);
  expect(readValue('number', '-3 %')).toBe(-3);
  expect(readValue('number', '3 to 5 %')).toBeNull();
  expect(readValue('date', '31 March 2025')).toBe('2025-03-31');
  expect(readValue('date', 'March 2025')).toBeNull();
  expect(readValue('boolean', 'Yes.')).toBe(true);
  expect(readValue('boolean', 'perhaps')).toBeNull();
  expect(readValue('text', '')).toBeNull();
});
