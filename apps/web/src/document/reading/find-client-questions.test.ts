import { expect, test } from 'vitest';
import { findClientQuestions } from './find-client-questions.ts';

// ASK-19
test('finds the items of the section of open questions, without marks, up to the next section', () => {
  const text = `# Tariffs

## Open questions

Only these would change the decision:

- **Who** owns the meters in the \`old\` blocks?[^1]
- May tenants be billed monthly?
  1. not an item of ours

### Questions for later

- Which software?

## Next steps

- Ask the council.

[^1]: Brief: “meters”`;
  expect(findClientQuestions(text)).toEqual([
    'Who owns the meters in the old blocks?',
    'May tenants be billed monthly?',
    'not an item of ours',
    'Which software?',
  ]);
});

// ASK-19
test.each([
  '## 4. Questions for the client\n\n1. Why?',
  '## Offene Fragen\n\n- Why?',
  '### Fragen an den Kunden\n\n- Why?',
  '## Questions ouvertes\n\n- Why?',
  '## Preguntas para el cliente\n\n- Why?',
  '## 未解決の質問\n\n- Why?',
])('knows the heading in each language: %s', (text) =>
  expect(findClientQuestions(text)).toEqual(['Why?']),
);

test('finds nothing in a document without such a section', () => {
  expect(findClientQuestions('## Answers\n\n- Why? Because.')).toEqual([]);
});
