import { expect, test } from 'vitest';
import { compareRecords } from './restore.ts';

// DEP-14
test('a record that is lost, changed or doubled by a restore is found', () => {
  const records = ['run r1', 'document one', 'document two'];
  expect(compareRecords(records, records.toReversed())).toEqual([]);
  const find = (after: string[]) =>
    compareRecords(records, after).map((problem) => problem.split(' (')[0]);
  expect(find(records.slice(1))).toEqual(['lost: run r1']);
  expect(find([...records, 'run r1'])).toEqual(['new: run r1']);
  expect(find(['run r1', 'document one', 'document 2'])).toEqual([
    'lost: document two',
    'new: document 2',
  ]);
});
