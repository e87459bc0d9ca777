import { expect, it } from 'vitest';
import { sanitizeAnswer, sanitizeText } from './answers.ts';

it('removes what Postgres cannot store, at any depth, and keeps the rest', () => {
  expect(sanitizeText('caf\u00e9 \0\ud83d\ude00 \ud83d')).toBe('café 😀 \ufffd');
  const answer = { score: 80, issues: ['a\0b'], nested: { ['k\0ey']: null } };
  expect(sanitizeAnswer(answer)).toEqual({ score: 80, issues: ['ab'], nested: { key: null } });
});
