import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage, startLanguage } from '../../language/language.ts';
import { describeSummary } from './describe-summary.ts';

afterEach(async () => {
  await chooseLanguage('en');
  vi.unstubAllGlobals();
});

// LAN-6
test('says what a file holds in the language of the page, and leaves the words of people', async () => {
  expect(describeSummary('Workbook, 3 sheets.')).toBe('Workbook, 3 sheets.');
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('navigator', { languages: ['de-DE'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  await startLanguage({ de: {} });
  // Sources without a build have English texts with the numbers of the page's language.
  expect(describeSummary('Text, 1,240 words. Only its beginning was read.')).toBe(
    'Text, 1.240 words. Only its beginning was read.',
  );
  expect(describeSummary('Interviews with 1,240 tenants.')).toBe('Interviews with 1,240 tenants.');
});
