import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mergeWord } from './merge-word.ts';
import { readDocx } from './reading/read-docx.ts';
import { writeSample } from './testing/write-sample.ts';

const examples = new URL('../../../../examples/word-files/', import.meta.url);
const readExample = (name: string) => readFile(new URL(name, examples));
const markdown = (await readExample('coffee-segments.md')).toString();
const base = { whole: markdown, shown: markdown };

const office = ['soffice', 'libreoffice'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);
if (office === undefined)
  console.error(
    '\n*** SKIPPED: no LibreOffice is installed, so no new file was opened in it ***\n',
  );

/** Lets LibreOffice open files and save them in another format, with a profile of its own. */
async function convert(files: { name: string; docx: Buffer }[], format: string): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'word-'));
  try {
    const paths = files.map(({ name }) => join(folder, name));
    for (const [index, { docx }] of files.entries()) await writeFile(paths[index] ?? '', docx);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    const out = join(folder, 'out');
    const args = [profile, '--headless', '--convert-to', format, '--outdir', out, ...paths];
    const { status, stderr } = spawnSync(office ?? '', args, { timeout: 60_000 });
    if (status !== 0) throw new Error(`LibreOffice failed: ${stderr}`);
    return await Promise.all(
      files.map(({ name }) => readFile(join(out, name.replace('docx', format)))),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('a file that LibreOffice has saved', () => {
  // WRD-3
  it('gives the version byte for byte if nobody changed it', async () => {
    const file = await readDocx(await readExample('coffee-segments-saved.docx'));
    expect(file.warnings).toEqual([]);
    expect(file.comments).toMatchObject([{ author: 'Ann Reviewer', quote: 'Hard break here' }]);
    expect(mergeWord(base, file)).toBe(markdown);
  });

  // WRD-3, WRD-4, WRD-5, WRD-9
  it('brings what somebody changed there, tracked or not: words, an entry, a row, a footnote, a comment', async () => {
    const file = await readDocx(await readExample('coffee-segments-edited.docx'));
    expect(file.comments.map(({ author, quote, body }) => [author, quote, body])).toEqual([
      ['Partner', 'Online shop', 'From LibreOffice'],
      ['Ann Reviewer', 'Hard break here', 'Is this still right?'],
    ]);
    expect(mergeWord(base, file)).toBe((await readExample('coffee-segments-edited.md')).toString());
  });

  // WRD-1, WRD-3
  it('comes back as it was: all that deliverables have, in files that it opens without repair', async () => {
    if (office === undefined) return;
    const saved = await convert([{ name: 'a.docx', docx: await writeSample(markdown) }], 'docx');
    for (const docx of saved) expect(mergeWord(base, await readDocx(docx))).toBe(markdown);
  });
});
