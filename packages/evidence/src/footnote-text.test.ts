import { describe, expect, it } from 'vitest';
import { onlyFootnotesAdded, withoutFootnotes } from './footnote-text.ts';

describe('onlyFootnotesAdded', () => {
  it.each([
    ['It is 9.', 'It is 9.[^1]\n\n[^1]: Brief\n'],
    ['It is 9.\n\nSo.\n', 'It is 9.[^1]\n\n[^1]: Brief\n    more\n\nSo.[^1]\n'],
    [
      'It is 9.[^a]\n\n[^a]: Brief\n',
      'It is 9.[^a][^1] \n\n[^a]: Brief\n\n[^1]: Brief\n'.replace(' \n', '\n'),
    ],
    ['- a\n- b', '- a[^1]\n- b[^2]\n\n[^1]: x\n[^2]: y'],
    ['`[^1]` x', '`[^1]` x[^2]\n\n[^2]: y'],
    ['', ''],
  ])('is true for %j and %j', async (before, after) => {
    expect(await onlyFootnotesAdded(before, after)).toBe(true);
  });

  it.each([
    ['It is 9.', 'It is 10.[^1]\n\n[^1]: Brief\n'],
    ['It is 9.', 'It is 9. [^1]\n\nMore.\n\n[^1]: Brief\n'],
    ['It is 9. So.', 'It is 9.[^1]  So.\n\n[^1]: Brief\n'],
    ['It is 9. So.', 'It is 9. [^1]So\n\n[^1]: Brief\n'],
    ['It is 9.[^a]\n\n[^a]: Brief\n', 'It is 9.\n\n[^a]: Brief\n'],
    ['It is 9.[^a]\n\n[^a]: Brief\n', 'It is 9.[^a]\n\n[^a]: Other\n'],
    ['It is 9.', 'It is 9.`[^1]`'],
    ['---\na: 1\n---\nx', '---\na: 1[^1]\n---\nx\n\n[^1]: y'],
  ])('is false for %j and %j', async (before, after) => {
    expect(await onlyFootnotesAdded(before, after)).toBe(false);
  });
});

describe('withoutFootnotes', () => {
  it.each([
    ['It is 9.[^1] So [^2], yes.[^1][^2]\n\n[^1]: Brief\n[^2]: B\n', 'It is 9. So, yes.\n'],
    ['a[^1], [^2] b\n\n[^1]: x\n\nc\n\n[^2]: y', 'a b\n\nc'],
    ['# A\n\nx[^1]\n\n## Sources\n\n[^1]: y\n', '# A\n\nx\n'],
    ['# A\n\nx[^1]\n\n## Sources\n\n[^1]: y\n\n## Next\n\nz\n', '# A\n\nx\n\n## Next\n\nz\n'],
    ['# A\n\nx[^1]\n\n## Sources\n\nA book.\n\n[^1]: y\n', '# A\n\nx\n\n## Sources\n\nA book.\n'],
    ['x[^1]\n\n---\n\n**Sources:**\n\n[^1]: y\n', 'x\n'],
    ['x[^1]\n\nSources: \n\n- [^1]\n- [^2]\n\n[^1]: y\n[^2]: z\n', 'x\n'],
    ['`[^1]` x\n\n```\n[^1]: y\n```\n', '`[^1]` x\n\n```\n[^1]: y\n```\n'],
    ['plain\n', 'plain\n'],
  ])('returns %j without them', async (text, expected) => {
    expect(await withoutFootnotes(text)).toBe(expected);
  });

  it('removes a column of marks, and keeps the other cells', async () => {
    const text = `| A | B | Source |
| --- | ---: | --- |
| 1 | 2[^1] | [^1] |
| a | b [^2] | [^2], [^1] |

[^1]: x
[^2]: y
`;
    expect(await withoutFootnotes(text)).toBe(`| A | B |
| --- | ---: |
| 1 | 2 |
| a | b |
`);
  });
});
