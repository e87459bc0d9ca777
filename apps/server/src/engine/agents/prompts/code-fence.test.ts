import { expect, it } from 'vitest';
import { fenceAfter, listSections } from './prompt-sections.ts';

it.each([
  ['no fence', 'Text', null],
  ['an open one', '```js\ncode', '```'],
  ['a closed one', '~~~\ncode\n~~~~', null],
  ['one inside another', '````\n```\n# no heading\n```', '````'],
  ['code in a line', '```code``` and text', null],
])('a text with %s ends inside the right code fence', (_name, text, fence) => {
  expect(text.split('\n').reduce(fenceAfter, null)).toBe(fence);
});

it('a heading inside nested code fences begins no section', () => {
  const headings = listSections('# A\n\n````\n```\n# no heading\n```\n````\n\n## B\n').map(
    ({ heading }) => heading,
  );
  expect(headings).toEqual(['A', 'B']);
});
