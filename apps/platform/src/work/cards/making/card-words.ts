import type { Language } from '@ecp/language/language';

/** Words of ours in a card, in the language of its document. */
interface CardWords {
  table: string;
  list: string;
  chart: string;
  source: string;
  period: string;
  asked: string;
  met: string;
  partlyMet: string;
  lesson: string;
}

export const cardWords: Record<Language, CardWords> = {
  en: {
    table: 'table',
    list: 'list',
    chart: 'chart',
    source: 'Source',
    period: 'Period',
    asked: 'The reviewer asked',
    met: 'How it was met',
    partlyMet: 'How it was met in part',
    lesson: 'Review',
  },
  de: {
    table: 'Tabelle',
    list: 'Liste',
    chart: 'Diagramm',
    source: 'Quelle',
    period: 'Zeitraum',
    asked: 'Die Prüfung verlangte',
    met: 'So wurde es erfüllt',
    partlyMet: 'So wurde es teilweise erfüllt',
    lesson: 'Prüfung',
  },
  fr: {
    table: 'tableau',
    list: 'liste',
    chart: 'graphique',
    source: 'Source',
    period: 'Période',
    asked: 'La relecture demandait',
    met: 'Réponse apportée',
    partlyMet: 'Réponse partielle',
    lesson: 'Relecture',
  },
  es: {
    table: 'tabla',
    list: 'lista',
    chart: 'gráfico',
    source: 'Fuente',
    period: 'Período',
    asked: 'La revisión pedía',
    met: 'Cómo se cumplió',
    partlyMet: 'Cómo se cumplió en parte',
    lesson: 'Revisión',
  },
  ja: {
    table: '表',
    list: '一覧',
    chart: 'グラフ',
    source: '出典',
    period: '期間',
    asked: 'レビューでの指摘',
    met: '対応',
    partlyMet: '一部の対応',
    lesson: 'レビュー',
  },
};
