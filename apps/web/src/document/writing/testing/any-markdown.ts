import fc from 'fast-check';

const word = fc.constantFrom(
  'market',
  'price',
  '4 %',
  '市場の規模',
  '売上高',
  'Übergröße',
  '**bold**',
  '*it*',
  '_under_',
  '`code`',
  'a * b',
  '1 < 2',
  'x_y_z',
  '[^1]',
  '[^2]',
  '[site](https://example.org/a_b)',
  '[ref][r1]',
  '<https://example.org>',
  'https://example.org/x?a=1&b=2',
  '\\*not\\*',
  '&amp;',
  '&copy;',
  '~~gone~~',
  '**市場**の',
  '“quote”',
  '!',
  'line  \nbreak',
  'line\\\nbreak',
  '<b>html</b>',
  '![alt](pic.png "t")',
  'C:\\path',
  '$5',
  '#tag',
  '[no link]',
  '***both***',
  '🚲',
);
const line = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => words.join(' '));
const single = line.map((text) => text.replaceAll(/\s*\\?\n/g, ' '));
const paragraph = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const cell = fc
  .array(word, { maxLength: 3 })
  .map((words) => words.join(' ').replaceAll(/\s*\\?\n/g, ' '));

const table = fc.integer({ min: 1, max: 4 }).chain((columns) => {
  const exactly = { minLength: columns, maxLength: columns };
  const rows = fc.array(fc.array(cell, exactly), { minLength: 1, maxLength: 4 });
  const rules = fc.array(fc.constantFrom('---', '---:', ':--', '  :-: '), exactly);
  return fc
    .tuple(rows, rules, fc.constantFrom(' | ', '|', '   | '))
    .map(([[head = [], ...body], rule, join]) => {
      const write = (cells: string[]) => `|${cells.join(join)}|`;
      return [head, rule, ...body].map(write).join('\n');
    });
});

const indent = (text: string, by: number): string =>
  text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(by)}`);
const markers = fc.constantFrom('- ', '* ', '+ ', '1. ', '1) ', '3. ', '- [ ] ', '- [x] ');
const flat = fc
  .tuple(markers, fc.array(line, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([marker, items, loose]) =>
    items
      .map((item) => marker + indent(item, marker.startsWith('- ') ? 2 : marker.length))
      .join(loose ? '\n\n' : '\n'),
  );
const nested = fc
  .tuple(fc.constantFrom('- ', '1. '), line, flat)
  .map(([marker, item, inner]) => marker + indent(`${item}\n${inner}`, marker.length));
const quoted = fc
  .tuple(paragraph, flat)
  .map(([text, list]) => `${text}\n\n${list}`.replaceAll(/^/gm, '> '));
const code = fc
  .tuple(
    fc.constantFrom('```', '~~~', '````'),
    fc.constantFrom('', 'js', 'chart', 'sql title'),
    paragraph,
  )
  .map(([fence, info, text]) => `${fence}${info}\n${text.replaceAll('`', '')}\n${fence}`);

const block = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('#', '##', '####'), single).map((parts) => parts.join(' ')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(single, fc.constantFrom('===', '---'))
      .map(([text, rule]) => `Set ${text}\n${rule}`),
  },
  { weight: 3, arbitrary: table },
  { weight: 2, arbitrary: flat },
  { weight: 2, arbitrary: nested },
  { weight: 1, arbitrary: quoted },
  { weight: 2, arbitrary: code },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '    indented\n    code',
      '***',
      '- - -',
      '<!-- note -->',
      '$$\nx^2\n$$',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<div>\n  <b>HTML</b>\n</div>', '<details>\n\ntext\n\n</details>'),
  },
);
const front = fc.constantFrom(
  '',
  '',
  '---\ntitle: "A: b"\n---\n\n',
  '---\nagent: a\n---\n',
  '\n\n',
  '\uFEFF',
);
const end = '[r1]: https://example.org "Ref"\n\n[^1]: Source: “quote”\n[^2]: Two\n    lines';

/**
 * Markdown with every kind of block, front matter, footnotes, references and several scripts; with
 * either line end.
 */
export const anyMarkdown = fc
  .tuple(
    front,
    fc.array(block, { minLength: 2, maxLength: 10 }),
    fc.constantFrom('\n\n', '\n\n\n', '\n \n'),
    fc.constantFrom('\n', '', '\n\n'),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([start, blocks, gap, last, lineEnd]) =>
    `${start}# Title\n\n${blocks.join(gap)}\n\n${end}${last}`.replaceAll('\n', lineEnd),
  );
