import { expect, it } from 'vitest';
import { plainPassage } from './objections.tsx';

it('leaves out what readers do not see as words', () => {
  expect(plainPassage('The **price**[^1] is `12` [NOK](https://a.example/b).[^note]')).toBe(
    'The price is 12 NOK.',
  );
  expect(plainPassage('## What to do\n\n- Order in 2026.\n1. Then wait.')).toBe(
    'What to do Order in 2026. Then wait.',
  );
  expect(plainPassage('1.5 times 3 - 2')).toBe('1.5 times 3 - 2');
});
