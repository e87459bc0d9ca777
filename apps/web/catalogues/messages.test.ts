import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { placeholdersOf, pluralsOf } from '@ecp/testing/message-parts';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { findEarlyReads } from './find-early-reads.ts';
import { findLooseTexts } from './find-loose-texts.ts';
import { poPath, readTranslations, renderCatalogue, translatedLanguages } from './po-files.ts';
import { messagesByPart, readApp, sourceDir } from './read-app.ts';
import { idOf, readSource } from './read-source.ts';

/** Files whose words are SQL, or texts of tests. */
const withoutTexts = ['sources/data/sql-editor.tsx', 'document/writing/testing/'];
/** Languages of which some messages have no translation. */
const incomplete: readonly string[] = [];

const app = readApp();
const all = [...app].flatMap(([path, { messages }]) =>
  messages.map((message) => ({
    ...message,
    place: `${relative(sourceDir, path)}:${message.line}`,
  })),
);

test('reads messages, their values and objects of texts', () => {
  const code = `import { t, translated as texts } from '../language/translate.ts';
    export const fruitTexts = texts({
      name: 'Fruit',
      options: [{ value: 'apple', label: 'Apple' }],
      count: (count: number) => t('{count, plural, one {# apple} other {# apples}}', { count }, 'in a basket'),
    });`;
  const { messages } = readSource('fruit.ts', code);
  expect(messages.map(({ text, context, given }) => [text, context, given])).toEqual([
    ['Fruit', '', []],
    ['Apple', '', []],
    ['{count, plural, one {# apple} other {# apples}}', 'in a basket', ['count']],
  ]);
  expect(
    readSource('a.ts', `import { t } from '../language/translate.ts'; t(name);`).problems,
  ).toHaveLength(1);
});

test('finds texts that are in no catalogue, and no codes, classes and addresses', () => {
  const code = `import { t } from '../language/translate.ts';
    const state = kind === 'Files' ? 'running' : 'waiting for people';
    const place = '/settings/account';
    export const Part = () => (
      <p className="flex items-center gap-2" title="Owner" id="part">Hello <b>{t('Known text')}</b>{\`\${3} files are open\`}</p>
    );`;
  expect(findLooseTexts('part.tsx', code).map(({ text }) => text)).toEqual([
    'waiting for people',
    'Owner',
    'Hello',
    '… files are open',
  ]);
});

// LAN-6
test('every text for people is in the catalogue', () => {
  const loose = [...app.keys()].flatMap((path) => {
    const file = relative(sourceDir, path);
    if (withoutTexts.some((name) => file.startsWith(name))) return [];
    return findLooseTexts(path, readFileSync(path, 'utf8')).map(
      ({ line, text }) => `${file}:${line}: ${text}`,
    );
  });
  expect(loose).toEqual([]);
});

test('texts are read while a page is shown, not while its module loads', () => {
  const texts = `import { t, translated } from '../language/translate.ts';
    export const fruitTexts = translated({ title: 'Fruit', kinds: { apple: 'Apple', pear: 'Pear' } });`;
  const page = `import { fruitTexts } from './texts.ts';
    const { kinds, title } = fruitTexts;
    const labels = [kinds.apple];
    const label = () => kinds.pear;
    const copies = ['apple'].map((value) => ({ value, ...fruitTexts.kinds }));`;
  const found = findEarlyReads(
    new Map([
      ['/src/texts.ts', texts],
      ['/src/page.ts', page],
    ]),
  );
  expect(found.map(({ line, code }) => `${line}: ${code}`)).toEqual([
    '2: title',
    '3: kinds.apple',
    '5: ...fruitTexts.kinds',
  ]);

  const sources = new Map([...app.keys()].map((path) => [path, readFileSync(path, 'utf8')]));
  const early = findEarlyReads(sources).map(
    ({ path, line, code }) => `${relative(sourceDir, path)}:${line}: ${code}`,
  );
  expect(early).toEqual([]);
});

test('messages are literals, get the values that they name, and have ids of their own', () => {
  expect([...app.values()].flatMap(({ problems }) => problems)).toEqual([]);
  const wrong = all.filter(
    ({ text, given }) => given && placeholdersOf(text).join() !== [...given].sort().join(),
  );
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
  const texts = new Map(all.map(({ id, text, context }) => [id, `${text}\u0004${context}`]));
  expect(
    all.filter(({ id, text, context }) => texts.get(id) !== `${text}\u0004${context}`),
  ).toEqual([]);
});

// LAN-7
test.each(translatedLanguages())(
  'the catalogue of %s has every message of the code and no other',
  (language) => {
    expect(renderCatalogue(language, app, readTranslations(language))).toBe(
      readFileSync(poPath(language), 'utf8'),
    );
  },
);

// LAN-7
test.each(translatedLanguages())(
  'messages in %s have the placeholders of English, and each plural form',
  (language) => {
    const categories = [
      ...new Intl.PluralRules(language).resolvedOptions().pluralCategories,
    ].sort();
    const translations = [...readTranslations(language).values()].filter(
      ({ translated }) => translated !== '',
    );
    const wrong = translations.filter(({ text, translated }) => {
      new IntlMessageFormat(translated, language);
      if (placeholdersOf(text).join() !== placeholdersOf(translated).join()) return true;
      return pluralsOf(translated).some((given) =>
        categories.some((category) => !given.includes(category)),
      );
    });
    expect(wrong.map(({ text, translated }) => `${text} → ${translated}`)).toEqual([]);
  },
);

// LAN-7
test.each(translatedLanguages().filter((language) => !incomplete.includes(language)))(
  'every message is translated into %s',
  (language) => {
    const open = [...readTranslations(language).values()].filter(
      ({ translated }) => translated === '',
    );
    expect(open.map(({ text }) => text)).toEqual([]);
  },
);

test('messages of the first load are in no other part', () => {
  const parts = messagesByPart(app);
  const base = new Set(parts.get('base')?.keys());
  const others = [...parts]
    .filter(([name]) => name !== 'base')
    .flatMap(([, messages]) => [...messages.keys()]);
  expect(base).toContain(idOf('Cancel', ''));
  expect(others.filter((id) => base.has(id))).toEqual([]);
});
