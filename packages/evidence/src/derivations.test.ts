import type { Citation } from '@ecp/contract/values/citations';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import type { EvidenceMaterial } from './material.ts';

const years = {
  id: 'q1',
  title: null,
  sql: 'select 1',
  resultHash: 'hash',
  columns: [
    { name: 'mills above 2 million EUR', type: 'number', unit: null },
    { name: 'mills above 5 million EUR', type: 'number', unit: null },
    { name: 'mills with a weir', type: 'number', unit: null },
    { name: 'cost EUR', type: 'number', unit: null },
    { name: 'months of works', type: 'number', unit: null },
  ],
  rows: [[6, 4, 18, 840_000, 9]],
} satisfies EvidenceMaterial['queries'][number];

const material: EvidenceMaterial = {
  language: 'en',
  brief: 'Which mills should we keep?',
  assignment: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  tables: [],
  queries: [years],
  sources: [
    {
      title: 'mills.txt',
      location: null,
      text: 'In 2023 the mills ground 200 t. In 2024 the mills ground 250 t. The two books differ. Six boats carry grain.',
    },
  ],
};

/** Checks a text without a judge. */
const check = (text: string) =>
  checkEvidence(`# T\n\n${text}\n`, material, { slice: createTimeSlice(undefined) });
const shown = (citations: readonly Citation[]) =>
  citations.map(({ footnote, state, derivation }) => [footnote, state, derivation?.result ?? null]);

const mill = '[^q]: Query q1: “mills above 2 million EUR: 6”, “mills above 5 million EUR: 4”';

describe('the derivation of a footnote', () => {
  it('is a share where the divisor has no unit in its source', async () => {
    const rents = {
      title: 'rents.csv',
      location: null,
      text: 'The new rent is EUR 771.\n\nMill | 570 | 31',
    };
    const text = `The new rent is 35 percent more.[^1]

[^1]: = 771 / 570 − 1 = 35 %; [^2], [^3]
[^2]: rents.csv: “The new rent is EUR 771.”
[^3]: rents.csv: “Mill | 570 | 31”
`;
    const own = { ...material, sources: [rents] };
    const [first] = await checkEvidence(`# T\n\n${text}`, own, {
      slice: createTimeSlice(undefined),
    });
    expect([first?.state, first?.reason]).toEqual(['computed', null]);
  });

  it('is its own calculation, in sentences and in rows', async () => {
    const sentence = await check(`Ten are small, eight are large.[^1][^2][^q]

[^1]: = 6 + 4 = 10; [^q]
[^2]: = 4 + 4 = 8; [^q]
${mill}`);
    expect(shown(sentence)).toEqual([
      ['1', 'computed', 10],
      ['2', 'computed', 8],
      ['q', 'unjudged', null],
    ]);
    const row = await check(`| Mills | Small | Large |
| --- | --- | --- |
| All | 10[^1] | 8[^2] |

[^1]: = 6 + 4 = 10; [^q]
[^2]: = 4 + 4 = 8; [^q]
${mill}`);
    expect(shown(row)).toEqual([
      ['1', 'computed', 10],
      ['2', 'computed', 8],
      ['q', 'verified', null],
    ]);
  });

  it('is the operation that a sentence does not declare where its source gives the values', async () => {
    const found =
      await check(`The mills ground 50 t more in 2024 than in 2023, and two books differ.[^1][^2]

[^1]: mills.txt: “In 2023 the mills ground 200 t. In 2024 the mills ground 250 t.”
[^2]: mills.txt: “The two books differ.”`);
    expect(shown(found)).toEqual([
      ['1', 'computed', 50],
      ['2', 'unjudged', null],
    ]);
  });
});

it('refutes a calculation that names a footnote which does not exist, and says which', async () => {
  const found = await check(`Ten are small.[^1] It takes 30 days.[^2]

[^1]: = 6 + 4 = 10; [^q], [^7a]
[^2]: = 31 May 2027 − 1 May 2027 = 30 days; [^8]
${mill}`);
  expect(found.map(({ state, reason }) => [state, reason])).toEqual([
    ['missing_source', 'the calculation names [^7a], and there is no such footnote'],
    ['missing_source', 'the calculation names [^8], and there is no such footnote'],
    ['verified', null],
  ]);
});

