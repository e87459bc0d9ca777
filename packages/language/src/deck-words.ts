/** Words in the workbooks of charts. */
export interface ChartWords {
  total: string;
  increase: string;
  decrease: string;
  start: string;
  end: string;
}

/** Words that stand beside the texts of slides, in the language of the deck. */
export interface DeckWords extends ChartWords {
  /** Before the sources of a slide. */
  source: string;
  noData: string;
  /** Before the full text of a title that is shown shortened. */
  fullTitle: string;
  /** Says how much of a table slides show. */
  rowsOf: string;
  columnsOf: string;
  locale: string;
}

/** Says how many of so many rows or columns a slide shows. */
export const writeShare = (text: string, shown: number, all: number): string =>
  text.replace('{shown}', String(shown)).replace('{all}', String(all));

const english: DeckWords = {
  source: 'Source: ',
  noData: 'No data',
  fullTitle: 'Full title: ',
  locale: 'en-GB',
  total: 'Total',
  increase: 'Increase',
  decrease: 'Decrease',
  start: 'Start',
  end: 'End',
  rowsOf: '{shown} of {all} rows',
  columnsOf: '{shown} of {all} columns',
};

const words: Record<string, DeckWords> = {
  en: english,
  de: {
    source: 'Quelle: ',
    noData: 'Keine Daten',
    fullTitle: 'Vollständiger Titel: ',
    locale: 'de-DE',
    total: 'Summe',
    increase: 'Zunahme',
    decrease: 'Abnahme',
    start: 'Beginn',
    end: 'Ende',
    rowsOf: '{shown} von {all} Zeilen',
    columnsOf: '{shown} von {all} Spalten',
  },
  fr: {
    source: 'Source : ',
    noData: 'Aucune donnée',
    fullTitle: 'Titre complet : ',
    locale: 'fr-FR',
    total: 'Total',
    increase: 'Hausse',
    decrease: 'Baisse',
    start: 'Début',
    end: 'Fin',
    rowsOf: '{shown} lignes sur {all}',
    columnsOf: '{shown} colonnes sur {all}',
  },
  es: {
    source: 'Fuente: ',
    noData: 'Sin datos',
    fullTitle: 'Título completo: ',
    locale: 'es-ES',
    total: 'Total',
    increase: 'Aumento',
    decrease: 'Disminución',
    start: 'Inicio',
    end: 'Fin',
    rowsOf: '{shown} de {all} filas',
    columnsOf: '{shown} de {all} columnas',
  },
  ja: {
    source: '出典：',
    noData: 'データなし',
    fullTitle: 'タイトル全文：',
    locale: 'ja-JP',
    total: '合計',
    increase: '増加',
    decrease: '減少',
    start: '開始',
    end: '終了',
    rowsOf: '{all}行中{shown}行',
    columnsOf: '{all}列中{shown}列',
  },
  ar: {
    source: 'المصدر: ',
    noData: 'لا توجد بيانات',
    fullTitle: 'العنوان الكامل: ',
    locale: 'ar-EG-u-nu-latn',
    total: 'المجموع',
    increase: 'زيادة',
    decrease: 'انخفاض',
    start: 'البداية',
    end: 'النهاية',
    rowsOf: '{shown} من {all} صفوف',
    columnsOf: '{shown} من {all} أعمدة',
  },
};

/** Returns the words of a language, else the English ones. */
export const wordsOf = (language: string): DeckWords => words[language] ?? english;

/** Writes a day in words; anything else than an ISO date stays as it is. */
export function writeDay(date: string, language: string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0];
  const at = day === undefined ? Number.NaN : Date.parse(day);
  if (Number.isNaN(at)) return date;
  return new Intl.DateTimeFormat(wordsOf(language).locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(at);
}

/**
 * Returns the beginning of a point that names what it is about, such as `Price:`; empty without
 * one.
 */
export const leadOf = (point: string): string =>
  /^[^:：—–]{2,40}(?:[:：]|\s[—–])(?=\s|\P{ASCII})/u.exec(point)?.[0] ?? '';

const high =
  /^(?:very high|high|critical|sehr hoch|hoch|kritisch|(?:très )?élevée?|fort|forte|(?:muy )?alt[ao]|高|高い|大|عال|عالي?ة?|مرتفع(?:ة)?)$/i;
const medium =
  /^(?:medium|moderate|mittel|moyen(?:ne)?|modérée?|medi[ao]|moderad[ao]|中|中程度|متوسطة?)$/i;

/** Reads how likely or how grave a risk is; null for other words. */
export function gradeOf(text: string): 'high' | 'medium' | null {
  if (high.test(text)) return 'high';
  return medium.test(text) ? 'medium' : null;
}
