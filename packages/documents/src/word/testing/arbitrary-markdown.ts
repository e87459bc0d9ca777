import fc from 'fast-check';

const word = fc.constantFrom(
  'revenue',
  'grew',
  'in',
  '2025,',
  'but',
  'costs',
  '€4.2 million',
  'a_b',
  '3 * 4',
  'C#',
  '100%',
  '中文段落',
  '日本語',
  '한국어',
  '(see',
  'below)',
  'R&D',
  '&amp;',
  '\\*literal\\*',
  '[bracket',
  '<5%',
  'end.',
  'naïve',
  'x²',
  '1.',
  '#tag',
  '—',
  'שלום',
  '🚀',
);
const words = fc
  .array(word, { minLength: 1, maxLength: 9 })
  .map((list) => `Some ${list.join(' ')}`);
const marked = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `~~${text}~~`),
  words.map((text) => `***${text}***`),
  words.map((text) => `**bold *and italic* ${text}**`),
  words.map((text) => `[${text.replaceAll('[', '')}](https://example.com/a?b=1&c=2)`),
  fc.constant('`code *raw*`'),
  fc.constant('<sup>2</sup>'),
  fc.constant('<!-- hidden -->'),
  fc.constant('![chart](https://example.com/c.png)'),
  fc.constantFrom('[^1]', '[^2]', '[^long-name]', '[^2]'),
  fc.constantFrom('line  \nbreak', 'wrapped\nline', 'https://example.com/x', '<mail@example.com>'),
);
const line = fc.array(marked, { minLength: 1, maxLength: 5 }).map((list) => list.join(' ').trim());
const oneLine = line.map((text) => text.replaceAll('\n', ' '));

const paragraph = line;
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), oneLine)
  .map(([depth, text]) => `${'#'.repeat(depth)} ${text}`);
const setext = words.map((text) => `${text}\n---`);
const bullets = fc
  .tuple(
    fc.constantFrom('-', '*', '+'),
    fc.array(oneLine, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('\n', '\n\n'),
  )
  .map(([sign, items, gap]) => items.map((text) => `${sign} ${text}`).join(gap));
const nested = fc
  .tuple(oneLine, oneLine, oneLine, oneLine)
  .map(
    ([a, b, c, d]) =>
      `- ${a}\n  - ${b}\n    1. ${c}\n    2. ${c} again\n- ${d}\n\n  Further ${a}\n- [ ] task ${b}\n- [x] done`,
  );
const numbers = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.array(oneLine, { minLength: 1, maxLength: 4 }))
  .map(([start, items]) => items.map((text, index) => `${start + index}. ${text}`).join('\n'));
const quote = fc
  .tuple(line, oneLine)
  .map(([a, b]) => `> ${a.replaceAll('\n', '\n> ')}\n>\n> > ${b}\n>\n> - ${b}`);
const cell = oneLine.map((text) => text.replaceAll('|', '\\|'));
const table = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  )
  .map(([count, rows]) => {
    const write = (row: string[]) => `| ${row.slice(0, count).join(' | ')} |`;
    const [head = [], ...body] = rows;
    return [
      write(head),
      `|${' --: |:-|---|:-:'.slice(0, 40).split('|').slice(0, count).join('|')}|`,
      ...body.map(write),
    ].join('\n');
  });
const code = fc.constantFrom(
  '```ts\nconst a = 1;\n\n\tindented();\n```',
  // The parser takes a list that starts at 2 for text right behind such code; the paragraph keeps
  // them apart.
  '    indented code\n      deeper\n\nA paragraph.',
  '~~~\n```\n~~~',
  '<div>\n<b>raw</b>\n</div>',
  '```chart\n{"query":"q","type":"bar"}\n```',
);
const hidden = fc.constantFrom(
  '<!-- a comment -->',
  '[ref]: https://example.com "Title"',
  '---',
  '***',
);

const block = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  { weight: 2, arbitrary: heading },
  ...[setext, bullets, nested, numbers, quote, table, code, hidden].map((arbitrary) => ({
    weight: 1,
    arbitrary,
  })),
);
const notes = [
  '[^1]: Survey, p. 7: “words **here**”.',
  '[^2]: Register 2025.\n\n    Second paragraph 中文.',
  '[^long-name]: <https://example.com/source>',
  '[^unused]: Nothing calls it.',
];

/** Makes documents with marks, footnotes, tables, lists, quotes, code, CJK and hidden parts. */
export const arbitraryMarkdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.boolean(),
    fc.array(block, { minLength: 1, maxLength: 14 }),
    fc.constantFrom('\n\n', '\n\n\n'),
    fc.constantFrom('', '\n', '\n\n'),
    fc.constantFrom('', '---\noffline: true\n---\n\n'),
  )
  .map(([hasTitle, blocks, gap, end, front]) => {
    const all = [...(hasTitle ? ['# The title of it'] : []), ...blocks, notes.join('\n')];
    return front + all.join(gap) + end;
  });
