import { expect, test } from 'vitest';
import { deriveTemplateSlug } from './templates.ts';

// TPL-2
test.each([
  ['Market Entry', 'market_entry'],
  ['Go-to-Market: 2026!', 'gotomarket_2026'],
  ['  R&D \t Review  ', 'rd_review'],
  ['Größe und Café', 'grosse_und_cafe'],
  ['snake_case stays', 'snake_case_stays'],
  ['市場 調査', '市場_調査'],
  ['!!!', 'template-e84c538e'],
])('%s becomes %s', (name, slug) => {
  expect(deriveTemplateSlug(name)).toBe(slug);
});
