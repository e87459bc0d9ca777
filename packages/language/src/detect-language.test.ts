import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectLanguage, findLanguage } from './detect-language.ts';
import { languagesByWord } from './function-words.ts';
import type { Language } from './language.ts';

const briefs: Record<Language, string[]> = {
  en: [
    'We need a plan.',
    'Cut costs 10 % within a year',
    'Review the Kühne + Nagel contract with Volkswagen AG, München and Deutsche Bahn',
    'Bäckerei Müller GmbH wants to open a café in São Paulo',
    'Compare Société Générale, Crédit Agricole and BNP Paribas on loan pricing',
    'El Corte Inglés, Mercadona and Inditex: growth options',
    'Lidl, Aldi Süd, Edeka, Rewe, Müller, dm-drogerie markt, Rossmann: store counts and opening hours',
    'What does Les Mousquetaires do better than Casino?',
    'Should 株式会社トヨタ and Honda share one plant?',
    'The Landeshauptstadt Wiesbaden and the Stadtwerke want to know whether the Hallenbad can stay open.',
    'Brief\n\n| Kunde | Umsatz |\n| --- | --- |\n| Müller | 12 |\n\nWhich of these customers should we keep, and why?',
    '---\ntitel: Bericht über die Kosten der Stadt\n---\n\nHow can the council save money without closing the pool?',
    'Our client asks: “Warum sinkt der Umsatz?” Please find out, and say what the board should do about it.',
    '```\nder die das und ist nicht mit von\n```\nExplain what this list is for and who needs it.',
  ],
  de: [
    'Wir brauchen einen Plan.',
    'Wie können wir die Kosten um 10 % senken?',
    'Kostenanalyse für die Bäckerei Müller',
    'Soll die Stadt das Hallenbad schließen?',
    'Go-to-Market für unser SaaS-Produkt im Mittelstand',
    'Benchmark der Cloud-Provider und Business Case',
    'Die Geschäftsführung möchte wissen, ob sich Make-or-Buy beim Customer Support lohnt.',
    'Bitte prüfen Sie das Pricing von Adobe Creative Cloud und Microsoft 365 für unsere Agentur.',
    'The Body Shop will in Österreich wachsen. Welche Standorte sind geeignet?',
    'Der Kunde schreibt: “We need to cut costs by the end of the year.” Was raten wir ihm, und was kostet das?',
  ],
  fr: [
    'Nous avons besoin d’un plan.',
    'Réduire les coûts de 10 %',
    'Entrée sur le marché italien',
    'Faut-il fermer la piscine municipale ?',
    'Business case pour notre offre cloud',
    'Le comité veut savoir si le business model de la start-up tient.',
    'Comparez Deutsche Bank, Santander et Barclays sur le crédit aux PME.',
  ],
  es: [
    'Necesitamos un plan.',
    'Entrada en el mercado italiano',
    'Reducir los costes un 10 %',
    '¿Debe el ayuntamiento cerrar la piscina?',
    'Plan de negocio para nuestro servicio cloud',
    'La dirección quiere saber si conviene externalizar el customer support.',
    'Comparar Carrefour, Lidl y Auchan: precios y horarios de las tiendas',
  ],
  ja: [
    '計画が必要です。',
    'コストを10%削減する',
    'イタリア市場への参入',
    '市営プールを閉鎖すべきか',
    'SaaS製品のGo-to-Market戦略',
    'Amazon Web ServicesとMicrosoft Azureの料金を比較してください。',
  ],
};

// LAN-1
describe('the language of a brief', () => {
  for (const [language, texts] of Object.entries(briefs)) {
    it.each(texts)(`is ${language}: %s`, (text) => expect(findLanguage(text)).toBe(language));
  }

  it('is that of a long text, whichever file it comes from; a table has too few words to tell', () => {
    const folder = new URL('../testing/texts/', import.meta.url);
    const texts = readdirSync(folder);
    const found = texts.map((name) => [
      /\.(en|de|fr|es|ja)\./.exec(name)?.[1],
      findLanguage(readFileSync(new URL(name, folder), 'utf8')),
    ]);
    expect(found.length).toBeGreaterThanOrEqual(9);
    for (const [expected, language] of found) expect(language).toBe(expected);
  });

  it.each([
    'Abbiamo bisogno di un piano per i costi.',
    'La società vuole entrare nel mercato tedesco e non sa con quali prezzi.',
    'Precisamos de um plano de custos para a empresa',
    'Wij hebben een plan nodig voor de kosten',
    'Vi behöver en plan för kostnaderna',
    'Potrzebujemy planu kosztów',
    'Нам нужен план',
    '市场分析报告与竞争对手',
    '시장 분석',
    'SWOT',
    '2027: 12 %',
    '',
  ])('is English without a language of ours: %s', (text) => {
    expect(findLanguage(text)).toBeNull();
    expect(detectLanguage(text)).toBe('en');
  });

  it('is unknown of identifiers and codes, whichever words their letters happen to spell', () => {
    const words = [...languagesByWord.keys(), 'überlieferung', 'ración', 'ending'];
    const spelled = words.flatMap((word) => [
      `4${word}7`,
      `Brief b1-${word}-c`,
      `x_${word}`,
      `Brief ${word}0`,
    ]);
    const hashes = Array.from({ length: 2_000 }, (_, index) =>
      createHash('sha256').update(`${index}`).digest(),
    );
    const random = hashes.flatMap((hash) => {
      const hex = hash.toString('hex');
      const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
      return [
        hex,
        `Brief ${hex.slice(0, 16)}`,
        `Brief marker${uuid}`,
        uuid,
        hash.toString('base64url'),
      ];
    });
    expect([...spelled, ...random].filter((text) => findLanguage(text) !== null)).toEqual([]);
  });
});
