import type { Language } from './language.ts';

type Kind = 'page' | 'sheet' | 'section' | 'slide' | 'row';

const names: Record<Language, Record<Kind, (which: string) => string>> = {
  en: before({ page: 'page', sheet: 'sheet', section: 'section', slide: 'slide', row: 'row' }),
  de: before({ page: 'Seite', sheet: 'Blatt', section: 'Abschnitt', slide: 'Folie', row: 'Zeile' }),
  fr: before({
    page: 'page',
    sheet: 'feuille',
    section: 'section',
    slide: 'diapositive',
    row: 'ligne',
  }),
  es: before({
    page: 'página',
    sheet: 'hoja',
    section: 'sección',
    slide: 'diapositiva',
    row: 'fila',
  }),
  ja: {
    ...before({ sheet: 'シート', section: 'セクション', slide: 'スライド' }),
    page: (which) => `${which}ページ`,
    row: (which) => `${which}行目`,
  },
};

/** Names places by a word and what follows it. */
function before<Place extends string>(
  words: Record<Place, string>,
): Record<Place, (which: string) => string> {
  const named = Object.entries<string>(words).map(([place, word]) => [
    place,
    (which: string) => `${word} ${which}`,
  ]);
  return Object.fromEntries(named) as Record<Place, (which: string) => string>;
}

/**
 * Names a place of a source in a language if it begins with a word of the product: “page 1 to page
 * 3”, “sheet Costs”.
 */
export function namePlace(place: string, language: Language): string {
  const [, kind = '', which = ''] =
    /^(page|sheet|section|slide|row)s?\s+(.+)$/isu.exec(place) ?? [];
  const name = names[language][kind.toLowerCase() as Kind];
  return name === undefined ? place : name(which.replace(/ to (?:page|slide) /, '–'));
}
