import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDossierKey, sealDossier } from '@ecp/dossier/seal-dossier';
import { verifyPage } from '@ecp/dossier/verify-page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBrowser, hasBrowser } from './testing/browser.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-'));
});
afterAll(() => rm(folder, { recursive: true }));

const text = (path: string, words: string) => ({ path, content: new TextEncoder().encode(words) });

/** Writes a dossier and its page into the folder, as somebody does who unpacks the page. */
async function writeDossier(): Promise<{ zip: string; changed: string; page: string }> {
  const key = await openDossierKey(createHash('sha256').update('a seed').digest());
  const predicate = {
    engagement: { id: 'e', name: 'Nordic entry', client: 'Bramblewick' },
    exportedAt: '2026-01-01T00:00:00.000Z',
    documents: [
      {
        filename: 'plan.md',
        version: 1,
        path: 'documents/plan.md',
        approvedBy: 'Ada',
        approvedAt: '2026-01-01',
      },
    ],
    sources: 'hashes' as const,
  };
  const files = [
    { path: 'verify.html', content: verifyPage },
    text(
      'ai-use.json',
      JSON.stringify({
        documents: [{ title: 'Plan', version: 1, parts: { agent: 0.75, person: 0.25 } }],
        models: [{ model: 'swift-2', provider: 'anthropic', calls: 3 }],
        attestations: [{ by: 'Ada', at: '2026-01-01', text: 'I stand by it.' }],
      }),
    ),
    text('documents/plan.md', '# Plan <script>alert(1)</script>\n'),
  ];
  const sealed = await sealDossier(files, predicate, key);
  const broken = sealed.slice();
  broken[sealed.length >> 1] = (broken[sealed.length >> 1] ?? 0) ^ 1;
  const [zip, changed, page] = ['dossier.zip', 'changed.zip', 'verify.html'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await Promise.all([
    writeFile(zip, sealed),
    writeFile(changed, broken),
    writeFile(page, verifyPage),
  ]);
  return { zip, changed, page };
}

describe.runIf(hasBrowser())('the page of a dossier', () => {
  // DOS-2, DOS-6
  test('opens from a file, confirms the dossier, and finds a changed byte', async () => {
    const { zip, changed, page: file } = await writeDossier();
    const page = await (await getBrowser()).newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(pathToFileURL(file).href);
    await page.setInputFiles('#file', zip);
    await page.getByText('The dossier is intact.').waitFor();
    await page.getByText('Nordic entry, for Bramblewick').waitFor();
    await page.getByText('People 25.0 %').waitFor();
    await page.getByText('Ada, 2026-01-01: “I stand by it.”').waitFor();
    await page.setInputFiles('#file', changed);
    await page.getByText('The dossier is not as it was sealed.').waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });
});