it('takes no zero of a table for the result of the text beside it', async () => {
  const found = await check(`| Mills | Small | Large |
| --- | --- | --- |
| None | 0 | 0 |
| All | 10[^1] | 0 |

This leaves two.[^2]

[^1]: = 6 + 4 = 10; [^q]
[^2]: = 6 − 4 = 2; [^q]
${mill}`);
  expect(found.map(({ footnote, claim }) => [footnote, claim])).toEqual([
    ['1', 'All | 10 | 0'],
    ['2', 'This leaves two.'],
    ['q', 'All | 10 | 0'],
  ]);
});

it('seeks no operation for a figure that stands in the head of its source, and none that is a mean by chance', async () => {
  const found = await check(`Six of them passed 2 million, and four passed 5 million.[^1][^2]

[^1]: Query q1: “mills above 2 million EUR: 6”
[^2]: Query q1: “mills above 5 million EUR: 4”`);
  expect(shown(found)).toEqual([
    ['1', 'unjudged', null],
    ['2', 'unjudged', null],
  ]);
});

it('gives the unit of an amount in a head to no count', async () => {
  const found = await check(`A mill in three has a weir.[^1]

[^1]: = 18 ÷ 6 = 3; [^2], [^q]
[^2]: Query q1: “mills with a weir: 18”
${mill}`);
  expect(found[0]?.derivation?.inputs.map(({ value, unit }) => [value, unit])).toEqual([
    [18, null],
    [6, null],
  ]);
});

it.each([
  ['Each is paid 3,900 EUR a month from April to September.', 6],
  ['Each is paid 3,900 EUR a month from November to February.', 4],
  ['Each is paid 3,900 EUR a month from 1 May 2027 to 30 April 2028.', 12],
  ['Each is paid 3,900 EUR a month in April and September.', null],
  ['Each is paid 3,900 EUR a month from 15 April to 4 September.', null],
])('counts the months of a range that a source names: %s', async (words, months) => {
  const count = months ?? 6;
  const pay = (count * 3_900).toLocaleString('en');
  const text = `It costs ${pay} EUR.[^1]\n\n[^1]: = ${count} × 3,900 EUR = ${pay} EUR; [^2]\n[^2]: pay.txt: “${words}”`;
  const sources = [{ title: 'pay.txt', location: null, text: words }];
  const [found] = await checkEvidence(
    `# T\n\n${text}\n`,
    { ...material, sources },
    { slice: createTimeSlice(undefined) },
  );
  expect(found?.state).toBe(months === null ? 'unsupported' : 'computed');
});

