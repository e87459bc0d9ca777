import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('nothing but the client itself is part of a bundle: other packages give types only', async () => {
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: import.meta.dirname }));
  const sources = files.filter((file) => !file.endsWith('.test.ts'));
  expect(sources).toContain('create-client.ts');
  for (const file of sources) {
    const source = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    const imports = source.match(/^import .*? from '.*?'/gms) ?? [];
    const foreign = imports.filter((each) => !each.startsWith('import type') && !/ from '\.\.?\//.test(each));
    expect(foreign, file).toEqual([]);
  }
});
