import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileMessage } from '../../../catalogues/compile-messages.ts';
import { formatUtcDay, readNumber, writeNumber } from '../format/format.ts';
import {
  chooseLanguage,
  offeredLanguages,
  shownLocale,
  startLanguage,
  withCatalogues,
} from './language.ts';
import { rich } from './rich.tsx';
import { t, translated } from './translate.ts';

const page = { documentElement: { lang: 'en' } };
const files = '{count, plural, one {# file} other {# files}} of {name}';
const german = {
  save: 'Speichern',
  files: compileMessage('{count, plural, one {# Datei} other {# Dateien}} von {name}'),
};
/** A message as the build writes it. */
const compiled = (id: string, english: string) => ({ $: id, m: compileMessage(english) });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('navigator', { languages: ['fr-CA', 'de-AT', 'en-US'] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(async () => {
  await chooseLanguage('en');
  vi.unstubAllGlobals();
});

test('sources without a build are English', () => {
  expect(t('Save')).toBe('Save');
  expect(t(files, { count: 1_200, name: 'Ada' })).toBe('1,200 files of Ada');
  expect(t('<1 s')).toBe('<1 s');
});

// LAN-8, LAN-9
test('follows the choice, else the first language of the browser that there is, with the forms of its region', async () => {
  const texts = translated({
    save: compiled('save', 'Save'),
    options: [{ value: 'now', label: compiled('save', 'Save') }],
    count: (count: number) => t(compiled('files', files), { count, name: 'Ada' }),
  });
  expect(texts.save).toBe('Save');

  await startLanguage({ de: { base: async () => ({ default: { save: german.save } }) } });
  expect(offeredLanguages()).toEqual(['en', 'de']);
  expect([page.documentElement.lang, shownLocale(), texts.save]).toEqual([
    'de',
    'de-AT',
    'Speichern',
  ]);
  expect(texts.options).toEqual([{ value: 'now', label: 'Speichern' }]);
  expect(formatUtcDay('2026-11-25')).toBe('25.11.2026');

  await chooseLanguage('en');
  expect([page.documentElement.lang, shownLocale(), texts.save]).toEqual(['en', 'en-US', 'Save']);
  await chooseLanguage(null);
  expect(texts.save).toBe('Speichern');
});

test('a part brings its messages; without a connection they stay English until the next attempt', async () => {
  let isAway = true;
  const home = async () => {
    if (isAway) throw new Error('No connection');
    return { default: { files: german.files } };
  };
  await startLanguage({ de: { base: async () => ({ default: {} }), home } });
  const text = () => t(compiled('files', files), { count: 2, name: 'Ada' });
  await withCatalogues(['home'], Promise.resolve());
  expect(text()).toBe('2 files of Ada');
  isAway = false;
  await withCatalogues(['home'], Promise.resolve());
  expect(text()).toBe('2 Dateien von Ada');
});

// LAN-9
test('a number is typed with the marks of the language', async () => {
  expect(['1,250.50', '1250.5', '2,50'].map(readNumber)).toEqual([1250.5, 1250.5, Number.NaN]);
  await startLanguage({
    fr: { base: async () => ({ default: {} }) },
    de: { base: async () => ({ default: {} }) },
  });
  await chooseLanguage('de');
  expect(['1.250,50', '7,5', '7.50', '1.000', ''].map(readNumber)).toEqual([
    1250.5,
    7.5,
    7.5,
    1000,
    Number.NaN,
  ]);
  expect(writeNumber(1250.5)).toBe('1250,5');
  await chooseLanguage('fr');
  expect(['1 250,50', '1\u202f000'].map(readNumber)).toEqual([1250.5, 1000]);
});

test('a sentence holds elements', () => {
  const shown = rich('Choose <a>a password</a>, {name}.', {
    a: (words) => ['link', words],
    name: 'Ada',
  });
  expect(JSON.stringify(shown)).toContain('a password');
  expect(rich('Nothing', {})).toBe('Nothing');
});
