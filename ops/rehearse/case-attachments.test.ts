import { glob, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTextExtractor } from '../../apps/server/src/material/text-extraction/text-extractor.ts';
import { buildWordFile } from '../../examples/build-word-file.ts';
import { openAttachments } from '../../examples/read-attachments.ts';
import { foldText } from './scoring.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const sources = await Array.fromAsync(glob('*/attachment-sources/*.{md,json}', { cwd: examples }));
const workbooks = sources.filter((path) => extname(path) === '.json');
const wordFiles = sources.filter((path) => path.endsWith('.docx.md'));
const pdfs = sources.filter((path) => extname(path) === '.md' && !path.endsWith('.docx.md'));

const folderOf = (path: string) => join(examples, path.split('/')[0] ?? '');
const read = (path: string) => readFile(join(examples, path), 'utf8');

/**
 * Figures and deadlines are planted in the sources, and models read the attachments that are made
 * of them.
 */
describe('the attachments of the cases', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = openSandbox();
  });
  afterAll(() => sandbox?.close());

  it.each(workbooks)('%s has become a workbook with the same cells', async (path) => {
    const sheets = JSON.parse(await read(path)) as Record<string, (string | number)[][]>;
    const attachments = openAttachments(folderOf(path));
    for (const [name, [head = [], ...rows]] of Object.entries(sheets)) {
      const expected = rows.map((row) =>
        Object.fromEntries(
          head.map((column, index) => [column, row[index]]).filter(([, cell]) => cell !== ''),
        ),
      );
      const cells = await attachments.sheet(`${basename(path, '.json')}.xlsx`, name);
      const filled = cells.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')),
      );
      expect(filled, name).toEqual(expected);
    }
  });

  it.each(wordFiles)('%s has become a Word file with the same bytes', async (path) => {
    const made = await readFile(join(folderOf(path), 'attachments', basename(path, '.md')));
    expect(made.equals(buildWordFile(await read(path)))).toBe(true);
  });

  it.each([...pdfs, ...wordFiles])(
    'the product reads the words of %s, the last ones too',
    async (path) => {
      const isWord = path.endsWith('.docx.md');
      const name = isWord ? basename(path, '.md') : `${basename(path, '.md')}.pdf`;
      const file = { path: join(folderOf(path), 'attachments', name), extension: extname(name) };
      const extracted = await createTextExtractor({ sandbox }).extractText('examples', file);
      // Page breaks, hyphens and columns change spaces and line ends only.
      const squeeze = (text: string) => foldText(text).replace(/[\s\p{P}|]/gu, '');
      const text = squeeze(extracted.sections.map((section) => section.text).join(' '));
      const paragraphs = (await read(path))
        .trim()
        .split(/\n\n+/)
        .filter((paragraph) => /^[^#|\-\d]/.test(paragraph));
      expect(paragraphs.length).toBeGreaterThan(3);
      const missing = paragraphs.filter((paragraph) => !text.includes(squeeze(paragraph)));
      expect(missing).toEqual([]);
    },
  );
});