describe('an input of a calculation', () => {
  const inputsOf = async (text: string) => {
    const [first] = await check(text);
    const { inputs, assumed } = first?.derivation ?? { inputs: [], assumed: null };
    return {
      assumed,
      inputs: inputs.map(({ value, citation, assumed: own }) => [value, citation, own]),
    };
  };

  it('that is assumed names no source but the footnote of its assumption', async () => {
    expect(
      await inputsOf(`It costs 50 EUR.[^1] Eight are large.[^2] We wait.[^a]

[^1]: = 840,000 EUR (assumed) ÷ 18 (assumed) × 2 % (assumed) ÷ 18.7 = 50 EUR; [^q], [^a]
[^2]: = 4 + 4 = 8; [^w]
[^a]: Assumption: the next one has 18.7 weirs
[^w]: Query q1: “mills above 5 million EUR: 4”
[^q]: Query q1: “mills with a weir: 18”`),
    ).toEqual({
      assumed: true,
      inputs: [
        [840_000, null, true],
        [18, null, true],
        [2, null, true],
        [18.7, 'a', true],
      ],
    });
  });

  it('that is assumed takes no unit from an amount of the same digits', async () => {
    expect(
      await inputsOf(`It costs 150,000 EUR.[^1] We hold 2 million EUR.[^b]

[^1]: = 12 × 25,000 EUR ÷ 2 (assumed) = 150,000 EUR; [^a], [^b]
[^a]: Assumption: 25,000 EUR a month
[^b]: Assumption: 2 million EUR, or 2 EUR a head`),
    ).toEqual({
      assumed: true,
      inputs: [
        [25_000, 'a', true],
        [2, null, true],
      ],
    });
  });

  it('that is a number of months leaves an amount an amount', async () => {
    expect(
      await inputsOf(`It costs 656,000 EUR.[^1]

[^1]: = 80,000 EUR + 18 × 32,000 EUR = 656,000 EUR; [^a], [^b], [^c]
[^a]: Assumption: 80,000 EUR at the beginning
[^b]: Assumption: 32,000 EUR a month
[^c]: Assumption: between 9 and 18 months`),
    ).toEqual({
      assumed: true,
      inputs: [
        [80_000, 'a', true],
        [18, 'c', true],
        [32_000, 'b', true],
      ],
    });
  });

  it('has its own unit, and no number word of something else', async () => {
    expect(
      await inputsOf(`The price falls to 94 %.[^1] Boats carry grain.[^2]

[^1]: = 100 % − 6 % (assumed) = 94 %
[^2]: mills.txt: “Six boats carry grain.”`),
    ).toEqual({ assumed: true, inputs: [[6, null, true]] });
  });

  it('is assumed if it is the result of what is all assumed; one from a source is not', async () => {
    const found = await check(`It costs 600 EUR, then 1,200 EUR, then 10,800 EUR.[^1][^2][^3]

[^1]: = 20 EUR (assumed) × 30 (assumed) = 600 EUR
[^2]: = 600 EUR × 2 (assumed) = 1,200 EUR; [^1]
[^3]: = 600 EUR × 18 = 10,800 EUR; [^1], [^q]
[^q]: Query q1: “mills with a weir: 18”`);
    expect(found.map(({ derivation }) => derivation?.assumed ?? false)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

// EVI-2
it.each([
  [
    'a calculation that rests on itself',
    '= 2 + 3 = 5; [^2]',
    '= 5 - 3 = 2; [^1]',
    ['unsupported', 'unsupported'],
  ],
  [
    'a result that does not come out',
    '= 417 + 100 (assumed) = 517; [^2]',
    '= 220 (assumed) + 195 (assumed) = 417',
    ['altered', 'altered'],
  ],
  [
    'a result that comes out',
    '= 415 + 100 (assumed) = 515; [^2]',
    '= 220 (assumed) + 195 (assumed) = 415',
    ['computed', 'computed'],
  ],
])(
  'gives each footnote that only another one names an entry: %s',
  async (_, first, second, states) => {
    const result = /= (\d+);/.exec(first)?.[1];
    const found = await check(`It has ${result} EUR.[^1]\n\n[^1]: ${first}\n[^2]: ${second}`);
    expect(found.map(({ footnote, state }) => [footnote, state])).toEqual(
      states.map((state, at) => [`${at + 1}`, state]),
    );
  },
);

// EVI-2
it('takes a number of a calculation only from the footnotes that it names', async () => {
  const sources = [
    { title: 'a.txt', location: null, text: 'Rent was 4,300 EUR.' },
    { title: 'b.txt', location: null, text: 'Wages were 9,100 EUR.' },
  ];
  const stateWith = async (names: string) => {
    const text = `Both were 13,400 EUR.[^1] Wages rose.[^3]

[^1]: = 4,300 + 9,100 = 13,400 EUR; ${names}
[^2]: a.txt: “Rent was 4,300 EUR.”
[^3]: b.txt: “Wages were 9,100 EUR.”`;
    const slice = createTimeSlice(undefined);
    return (await checkEvidence(`# T\n\n${text}\n`, { ...material, sources }, { slice }))[0]?.state;
  };
  expect(await stateWith('[^2], [^3]')).toBe('computed');
  expect(await stateWith('[^2]')).toBe('unsupported');
});
