import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Packages that are small and have no dependencies. */
const bundled = ['eventsource-parser'];

test('a bundle contains the client and the event stream parser; other packages provide types only', async () => {
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: import.meta.dirname }));
  const sources = files.filter((file) => !file.endsWith('.test.ts'));
  expect(sources).toContain('create-client.ts');
  for (const file of sources) {
    const source = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    const imports = source.match(/^import .*? from '.*?'/gms) ?? [];
    const foreign = imports.filter((each) => {
      const from = / from '(.*?)'$/.exec(each)?.[1] ?? '';
      return !each.startsWith('import type') && !from.startsWith('.') && !bundled.includes(from);
    });
    expect(foreign, file).toEqual([]);
  }
});
