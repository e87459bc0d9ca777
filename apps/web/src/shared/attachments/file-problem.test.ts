import { expect, test } from 'vitest';
import { describeFileLimits, findFileProblem } from './upload-queue.ts';

const megabyteBytes = 1_048_576;

test.each([
  ['notes.md', 1, null],
  ['NOTES.PDF', 10 * megabyteBytes, null],
  ['film.pdf', 10 * megabyteBytes + 1, 'The file is larger than 10 MB'],
  ['film.mov', 1, '.mov files cannot be attached'],
  ['constructor', 1, 'The file has no extension'],
])('%s of %i bytes on the smallest plan', (name, size, title) => {
  expect(findFileProblem({ name, size }, 'starter')?.title ?? null).toBe(title);
});

test('a larger billing plan accepts larger files and describes its limit', () => {
  expect(
    findFileProblem({ name: 'film.pdf', size: 50 * megabyteBytes }, 'professional'),
  ).toBeNull();
  expect(describeFileLimits('enterprise')).toBe(
    'Up to 100 MB per file and 2.0 GB in total on the Enterprise plan',
  );
});
