import { expect, it } from 'vitest';
import { nameSource } from './cited-source.tsx';

const unknown = { kind: 'unknown', title: '', location: null } as const;

it('names a calculation by its words, and a source by its title and place', () => {
  const calculation = { source: unknown, passage: '= 10 + 1 = 11; ,', derivation: null };
  expect(nameSource(calculation)).toBe('Calculation 10 + 1 = 11');
  const derivation = { expression: 'a', inputs: [], result: 1 };
  expect(nameSource({ source: unknown, passage: null, derivation })).toBe('Calculation');
  expect(nameSource({ source: unknown, passage: null, derivation: null })).toBe('Source not named');
  const page = { kind: 'attachment', title: 'survey.pdf', location: 'page 3' } as const;
  expect(nameSource({ source: page, passage: 'of 11', derivation: null })).toBe('Survey, page 3');
});
