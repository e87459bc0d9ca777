import { expect, test } from 'vitest';
import { sectionsReader } from './edit-sections.ts';

// MOD-7
test('a document is marked before the offline model edits it, once, and for no other model', async () => {
  const frontMatterOf = async (content: string, isOffline = true) =>
    (await sectionsReader.read({ content, isOffline })).frontMatter;
  const marked = '---\ntitle: Prices\nrevisedOffline: true\n---\n\n';
  expect(await frontMatterOf('---\ntitle: Prices\n---\n\n# Prices\n')).toBe(marked);
  expect(await frontMatterOf(`${marked}# Prices\n`)).toBe(marked);
  expect(await frontMatterOf('# Prices\n')).toBe('---\nrevisedOffline: true\n---\n\n');
  expect(await frontMatterOf('# Prices\n', false)).toBe('');
});
