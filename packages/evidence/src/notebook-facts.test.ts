import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Language } from '@ecp/language/language';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import { compileLinks } from './compile-links.ts';
import { parseDocument } from './document.ts';
import type { LinkedFact, LinkedPassage } from './fact-links.ts';
import type { EvidenceMaterial } from './material.ts';

type Value = [value: LinkedFact['value'], unit: string | null, period?: string];

const values: Record<string, Value> = {
  margin: [12.7, '%', '2019'],
  ratio: [0.127, null],
  share: [0.127, '%'],
  fifth: [0.203, null],
  third: [33.1, '%'],
  twothirds: [0.661, null],
  half: [48.3, '%'],
  overhalf: [51.2, '%'],
  quarter: [24.6, '%'],
  revenue: [4_812_000, 'EUR', '2019'],
  thousands: [4_812, 'EUR 000'],
  millions: [4.812, 'EUR million'],
  loss: [-640, 'EUR'],
  yen: [123_000_000, 'JPY'],
  start: [2_010_000, 'EUR'],
  end: [4_120_000, 'EUR'],
  growth: [103, '%'],
  factor: [2.05, 'x'],
  staff: [1_284, null],
  weeks: [14, 'weeks'],
  day: ['2027-04-01', null],
  name: ['North', null],
  dollars: [5_000_000, 'USD'],
  points: [3.2, 'percentage points'],
};
const facts = Object.entries(values).map(
  ([id, [value, unit, period = null]], index): LinkedFact => ({
    id,
    label: `Value of ${id}`,
    value,
    unit,
    period,
    entryNumber: index + 1,
    entryId: `e${index}`,
    kind: 'code',
  }),
);
const passages: LinkedPassage[] = [
  { id: 'p3', filename: 'talks.md', place: null, words: 'In price, we match the leader.' },
];
const material: EvidenceMaterial = {
  brief: 'How are we doing?',
  language: 'en',
  assignment: [],
  sources: [{ title: 'talks.md', location: null, text: 'A. In price, we match the leader. B.' }],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
  notebook: facts.map((fact) => ({ number: fact.entryNumber, facts: [fact] })),
};

async function check(text: string, language: Language = 'en') {
  const { markdown } = await compileLinks(text, { facts, passages, language });
  const slice = createTimeSlice(undefined);
  return checkEvidence(markdown, { ...material, language }, { slice });
}

