import type { Language } from '@ecp/language/language';

/** A text with a value in it, cut at the value. */
export type Around = readonly [before: string, after: string];

/** The words of a report that are not its documents', in the language of its text. */
export interface ReportLabels {
  contents: string;
  summary: string;
  /** Around the client's name. */
  preparedFor: Around;
  /** Around the number of a page and the number of all. */
  page: readonly [before: string, between: string, after: string];
  engagement: string;
  client: string;
  version: string;
  words: string;
  offline: string;
  /** Locale of the date. */
  locale: string;
}

/** Labels by language. Texts of other languages have the English ones. */
export const reportLabels: Record<Language, ReportLabels> = {
  en: {
    contents: 'Contents',
    summary: 'Executive summary',
    preparedFor: ['Prepared for ', ''],
    page: ['Page ', ' of ', ''],
    engagement: 'Engagement',
    client: 'Client',
    version: 'Version',
    words: 'Words',
    offline: 'Offline draft',
    locale: 'en-GB',
  },
  de: {
    contents: 'Inhalt',
    summary: 'Zusammenfassung',
    preparedFor: ['Erstellt für ', ''],
    page: ['Seite ', ' von ', ''],
    engagement: 'Projekt',
    client: 'Auftraggeber',
    version: 'Fassung',
    words: 'Wörter',
    offline: 'Offline-Entwurf',
    locale: 'de-DE',
  },
  fr: {
    contents: 'Sommaire',
    summary: 'Synthèse',
    preparedFor: ['Préparé pour ', ''],
    page: ['Page ', ' sur ', ''],
    engagement: 'Mission',
    client: 'Client',
    version: 'Version',
    words: 'Mots',
    offline: 'Brouillon hors ligne',
    locale: 'fr-FR',
  },
  es: {
    contents: 'Índice',
    summary: 'Resumen ejecutivo',
    preparedFor: ['Preparado para ', ''],
    page: ['Página ', ' de ', ''],
    engagement: 'Proyecto',
    client: 'Cliente',
    version: 'Versión',
    words: 'Palabras',
    offline: 'Borrador sin conexión',
    locale: 'es-ES',
  },
  ja: {
    contents: '目次',
    summary: '要旨',
    preparedFor: ['', ' 御中'],
    page: ['', ' / ', ' ページ'],
    engagement: '案件',
    client: 'クライアント',
    version: '版',
    words: '語数',
    offline: 'オフライン下書き',
    locale: 'ja-JP',
  },
};
