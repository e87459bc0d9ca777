import fc from 'fast-check';

const word = fc.constantFrom(
  'Rent',
  'price 4 %',
  '[^1]',
  '[^2]',
  '> quote',
  '- item',
  '**bold**',
  '`code`',
  'ä🚲',
  '\\',
  '',
);
const body = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const block = fc.oneof(
  body,
  body.map((text) => `## ${text}`),
  body.map((text) => `### ${text}`),
  body.map((text) => `\`\`\`\n## ${text}\n\`\`\``),
  body.map((text) => `| a |\n|---|\n| ${text} |`),
  body.map((text) => `${text}\n---`),
);
export const anyMarkdown = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('\n\n', '\n'),
    fc.boolean(),
  )
  .map(
    ([blocks, join, noted]) =>
      `# Title\n\n${blocks.join(join)}\n${noted ? '\n[^1]: One\n[^2]: Two\n' : ''}`,
  );
export const anyEdit = fc.record({
  action: fc.constantFrom('replace' as const, 'insert' as const, 'remove' as const),
  section: fc.integer({ min: -1, max: 9 }),
  markdown: fc.oneof(anyMarkdown, block),
});
