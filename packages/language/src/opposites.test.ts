import { expect, it } from 'vitest';
import type { Language } from './language.ts';
import { findOpposite } from './opposites.ts';

const found = (language: Language, told: string, given: string) => {
  const { said, found: other } = findOpposite(told, [given], language) ?? {};
  return said === undefined ? null : `${said} / ${other}`;
};

// LAN-2
it.each([
  ['ja', '欠品率が6.2%まで上がった', '欠品率は6.2%まで下がっています', '上がっ / 下がっ'],
  ['ja', '導入費用は1,980万円（税抜）です', '導入費用は1,980万円（税込）', '税抜 / 税込'],
  [
    'ja',
    '市は隔週にすることを認めました',
    '持ち帰って検討するとのことで、回答はまだない。',
    '認めまし / 回答はまだない',
  ],
  [
    'ja',
    '2026年11月30日に満了します',
    '更新しない場合は2026年11月30日までに書面で通知しなければ',
    '満了 / 通知',
  ],
  ['ja', '事業は120万円の赤字', '約120万円の黒字となりました', '赤字 / 黒字'],
  ['en', 'Sales fell by 5 %', 'sales rose by 5 %', 'fell / rose'],
  ['en', 'The price is £40 excluding VAT', '£40 incl. VAT', 'excluding VAT / incl. VAT'],
  [
    'de',
    'Das Gehalt beträgt 3.200 Euro netto',
    'ein Bruttogehalt von 3.200 Euro',
    'netto / Bruttogehalt',
  ],
  [
    'de',
    'Der Beirat hat 2 Mio. Euro genehmigt',
    '2 Mio. Euro hat der Beirat abgelehnt',
    'genehmigt / abgelehnt',
  ],
  ['fr', 'Le chiffre d’affaires baisse de 4 %', 'une hausse de 4 %', 'baisse / hausse'],
  ['es', 'El precio es de 30 € sin IVA', '30 € (IVA incluido)', 'sin IVA / IVA incluido'],
] as const)('finds opposite words (%s): %s, %s', (language, told, given, expected) => {
  expect(found(language, told, given)).toBe(expected);
});

// LAN-2
it.each([
  ['en', 'Sales fell by 5 %', 'sales did not rise by 5 %'],
  ['en', 'Sales rose while costs fell', 'costs fell to 3'],
  ['en', 'Sales grew by 5 %', 'sales rose by 5 % and costs fell'],
  ['de', 'Im Fall der Pumpen stieg der Preis', 'im besten Fall 5 %'],
  ['ja', '欠品率は下がっています', '欠品率は低下した'],
  ['ja', '市は認めていません', '市は認めました'],
] as const)(
  'finds none where both sides, kin or a negation stand (%s): %s, %s',
  (language, told, given) => {
    expect(found(language, told, given)).toBeNull();
  },
);
