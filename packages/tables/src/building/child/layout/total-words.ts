/**
 * Words for totals by language, as patterns. `any` holds those that reports of all languages use.
 * The words of the languages of one group are too much alike to be told apart.
 */
const sumsByLanguage: Readonly<Record<string, string>> = {
  any: '[\\s/-]?totals?|sub[\\s/-]?totals?',
  en: '(?:grand|overall|general|partial|global)[\\s/-]?totals?|sums?|sum total|total sum|in total|overall|total result',
  de:
    'gesamt-?summen?|gesamt-?total|gesamt[\\s-]?(?:ergebnis|betrag|wert)|endsumme|endbetrag|zwischensummen?|zwischenergebnis|' +
    'teilsumme|teilergebnis|summen?|gesamt|insgesamt|zusammen|summe gesamt|total gesamt',
  fr: 'sous-?\\s?total|sous-totaux|s/total|totaux|sommes?|ensemble|total (?:général|general|résultat|partiel|global)',
  es: 'sumas?|subtotales|totales|suma total|sumatoria|total acumulado|total (?:general|parcial|global)|gran total',
  it: 'totale|totale generale|totale complessivo|totale parziale|complessivo|totali|subtotale|somma',
  pt: 'soma|totais|subtotais|somatório|soma total|total (?:geral|parcial|global)',
  ro: 'sumă|total general|subtotal',
  nl: 'totaalgeneraal|eindtotaal|tussentotaal|subtotaal|totaal|totalen|samen',
  nordic:
    'sum|i alt|sum i alt|hovedtotal|mellomsum|mellemsum|delsum|samlet|summa|totalsumma|totalsum|delsumma|slutsumma|totalt|' +
    'sammanlagt|sammenlagt|samtals|alls',
  pl: 'razem|ogółem|łącznie|suma|suma końcowa|suma częściowa',
  cs: 'celkem|celkový součet|mezisoučet|součet|spolu|súčet|celkom|celkový súčet|medzisúčet|úhrnem',
  hr: 'skupaj|vsota|ukupno|sveukupno|zbroj|međuzbroj|suma|укупно|збир',
  hu: 'összesen|mindösszesen|végösszeg|részösszeg|összeg',
  fi: 'yhteensä|kaikki yhteensä|välisumma|summa|kokku',
  tr: 'toplam|genel[\\s/-]?toplam|ara[\\s/-]?toplam|(?:genel|ara)[\\s/-]?total',
  lt: 'iš viso|viso|kopā|kopsumma|summa',
  ru: 'итого|всего|общий итог|итог|сумма|промежуточный итог|разом|усього|всього|общо|всичко',
  el: 'σύνολο|σύνολα|γενικό σύνολο|μερικό σύνολο|άθροισμα',
  ar: 'المجموع|الإجمالي|إجمالي|اجمالي|مجموع|المجموع الكلي|جمع|جمع کل',
  he: 'סה"כ|סה״כ|סך הכל|סך הכול',
  hi: 'कुल|योग|कुल योग',
  th: 'รวม|รวมทั้งหมด|ยอดรวม',
  vi: 'tổng|tổng cộng|tổng số',
  id: 'jumlah|total keseluruhan',
  eu: 'guztira',
  ja: '合計|総合計|小計|総計|計|合計額|集計',
  zh: '合計|小計|計|總計|合计金额|总计|合计|小计|共计|总和|計',
  ko: '합계|총계|총합계|소계|총합|계',
};

const meansByLanguage: Readonly<Record<string, string>> = {
  any: 'ø|∅',
  en: 'averages?|avg\\.?|(?:arithmetic |overall |grand |group )?means?|overall average|weighted average',
  de: 'durchschnitt|durchschnittswert|mittelwerte?|gesamtmittelwert|mittel|schnitt',
  fr: 'moyennes?|moyenne générale',
  es: 'promedio|promedio general|media|valor medio',
  it: 'media|valore medio',
  pt: 'média|media',
  ro: 'medie',
  nl: 'gemiddelde|gemiddeld',
  nordic: 'gennemsnit|gjennomsnitt|genomsnitt|medelvärde',
  pl: 'średnia',
  cs: 'průměr|priemer',
  hr: 'prosjek|prosek|povprečje',
  hu: 'átlag',
  fi: 'keskiarvo|keskmine',
  tr: 'ortalama',
  lt: 'vidurkis',
  ru: 'среднее|среднее значение|в среднем|середнє|средно',
  el: 'μέσος όρος',
  ar: 'المتوسط',
  he: 'ממוצע',
  th: 'ค่าเฉลี่ย',
  vi: 'trung bình',
  id: 'rata-rata',
  ja: '平均|平均値',
  zh: '平均|平均值|均值',
  ko: '평균',
};

/** Pivot tables write these words as the label of the row for all rows. */
const allsByLanguage: Readonly<Record<string, string>> = {
  any: '[σ∑]',
  en: 'all|all together|altogether|combined',
  de: 'alle|alles',
  nl: 'alle|alles',
  nordic: 'alle|alla',
  fr: 'tous|toutes',
  es: 'todos|todas',
  pt: 'todos|todas',
  it: 'tutti|tutte',
  fi: 'kaikki',
  ja: '全体|全部',
  zh: '全体|全部',
  ko: '전체',
};

const unite = (words: Readonly<Record<string, string>>): string => Object.values(words).join('|');

/** Patterns of all words: for sums, for means, and for all rows together. */
export const totalWords = {
  sums: unite(sumsByLanguage),
  means: unite(meansByLanguage),
  alls: unite(allsByLanguage),
} as const;

/** Words behind the name of a group in pivot tables: `Nord Ergebnis`. */
const resultWords: Readonly<Record<string, string>> = {
  en: 'result',
  de: 'ergebnis',
  fr: 'résultat',
};
export const resultWord = unite(resultWords);

const formsByLanguage = new Map<string, RegExp>();
for (const words of [sumsByLanguage, meansByLanguage, allsByLanguage, resultWords]) {
  for (const [language, pattern] of Object.entries(words)) {
    const known = formsByLanguage.get(language)?.source.slice('^(?:'.length, -')$'.length);
    formsByLanguage.set(
      language,
      new RegExp(`^(?:${known === undefined ? '' : `${known}|`}${pattern})$`, 'iu'),
    );
  }
}

/**
 * Returns the languages in which a word means a total, or a mean; null for a word of all languages.
 */
export function languagesOfTotal(word: string): ReadonlySet<string> | null {
  const found = [...formsByLanguage]
    .filter(([, form]) => form.test(word))
    .map(([language]) => language);
  return found.includes('any') ? null : new Set(found);
}
