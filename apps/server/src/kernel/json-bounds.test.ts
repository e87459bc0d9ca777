import { expect, test } from 'vitest';
import { findJsonProblem, maxDepth, maxValues } from './json-bounds.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (length: number) => `[${Array.from({ length }, () => 1)}]`;

test.each([
  ['{}'],
  ['not JSON'],
  ['"['.repeat(3)],
  [nested(maxDepth)],
  [`[${Array.from({ length: 1_000 }, () => '[{}]')}]`],
  [JSON.stringify(nested(1_000))],
  [JSON.stringify(`"${nested(1_000)}\\"`)],
  [JSON.stringify(','.repeat(maxValues * 2))],
  [list(maxValues - 2)],
])('%.40s is within bounds', (text) => {
  expect(findJsonProblem(text)).toBeUndefined();
});

test.each([
  [nested(maxDepth + 1), 'nested deeper than 64'],
  ['{"a":'.repeat(maxDepth + 1), 'nested deeper than 64'],
  [`{"\\"":${nested(maxDepth)}}`, 'nested deeper than 64'],
  [list(maxValues), 'more than 100000 values'],
  [`[${Array.from({ length: maxValues }, () => '[]')}]`, 'more than 100000 values'],
])('%.40s is not', (text, problem) => {
  expect(findJsonProblem(text)).toContain(problem);
});
