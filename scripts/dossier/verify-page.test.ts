import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { verifyPagePath, writeVerifyPage } from './write-verify-page.ts';

test('the page of a dossier matches its sources; otherwise run `node scripts/generate-verify-page.ts`', async () => {
  expect(await readFile(new URL(`../../${verifyPagePath}`, import.meta.url), 'utf8')).toBe(
    await writeVerifyPage(),
  );
});
