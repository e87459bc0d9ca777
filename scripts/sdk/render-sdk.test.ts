import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderSdk } from './render-sdk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the generated files of the SDK match the contract; otherwise run `npm run generate:sdk`', async () => {
  for (const [path, text] of Object.entries(await renderSdk(root))) {
    expect(await readFile(`${root}/${path}`, 'utf8')).toBe(text);
  }
});
