import { findGrowth, pieces } from '@ecp/testing/repeated-texts';
import { expect, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { isAbout } from './find-quote.ts';
import { followPassages } from './follow-passages.ts';
import { mergeSections } from './merge-sections.ts';
import { parseMarkdown, readLines } from './parse-markdown.ts';
import { escapeMarkdown, renderText } from './rendered-text.ts';
import { cutSections, keepSections, readReferences, titleOf } from './sectioned-document.ts';

const texts = [...pieces.markdown, ...pieces.blanks];
const pairs = ['a ', '# a\n', '[^1]: a\n', '[^a] ', '## a\n\nb\n\n', '- a\n', '「', '“a” ', '#'];

// ERR-12
test.each<[string, readonly string[], number, (text: string) => unknown]>([
  // An eighth has nearly as many marks as one paragraph may have: up to there, the parser takes the square of them.
  ['the words of a document', texts, 16_000, renderText],
  ['lines', texts, 160_000, readLines],
  ['references', texts, 320_000, readReferences],
  ['the title of a section', texts, 320_000, (text) => titleOf(`# ${text}x`)],
  ['escaped words', texts, 80_000, escapeMarkdown],
  ['what a note is about', pairs, 160_000, (text) => isAbout(text, `## a\n\n${text}`)],
  ['merged sections', pairs, 8_000, (text) => mergeSections(`a\n\n${text}`, `b\n\n${text}`, `a\n\n${text}c`)],
  ['kept sections', pairs, 8_000, (text) => keepSections(cutSections(`x\n\n${text}`), cutSections(text), [0, 1])],
  ['edits', pairs, 8_000, (text) => edit(text)],
  ['passages', pairs, 16_000, (text) => followPassages(text, `b ${text}`, [{ start: 0, end: text.length }])],
])('reading %s of twice the length costs at most 2.5 times as much', async (_, repeated, length, read) => {
  expect(await findGrowth(read, repeated, length)).toEqual([]);
});

const edit = (markdown: string) => applyEdits(cutSections(markdown), [{ action: 'insert', section: 1, markdown }]);

// ERR-12
test('a quote, a list and footnotes of 10,000 levels are read, and their marks are words beyond 24 levels', () => {
  const deep = renderText(`${'>'.repeat(10_000)} end`).text;
  expect(deep).toBe(`${'>'.repeat(10_000 - 24)} end\n`);
  expect(renderText(`${'[^1]:'.repeat(10_000)} end`).text).toBe(`${'[^1]:'.repeat(10_000 - 24)} end\n`);
  expect(renderText(`${'- '.repeat(10_000)}end`).text).toMatch(/^(?:- )+end\n$/);
  expect(renderText(`${'> '.repeat(24)}end\n\n- - - - - - - - - - - - - - - - - - - - - - - - - -\n\na`).text).toBe(
    'end\na\n',
  );
});

// ERR-12
test('a document that is parsed part by part has the blocks, links and footnotes of the whole', () => {
  const item = '- an item with a [link], a footnote[^1] and some more words of a list that goes on and on\n';
  const code = `\n\`\`\`\n${'# no heading\n\n'.repeat(400)}\`\`\`\n\n<!--\n\n${'# none\n\n'.repeat(800)}-->\n`;
  const markdown = `# A\n\n${item.repeat(200)}${code}\n# B\n\nwords [link] and[^1]\n\n[link]: https://example.com\n[^1]: Note\n`;
  expect([...parseMarkdown(markdown)].length).toBeGreaterThan(4);
  expect(cutSections(markdown).sections.map(({ raw }) => titleOf(raw))).toEqual(['A', 'B']);
  const { text, runs } = renderText(markdown);
  expect(text).toContain('an item with a link, a footnote and');
  expect(text).toContain('words link and\n');
  const unlike = runs.filter(({ start, source }) => typeof source === 'number' && markdown[source] !== text[start]);
  expect(unlike).toEqual([]);
});
