import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Name and text of each named statement whose text stands in the source. */
function readStatements(): [name: string, text: string][] {
  const files = globSync('{apps,packages}/*/src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bname: '(\w+)',\s+text: (`[^`]*`|'[^']*')/g)].map(
      ([, name = '', text = '']): [string, string] => [name, text.replaceAll(/\s+/g, ' ')],
    ),
  );
}

// A connection keeps the text of a name and refuses another one, so that the second place in a process fails.
it('no two statements have one name', () => {
  const texts = new Map<string, Set<string>>();
  for (const [name, text] of readStatements()) texts.set(name, (texts.get(name) ?? new Set()).add(text));
  expect(texts.size).toBeGreaterThan(400);
  expect([...texts].filter(([, { size }]) => size > 1).map(([name]) => name)).toEqual([]);
});
