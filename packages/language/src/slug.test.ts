import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSlug } from './slug.ts';

// ENG-2
test.each([
  ['Market entry: Norway & Sweden!', 'market-entry-norway-sweden'],
  ['  Crème brûlée  ', 'creme-brulee'],
  ['Straße & Söhne', 'strasse-sohne'],
  ['STRAẞE', 'strasse'],
  ['Łódź, Ærø og Þingvellir', 'lodz-aero-og-thingvellir'],
  ['İstanbul ılıca', 'istanbul-ilica'],
  ["Client's soft\u00adware\u200b", 'clients-software'],
  ['東京の市場が', '東京の市場が'],
  ['Рынок: Якорь й', 'рынок-якорь-й'],
  ['कृषि बाज़ार', 'कृषि-बाज़ार'.normalize('NFC')],
  ['العربية ٢٠٢٦', 'العربية-٢٠٢٦'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('%s becomes %s', (name, slug) => {
  expect(makeSlug(name, 'engagement')).toBe(slug);
});

// ENG-2
test('names without letters and digits have different slugs', () => {
  expect(makeSlug('!!!', 'engagement')).toBe('engagement-e84c538e');
  expect(makeSlug('???', 'engagement')).not.toBe(makeSlug('!!!', 'engagement'));
});

// ENG-2
test('every name becomes words joined by single hyphens, at most 80 characters and 220 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
      const slug = makeSlug(name, 'untitled');
      expect(slug).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u);
      expect([...slug].length).toBeLessThanOrEqual(80);
      expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(220);
    }),
  );
});
