import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, test } from 'vitest';
import { nameFigures } from '../document/write-conflicts.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { findConflicts } from './find-conflicts.ts';

async function find(...texts: string[]): Promise<string[]> {
  const timeSlice = createTimeSlice(undefined);
  const documents = texts.map((text, at) => {
    return { origin: { kind: 'source', label: `${at}.md`, location: null } as const, text };
  });
  return (await findConflicts(await readMaterial(documents, timeSlice), timeSlice)).map(nameFigures);
}

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
  expect(await find(sentence, table(''))).toEqual(['398 or the sum of the rows']);
  expect(await find(sentence.replace('398', '371'), table(''))).toEqual([]);
});

test('reports no conflict between different years, things or units', async () => {
  expect(await find('In 2023 the plant made 17,200 windows.', 'In 2025 the plant made 16,700 windows.')).toEqual([]);
  expect(await find('The timber window is 20 percent cheaper.', 'Timber windows have a share of 23 percent.')).toEqual(
    [],
  );
  expect(await find('The new line costs 30 percent more.', 'The new line costs 30 euros more.')).toEqual([]);
});
