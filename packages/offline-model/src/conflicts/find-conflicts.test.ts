import type { Language } from '@ecp/language/language';
import { readNumberStyle } from '@ecp/language/number-style';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { readMaterial } from '../evidence/read-material.ts';
import { frameOf } from '../frame/frame-of.ts';
import { numberFormat } from '../numbers/number-format.ts';
import { nameFigures } from '../pack/write-findings.ts';
import { findConflicts } from './find-conflicts.ts';

async function findIn(language: Language, ...texts: string[]): Promise<string[]> {
  const timeSlice = createTimeSlice(undefined);
  const documents = texts.map((text, at) => {
    const { decimalSign } = readNumberStyle(text, language);
    return { origin: { kind: 'source', label: `${at}.md`, location: null, language, decimalSign } as const, text };
  });
  const frame = frameOf(language);
  const writer = { frame, format: numberFormat(language) };
  const found = await findConflicts(await readMaterial(documents, timeSlice), writer, timeSlice);
  return found.map((conflict) => nameFigures(conflict, frame));
}
const find = (...texts: string[]) => findIn('en', ...texts);

test('finds sentences of two sources that give different figures for the same thing', async () => {
  const report = 'Of the heat that we fed into the network, 14.5 percent was lost before it reached the customers.';
  const page = 'The company told the city in 2023 that 12 percent of the heat is lost in the network.';
  expect(await find(report, page)).toEqual(['14.5 percent or 12 percent']);
  expect(await find(`${report}\n\n${page}`)).toEqual([]);
  expect(await find(report, page.replace('12 percent', '14.5 percent'))).toEqual([]);
});

test('compares a sentence with the rows, the total and the sum of a table', async () => {
  const table = (total: string) =>
    `# Clinics 2025\n\n| Clinic | Sessions planned | Sessions cancelled |\n| --- | --- | --- |\n| A | 960 | 149 |\n| B | 640 | 222 |\n${total}`;
  const sentence = 'In 2025 the hospital planned 1,600 clinic sessions and cancelled 398 of them.';
  expect(await find(sentence, table('| Total | 1,600 | 371 |'))).toEqual(['398 or 371']);
  expect(await find(sentence, table(''))).toEqual(['398 or 371 (the sum of the rows)']);
  expect(await find(sentence.replace('398', '371'), table(''))).toEqual([]);
});

test('reports no conflict between different years, things or units', async () => {
  expect(await find('In 2023 the plant made 17,200 windows.', 'In 2025 the plant made 16,700 windows.')).toEqual([]);
  expect(await find('The timber window is 20 percent cheaper.', 'Timber windows have a share of 23 percent.')).toEqual(
    [],
  );
  expect(await find('The new line costs 30 percent more.', 'The new line costs 30 euros more.')).toEqual([]);
});

test.each([
  [
    'de',
    'Der Verlust im Wärmenetz betrug 2025 14,5 Prozent.',
    'Im Wärmenetz lag der Verlust 2025 bei 12 %.',
    '14,5 Prozent oder 12 %',
  ],
  [
    'de',
    'Die Werkstatt erzielte 1,85 Mio. Euro Umsatz.',
    'Die Werkstatt meldet 1.758.601 Euro Umsatz.',
    '1,85 Mio. Euro oder 1.758.601 Euro',
  ],
  [
    'de',
    'Die Werkstatt erzielte 1,85 Millionen Euro Umsatz.',
    'Die Werkstatt meldet 1.758.601 Euro Umsatz.',
    '1,85 Millionen Euro oder 1.758.601 Euro',
  ],
  [
    'fr',
    'Les piscines ont coûté 3,4 millions d’euros.',
    'Le coût des piscines est de 3 620 000 euros.',
    '3,4 millions d’euros ou 3 620 000 euros',
  ],
  [
    'fr',
    'Les piscines ont accueilli 212 500 visiteurs.',
    'Les piscines ont compté 208 900 visiteurs.',
    '212 500 visiteurs ou 208 900 visiteurs',
  ],
  [
    'es',
    'El coste del canal de exportación fue de 1.250 euros.',
    'El canal de exportación tuvo un coste de 1.180 euros.',
    '1.250 euros o 1.180 euros',
  ],
  ['ja', '客室稼働率は58%だった。', '旅館の客室稼働率は61%であった。', '58% か 61%'],
] as const)('compares figures in %s: %s', async (language, one, other, expected) => {
  expect(await findIn(language, one, other)).toEqual([expected]);
  expect(await findIn(language, one, one)).toEqual([]);
});

test('compares no number of things with a price', async () => {
  const table = '| Shop | Price per repair |\n| --- | --- |\n| Wiehre | 126 |\n| Haslach | 119 |';
  expect(await find('The shop in Wiehre can do 110 repairs a week.', table)).toEqual([]);
});
