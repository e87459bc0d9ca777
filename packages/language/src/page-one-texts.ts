import type { Language } from './language.ts';

/** The parts of a deciding paper's first page that begin with a label, in their order. */
export const pageOneLabelled = ['decision', 'recommendation', 'figures', 'price', 'risk'] as const;
export type PageOneLabelled = (typeof pageOneLabelled)[number];

/** The labels of the first page of a deciding paper, and of the source below an exhibit. */
export const pageOneTexts: Record<Language, Record<PageOneLabelled | 'source', string>> = {
  en: {
    decision: 'Decision',
    recommendation: 'Recommendation',
    figures: 'Three figures',
    price: 'Price',
    risk: 'Greatest risk',
    source: 'Source',
  },
  de: {
    decision: 'Entscheidung',
    recommendation: 'Empfehlung',
    figures: 'Drei Zahlen',
    price: 'Preis',
    risk: 'Größtes Risiko',
    source: 'Quelle',
  },
  fr: {
    decision: 'Décision',
    recommendation: 'Recommandation',
    figures: 'Trois chiffres',
    price: 'Prix',
    risk: 'Plus grand risque',
    source: 'Source',
  },
  es: {
    decision: 'Decisión',
    recommendation: 'Recomendación',
    figures: 'Tres cifras',
    price: 'Precio',
    risk: 'Mayor riesgo',
    source: 'Fuente',
  },
  ja: {
    decision: '決定事項',
    recommendation: '提言',
    figures: '三つの数字',
    price: '費用',
    risk: '最大のリスク',
    source: '出典',
  },
};
