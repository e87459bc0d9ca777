import { readTree } from '@ecp/markdown/syntax/read-tree';
import { expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';

const words = 'Margins fell because **coffee** became dearer[^late], see ~~this~~ [^1]. '.repeat(
  60,
);
const code = `\`\`\`\n${'# no heading\n\n'.repeat(400)}\`\`\`\n`;
const remark = `<!--\n${'# none\n\n'.repeat(800)}-->\n`;
const list = `- an item\n${`  - deeper, with words\n\n`.repeat(200)}`;
const inner = `1. An item\n    \`\`\`\n    code\n    \`\`\`\n`;

it.each([
  ['with notes of later parts', ''],
  ['with code and remarks', code + remark],
  ['with lists', list],
  ['with code inside a list', inner + code],
  [
    'with bare addresses',
    'See www.example.com, https://example.com and a@example.com, &#119;ww.example.com.\n',
  ],
  ['with links', '[link] and [other][link]\n\n[link]: https://example.com\n'],
  ['with what only looks like a link', 'Words\n[link]: *is* here, [link]\n'],
])('a long document %s has the blocks that it has as a whole', (_, middle) => {
  const part = `## Part\n\n${words}\n\n| a | b |\n| - | -: |\n| 1 | 2[^late] |\n\n${middle}\n`;
  const markdown = `# Title\n\n${part.repeat(4)}\n[^late]: A note.\n[^1]: Another.\n`;
  const whole = readTree(markdown);
  expect(
    withoutPlaces(parseMarkdown(`---\nstatus: draft\n# a remark\n---\n${markdown}`, '').root),
  ).toEqual(withoutPlaces(whole));
});

const withoutPlaces = (tree: object): unknown =>
  JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? undefined : value)),
  );
