import { expect, it } from 'vitest';
import { readAnswers } from './answers.ts';

const version = `# Market

Large.[^1]

## Answers to the reviewer

1. Add \\*rent\\*. — **Met:** See 'Prices', section 2.
2. Owners? — as a table — **Partly met:** Two of three are named.
3. Shorter. — **Not met:** the agent gave no answer to this note.

[^1]: Study
`;

it('reads how each point was met', () => {
  expect(readAnswers(version)).toEqual([
    { point: 'Add *rent*.', outcome: 'met', answer: "See 'Prices', section 2." },
    { point: 'Owners? — as a table', outcome: 'partly', answer: 'Two of three are named.' },
    { point: 'Shorter.', outcome: 'not_met', answer: 'the agent gave no answer to this note.' },
  ]);
});

it('finds none in a version that answers nobody', () => {
  expect(readAnswers('# Market\n\n1. Met — **Met:** no.')).toEqual([]);
});
