import { readFileSync } from 'node:fs';
import { placeholdersOf, pluralsOf } from '@ecp/testing/message-parts';
import { expect, test } from 'vitest';
import { mailTranslations, wordsIn } from './mail-language.ts';
import { type Mail, renderMail } from './render-mail.ts';

const catalogues = Object.entries(mailTranslations);
const code = ['mail-language.ts', 'notice-mails.ts', 'render-mail.ts']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');

// LAN-13
test.each(catalogues)(
  '%s has every message of the mails and no other',
  (_language, translations) => {
    const messages = Object.keys(translations);
    expect(messages).toEqual(Object.keys(mailTranslations.de));
    expect(messages.filter((message) => !code.includes(`'${message}'`))).toEqual([]);
    expect(Object.values(translations)).not.toContain('');
  },
);

// LAN-13
test.each(catalogues)(
  'messages in %s have the placeholders of English, and each plural form',
  (language, translations) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const wrong = Object.entries(translations).filter(
      ([message, translated]) =>
        placeholdersOf(message).join() !== placeholdersOf(translated).join() ||
        pluralsOf(translated).some((given) =>
          categories.some((category) => !given.includes(category)),
        ),
    );
    expect(wrong).toEqual([]);
  },
);

const settings = { baseUrl: 'https://app.example.com', abuseContact: 'abuse@example.com' };
const released: Mail = {
  kind: 'released',
  brand: { companyName: 'Brenner Advisory', primaryColor: null, logo: null },
  engagementName: 'Export',
  sender: 'Ada',
  titles: ['Entscheidungsvorlage', 'Marktgröße'],
  message: null,
  hasAiUse: true,
  portalUrl: 'https://app.example.com/portal/x',
};

// LAN-12, AIU-12
test('a mail has the words, the plurals and the dates of its reader’s language', () => {
  const german = renderMail(released, settings, { language: 'de' });
  expect(german.text).toContain(
    'Ada von Brenner Advisory hat Ihnen 2 Dokumente zu „Export“ geschickt.',
  );
  expect(german.html).toContain('<html lang="de">');
  expect(german.text).toContain('Eine Erklärung zum Einsatz von KI liegt bei.');
  const french = renderMail(
    { ...released, sender: null, titles: ['Note'], hasAiUse: false },
    settings,
    {
      language: 'fr',
    },
  );
  expect(french.subject).toBe('Brenner Advisory\u00a0: Export');
  expect(french.text).not.toContain('IA');
  expect(french.text).toContain(
    'Brenner Advisory vous a envoyé 1 document au sujet de «\u202fExport\u202f».',
  );

  const exported: Mail = {
    kind: 'accountExported',
    tenantName: 'Acme',
    exportedAt: '2026-03-01T05:06:07.000Z',
  };
  const dates = (['en', 'de', 'fr', 'es', 'ja'] as const).map(
    (language) => renderMail(exported, settings, { language }).text.split('\n')[0],
  );
  expect(dates).toEqual([
    'All data of “Acme” was exported at 2026-03-01 05:06 UTC.',
    'Alle Daten von „Acme“ wurden am 1. März 2026 um 05:06 UTC exportiert.',
    'Toutes les données de «\u202fAcme\u202f» ont été exportées le 1er mars 2026 à 05:06 UTC.',
    'Todos los datos de «Acme» se exportaron el 1 de marzo de 2026 a las 5:06 UTC.',
    '「Acme」のすべてのデータが2026年3月1日 5:06 UTCに書き出されました。',
  ]);
});

// LAN-11
test('why a run failed is the engine’s sentence in English, and the reason’s in other languages', () => {
  const failed: Mail = {
    kind: 'runFailed',
    engagementId: 'e1',
    engagementName: 'Export',
    reason: 'budget_exhausted',
    error: 'Budget exhausted: spent $5.00 of $5.00',
  };
  expect(renderMail(failed, settings, { language: null }).text).toContain(
    'Reason: Budget exhausted: spent $5.00',
  );
  expect(renderMail(failed, settings, { language: 'de' }).text).toContain(
    'Grund: Sein Budget ist aufgebraucht.',
  );
  expect(wordsIn('ja').say('Reset your password')).toBe('パスワードの再設定');
});
