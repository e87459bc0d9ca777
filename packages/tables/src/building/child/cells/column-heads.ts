/** Makes a pattern of words that stand anywhere in a head, but not within longer words. */
const anywhere = (words: readonly string[], others: readonly string[] = []) =>
  new RegExp([`(?:^|[^\\p{L}])(?:${words.join('|')})(?:$|[^\\p{L}])`, ...others].join('|'), 'iu');
const list = (words: string): string[] => words.trim().split(/\s+/);

/** Numberings and classifications, whose decimals are parts of a code: 8471.30 of customs, 1.10 of a work breakdown. */
const codes = list(`
  wbs psp hs taric isic nace sic naics cpv unspsc version release clause section chapter paragraph kapitel abschnitt klausel
  ziffer gliederung chapitre capítulo cláusula
`);
const codeHead = anywhere([
  ...codes,
  ...list('hts cn icd sku ean gtin codes? kode código schlüssel warennummer tariff?'),
]);
/** A column is a numbering if its whole head is one of these words. */
const numbers = list(`
  article paragraf gliederungs(?:nummer|nr) ordnungszahl oz capitolo hoofdstuk outline icd(?:-?10)? pos nr no nummer id №
`);
const codeColumn = new RegExp(
  `^(?:${[...codes, ...numbers].join('|')})(?:[\\s_-]?(?:code|no|nr|number|nummer|id|element|level))?\\.?$`,
  'iu',
);

/** Prices, marks and the like: they are amounts, and do not add up. */
const prices = list('prices? preise? rates? scores? note prix precio prezzo prijs cena pris');

const amountHead = anywhere(
  [
    ...prices,
    ...list(`
      costs? amounts? values? sales revenues? turnover profit income fees? balance weight length width height depth distance
      area volume hours temperature speed grade qty quantity menge betrag kosten umsatz erlös gewicht länge breite höhe fläche
      stunden saldo wert montant coût poids longueur quantité solde importe costo? peso cantidad importo quantità bedrag kwota
      ilość belopp beløb
    `),
  ],
  ['(?:preis|betrag|kosten|umsatz|gewicht|menge|stunden)$', '金額|価格|数量|重量'],
);

const rateHead = anywhere(
  [
    ...prices,
    ...list(`
      unit ratios? shares? avg average means? median margins? yields? index growth change age per stückpreis einzelpreis quote
      satz kurs anteile? durchschnitt marge rendite alter pro je wachstum veränderung taux part moyenne cours âge par tasa
      cuota promedio edad por tasso quota media età koers aandeel gemiddelde leeftijd stawka udział sats andel snitt
    `),
  ],
  ['(?:preis|quote|satz|kurs)$', '単価|率|平均|价格|单价|比'],
);

const placeHead = anywhere(
  list(`
    countr(?:y|ies) land länder nation nationality pays país pais paese language lang sprache langue idioma lingua taal språk
    sprog iso\\d? alpha-?2 locale geo codes? kode código staat state bundesland kraj currency kürzel
  `),
  ['(?:code|land)$'],
);

/** Tells whether a head is the name of a numbering, so that decimals below it are codes. */
export const isCodeHead = (head: string): boolean => codeColumn.test(head);

/** Tells whether a head holds the name of a code, which decimals below it may be parts of. */
export const mentionsCode = (head: string): boolean => codeHead.test(head);

/** Tells whether a head names amounts, which are no codes. */
export const isAmountHead = (head: string): boolean => amountHead.test(head);

/** Tells whether a head names prices, rates or the like, whose values do not add up. */
export const isRateHead = (head: string): boolean => rateHead.test(head) || /[%\p{L}]\s?\/\s?\p{L}/u.test(head);

/** Tells whether a head names countries, languages or the like: `SI` and `NO` are Slovenia and Norway there. */
export const isPlaceHead = (head: string): boolean => placeHead.test(head);
