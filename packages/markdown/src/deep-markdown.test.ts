import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { renderText } from './rendered-text.ts';
import { cutSections, titleOf } from './sectioned-document.ts';

// ERR-12
test('a quote, a list and footnotes of 10,000 levels are read, and their marks are words beyond 24 levels', () => {
  const deep = renderText(`${'>'.repeat(10_000)} end`).text;
  expect(deep).toBe(`${'>'.repeat(10_000 - 24)} end\n`);
  expect(renderText(`${'[^1]:'.repeat(10_000)} end`).text).toBe(
    `${'[^1]:'.repeat(10_000 - 24)} end\n`,
  );
  expect(renderText(`${'- '.repeat(10_000)}end`).text).toMatch(/^(?:- )+end\n$/);
  expect(
    renderText(`${'> '.repeat(24)}end\n\n- - - - - - - - - - - - - - - - - - - - - - - - - -\n\na`)
      .text,
  ).toBe('end\na\n');
});

// ERR-12
test('a document that is parsed part by part has the blocks, links and footnotes of the whole', () => {
  const item =
    '- an item with a [link], a footnote[^1] and some more words of a list that goes on and on\n';
  const code = `\n\`\`\`\n${'# no heading\n\n'.repeat(400)}\`\`\`\n\n<!--\n\n${'# none\n\n'.repeat(800)}-->\n`;
  const markdown = `# A\n\n${item.repeat(200)}${code}\n# B\n\nwords [link] and[^1]\n\n[link]: https://example.com\n[^1]: Note\n`;
  expect([...parseMarkdown(markdown)].length).toBeGreaterThan(4);
  expect(cutSections(markdown).sections.map(({ raw }) => titleOf(raw))).toEqual(['A', 'B']);
  const { text, runs } = renderText(markdown);
  expect(text).toContain('an item with a link, a footnote and');
  expect(text).toContain('words link and\n');
  const unlike = runs.filter(
    ({ start, source }) => typeof source === 'number' && markdown[source] !== text[start],
  );
  expect(unlike).toEqual([]);
});

// ERR-12
test('a document is cut where its headings are, and parts without a heading or a footnote are not parsed', () => {
  const entries = '- an entry of a list that is long enough to make parts of the document\n'.repeat(
    150,
  );
  const hidden = `${entries}\n    # indented code\n\n- # in a list\n\n> # in a quote\n\n\`\`\`\n# in code\n\`\`\`\n\n`;
  const markdown = `Start\n\n${hidden}# First\n\n${hidden}Second\n===\n\n${hidden}[^1]: Note\n`;
  const titlePattern = /^(?:# First|===)$|^\[\^1\]:/m;
  const parts = [...parseMarkdown(markdown, { partPattern: titlePattern })];
  expect(parts.length).toBeGreaterThan(6);
  expect(parts.filter(({ root }) => root.children.length > 1).length).toBeLessThan(5);
  const { sections, footnotes } = cutSections(markdown);
  expect(sections.map(({ raw }) => titleOf(raw))).toEqual([null, 'First', 'Second']);
  expect(footnotes).toEqual(['[^1]: Note\n']);
});