const right: [Language, string][] = [
  ['en', 'The margin was [12.7 %](fact:margin) in 2019.'],
  ['en', 'The margin was [about 13 %](fact:margin).'],
  ['en', 'The margin was [13%](fact:margin).'],
  ['en', 'The margin was [12.7 percent](fact:ratio).'],
  ['en', 'The margin was [12.7 %](fact:share).'],
  ['en', 'The margin was [more than 12 %](fact:margin).'],
  ['en', 'The margin was [nearly 13 %](fact:margin).'],
  ['en', 'It is [about a fifth](fact:fifth) of the costs.'],
  ['en', '[One in three](fact:third) guests came back.'],
  ['en', 'It is [two thirds](fact:twothirds) of all guests.'],
  ['en', 'It is [nearly half](fact:half) of all guests.'],
  ['en', 'It is [more than half](fact:overhalf) of all guests.'],
  ['en', 'It is [a quarter](fact:quarter) of the costs.'],
  ['en', 'Revenue reached [EUR 4.8 million](fact:revenue) in 2019.'],
  ['en', 'Revenue reached [€4,812k](fact:thousands).'],
  ['en', 'Revenue reached [4.81 million euros](fact:millions).'],
  ['en', 'The loss was [EUR 640](fact:loss).'],
  ['en', 'It ended at [EUR −640](fact:loss).'],
  ['en', 'Revenue [doubled](fact:growth).'],
  ['en', 'Revenue [more than doubled](fact:factor).'],
  ['en', 'Revenue [doubled](fact:factor) within a year.'],
  ['en', 'Revenue doubled from [2.01 million](fact:start) to [4.12 million](fact:end).'],
  ['en', 'Some [1,284 people](fact:staff) work here, over [14 weeks](fact:weeks).'],
  ['en', 'It is [fourteen weeks](fact:weeks) away.'],
  ['en', 'It opens on [1 April 2027](fact:day) in the [North](fact:name).'],
  ['en', 'They cost [$5 million](fact:dollars), “[we match the leader](passage:p3)”.'],
  ['en', 'It rose by [3.2 percentage points](fact:points).'],
  ['en', 'The margin was no more than [12.7 %](fact:margin).'],
  ['de', 'Die Marge lag bei [rund 13 %](fact:margin).'],
  ['de', 'Die Marge lag bei [12,7 %](fact:margin).'],
  ['de', 'Das ist [etwa ein Fünftel](fact:fifth) der Kosten.'],
  ['de', '[Jeder dritte](fact:third) Gast kam wieder.'],
  ['de', 'Das ist [knapp die Hälfte](fact:half) der Gäste.'],
  ['de', 'Das ist [mehr als die Hälfte](fact:overhalf) der Gäste.'],
  ['de', 'Der Umsatz erreichte [4,8 Mio. €](fact:revenue).'],
  ['de', 'Der Umsatz erreichte [4.812 Tsd. EUR](fact:thousands).'],
  ['de', 'Der Umsatz hat sich [mehr als verdoppelt](fact:growth).'],
  ['fr', 'La marge était [d’environ 13 %](fact:margin).'],
  ['fr', 'C’est [près de la moitié](fact:half) des clients.'],
  ['fr', 'C’est [un cinquième](fact:fifth) des coûts.'],
  ['fr', '[Un sur trois](fact:third) est revenu.'],
  ['fr', 'C’est [plus de la moitié](fact:overhalf) des clients.'],
  ['fr', 'Le chiffre d’affaires atteint [4,8 millions d’euros](fact:revenue).'],
  ['es', 'El margen fue de [alrededor del 13 %](fact:margin).'],
  ['es', 'Es [casi la mitad](fact:half) de los clientes.'],
  ['es', 'Es [una quinta parte](fact:fifth) de los costes.'],
  ['es', '[Uno de cada tres](fact:third) clientes volvió.'],
  ['es', 'Es [más de la mitad](fact:overhalf) de los clientes.'],
  ['es', 'Los ingresos fueron de [4,8 millones de euros](fact:revenue).'],
  ['ja', '利益率は[約13%](fact:margin)でした。'],
  ['ja', '利益率は[12.7%](fact:ratio)でした。'],
  ['ja', '費用の[3分の1](fact:third)です。'],
  ['ja', '顧客の[半分近く](fact:half)です。'],
  ['ja', '顧客の[5割超](fact:overhalf)です。'],
  ['ja', '売上高は[1億2300万円](fact:yen)でした。'],
];

const wrong: [Language, string][] = [
  ['en', 'The margin was [14.9 %](fact:margin).'],
  ['en', 'The margin was [1.27 %](fact:margin).'],
  ['en', 'The margin was [more than 13 %](fact:margin).'],
  ['en', 'The margin was [nearly 12.5 %](fact:margin).'],
  ['en', 'It is [about a quarter](fact:fifth) of the costs.'],
  ['en', 'It is [nearly half](fact:overhalf) of all guests.'],
  ['en', 'It is [more than half](fact:half) of all guests.'],
  ['en', '[One in four](fact:third) guests came back.'],
  ['en', 'Revenue reached [EUR 48 million](fact:revenue).'],
  ['en', 'Revenue reached [USD 4.8 million](fact:revenue).'],
  ['en', 'Revenue reached [EUR 4.8 million](fact:revenue) in 2018.'],
  ['en', 'Revenue [tripled](fact:growth).'],
  ['en', 'Revenue tripled from [2.01 million](fact:start) to [4.12 million](fact:end).'],
  ['en', 'It takes [14 months](fact:weeks).'],
  ['en', 'It takes [sixteen weeks](fact:weeks).'],
  ['en', 'It opens on [2 April 2027](fact:day).'],
  ['en', 'It rose by [3.2 %](fact:points).'],
  ['de', 'Das ist [etwa ein Viertel](fact:fifth) der Kosten.'],
  ['de', 'Das ist [mehr als die Hälfte](fact:half) der Gäste.'],
  ['de', 'Die Marge lag bei [15 %](fact:margin).'],
  ['fr', 'C’est [un quart](fact:fifth) des coûts.'],
  ['fr', 'La marge était de [15 %](fact:margin).'],
  ['es', 'Es [una cuarta parte](fact:fifth) de los costes.'],
  ['es', 'Es [más de la mitad](fact:half) de los clientes.'],
  ['ja', '費用の[4分の1](fact:third)です。'],
  ['ja', '売上高は[12億円](fact:yen)でした。'],
];

