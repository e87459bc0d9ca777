import { expect, it } from 'vitest';
import { namePlace } from './place-names.ts';

it.each([
  ['page 2', 'de', 'Seite 2'],
  ['page 1 to page 3', 'fr', 'page 1–3'],
  ['sheet Costs', 'es', 'hoja Costs'],
  ['page 4', 'ja', '4ページ'],
  ['Anhang B', 'de', 'Anhang B'],
] as const)('names %s in %s', (place, language, name) =>
  expect(namePlace(place, language)).toBe(name),
);