describe('a fact of a notebook', () => {
  it.each(right)('%s: proves %s', async (language, text) => {
    const citations = await check(text, language);
    expect(citations.length).toBeGreaterThan(0);
    expect(citations.filter(isOpen)).toEqual([]);
  });

  it.each(wrong)('%s: refutes %s', async (language, text) => {
    expect((await check(text, language)).filter(isOpen)).not.toEqual([]);
  });

  it('proves the cells of a row by the footnote in its last cell', async () => {
    const table = (first: string, last: string) => `| | Margin | Revenue |
| --- | --- | --- |
| 2019 | ${first} | ${last} |
`;
    const [margin, revenue] = ['[12.7 %](fact:margin)', '[EUR 4.8 million](fact:revenue)'];
    const proved = await check(table(margin, revenue));
    expect(proved).toHaveLength(1);
    expect(proved.filter(isOpen)).toEqual([]);
    const states = (await check(table('[14.9 %](fact:margin)', revenue))).map(({ state }) => state);
    expect(states).toContain('altered');
  });

  it('has no source for a link to nothing', async () => {
    expect(await check('The margin was [9 %](fact:gone).')).toMatchObject([
      { state: 'missing_source', footnote: '1', source: { kind: 'unknown', title: 'fact:gone' } },
    ]);
    expect(await check('It was [9 %](passage:p9), [12.7 %](fact:margin).')).toMatchObject([
      { state: 'missing_source' },
    ]);
  });

  it('names the entry as its source, and the value where a footnote has another one', async () => {
    const text = (value: string) =>
      `The margin was 12.7 %.[^1]\n\n[^1]: Notebook 1: “Value of margin: ${value}”\n`;
    expect(await check(text('12.7 %'))).toMatchObject([
      { source: { kind: 'notebook', title: 'Notebook 1' }, quote: 'Value of margin: 12.7 %' },
    ]);
    expect(await check(text('14'))).toMatchObject([
      { state: 'altered', reason: '“Value of margin” is 12.7 there' },
    ]);
    expect(await check(text('12.7').replace('margin:', 'profit:'))).toMatchObject([
      { state: 'altered' },
    ]);
    expect(await check(text('12.7').replace('Notebook 1', 'Notebook 99'))).toMatchObject([
      { state: 'missing_source' },
    ]);
  });
});

it('distinguishes facts of one label by the period in their footnotes', async () => {
  const twins = [
    { label: 'Incidents opened', value: 122, unit: null, period: 'May 2023' },
    { label: 'Incidents opened', value: 376, unit: null, period: 'June 2023' },
  ];
  const stateOf = async (definition: string) => {
    const markdown = `The desk opened 122 incidents in May 2023.[^1]\n\n[^1]: ${definition}\n`;
    const slice = createTimeSlice(undefined, 4);
    const document = await parseDocument(markdown, slice);
    const notebook = [{ number: 7, facts: twins }];
    const citations = await checkEvidence(
      document,
      { ...material, notebook },
      { date: null, slice },
    );
    return citations[0]?.state;
  };
  expect(await stateOf('Notebook 7: “Incidents opened, May 2023: 122”')).toBe('unjudged');
  expect(await stateOf('Notebook 7: “Incidents opened, May 2023: 376”')).toBe('altered');
});
