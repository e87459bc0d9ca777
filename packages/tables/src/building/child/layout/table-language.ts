/**
 * Words that head the columns and rows of tables, by language as in `total-words.ts`. Words of many
 * languages, such as `Region`, `Code` and `Name`, tell nothing and are left out.
 */
const wordsByLanguage: Readonly<Record<string, string>> = {
  en: `country item department store shop month year date day week quarter category customer client account question
    answer measure city town age unit units position task label key line branch employee employees sales revenue revenues
    cost costs price amount value quantity people number count rate share profit income expenses actual hours days weeks
    months years north south east west male female women men ships tons pay power food other trade wages rent goods firm
    crew skilled helpers apples pears total dues state station grade answer weight height gross net staff headcount`,
  de: `land länder artikel produkt werk abteilung filiale standort monat jahr datum tag woche quartal kategorie kunde
    kunden konto frage kennzahl stadt alter gruppe einheit bezeichnung ort kostenstelle stufe zeile mitarbeiter umsatz
    umsätze kosten menge preis betrag anzahl anteil gewinn ertrag aufwand ist stunden tage nord süd ost männer frauen
    einwohner bevölkerung obst ware lager bundesland kreis gemeinde sonstige stück wert last kai hafen schiffe monate jahre
    wochen firma äpfel birnen kirschen beeren vorjahr abweichung erlöse personal miete`,
  fr: `région pays nom article produit produits usine magasin mois année jour semaine trimestre catégorie compte ville
    poste libellé département habitants chiffre coût coûts prix montant valeur quantité nombre ventes charges
    hommes femmes nord sud est ouest autres recettes dépenses effectif commune ménages écart loyer salaires`,
  es: `región país nombre artículo producto planta departamento tienda mes año fecha semana categoría cliente cuenta ciudad
    pregunta concepto ventas coste costo costes precio importe valor cantidad número norte sur este oeste hombres mujeres
    población ingresos gastos otros provincia municipio horas días alquiler puerto barcos`,
  it: `prodotto regione paese reparto mese anno giorno voce vendite costo prezzo importo valore quantità numero sud uomini
    donne città cliente comune provincia ricavi spese altri settimana`,
  pt: `região país nome produto mês ano data semana cidade vendas custo preço valor quantidade número norte sul homens
    mulheres receita despesas outros`,
  nl: `regio afdeling maand jaar stad naam klant omzet kosten prijs bedrag aantal waarde dag mannen vrouwen overig`,
  nordic: `stad by navn namn måned månad år dag vecka uge kund kunde antal pris belopp beløb omsætning omsättning kostnad
    kvinder kvinnor mænd män lön løn`,
  pl: 'miasto nazwa kraj miesiąc rok liczba cena kwota wartość sprzedaż koszt ilość województwo dział ludność',
  cs: 'město název země měsíc rok počet cena částka hodnota výrobek kraj mesto názov',
  hr: 'grad naziv zemlja mjesec godina broj cijena iznos mesto ime država leto',
  hu: 'város név ország hónap év szám ár érték termék',
  fi: 'kaupunki nimi maa kuukausi vuosi määrä hinta linn nimi kuu aasta',
  tr: 'şehir ad ülke ay yıl sayı fiyat tutar bölge satış',
  lt: 'miestas pilsēta šalis valsts metai gads suma skaičius',
  vi: 'tỉnh tên năm tháng số',
  id: 'kota nama negara bulan tahun harga',
};

/**
 * Scripts that tell the languages of a table. Chinese characters alone may be Chinese or Japanese.
 */
const scripts: readonly (readonly [form: RegExp, languages: readonly string[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Han}/u, ['ja', 'zh']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Cyrillic}/u, ['ru', 'hr']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Arabic}/u, ['ar']],
  [/\p{Script=Hebrew}/u, ['he']],
  [/\p{Script=Devanagari}/u, ['hi']],
  [/\p{Script=Thai}/u, ['th']],
];
/** Letters of heads that few languages have. Names in rows have them in tables of all languages. */
const letters: readonly (readonly [form: RegExp, languages: readonly string[]])[] = [
  [/ß/u, ['de']],
  [/[äöü]/u, ['de', 'nordic', 'fi', 'hu', 'tr']],
  [/[èêçœâîû]/u, ['fr', 'pt', 'it', 'tr', 'ro']],
  [/ñ/u, ['es']],
  [/[ãõ]/u, ['pt', 'vi']],
  [/[åøæ]/u, ['nordic']],
  [/[łżśćńąę]/u, ['pl']],
  [/[řěůščž]/u, ['cs', 'hr', 'lt']],
  [/[őű]/u, ['hu']],
  [/[şğı]/u, ['tr']],
];

const languagesByWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(wordsByLanguage))
  for (const word of words.split(/\s+/))
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language]);

/** A head says more of a table's language than a label does. */
const [headWeight, labelWeight] = [2, 1];
/** Share of the most votes that a further language of a table has. */
const minShare = 0.5;
/** Texts that are looked at. */
const maxTexts = 500;
const longestText = 80;

/**
 * Finds the languages of a table, as `total-words.ts` calls them, by the words of its heads and
 * labels. Null if nothing tells.
 */
export function findTableLanguages(
  heads: readonly string[],
  labels: readonly string[],
): ReadonlySet<string> | null {
  const votes = new Map<string, number>();
  const vote = (languages: readonly string[], weight: number) => {
    for (const language of languages)
      votes.set(language, (votes.get(language) ?? 0) + weight / languages.length);
  };
  const texts = [
    ...heads.slice(0, maxTexts).map((text) => ({ text, weight: headWeight })),
    ...labels.slice(0, maxTexts).map((text) => ({ text, weight: labelWeight })),
  ];
  for (const { text, weight } of texts) {
    const lower = text.slice(0, longestText).toLowerCase();
    const script = scripts.find(([form]) => form.test(lower));
    if (script) vote(script[1], weight);
    for (const word of lower.match(/\p{Script=Latin}+/gu) ?? []) {
      const known = languagesByWord.get(word);
      if (known) vote(known, weight);
      else if (weight === headWeight)
        for (const [form, languages] of letters) if (form.test(word)) vote(languages, weight);
    }
  }
  const most = Math.max(0, ...votes.values());
  if (most === 0) return null;
  return new Set(
    [...votes].filter(([, count]) => count >= most * minShare).map(([language]) => language),
  );
}

/** Languages whose decimals stand behind a comma; Spanish has countries with both signs. */
const commaLanguages = new Set(
  'de fr es it pt nl nordic pl cs hr hu fi tr lt vi id ru ro el'.split(' '),
);

/** Tells whether all languages of a table may write a decimal comma. */
export function hasDecimalComma(languages: ReadonlySet<string>): boolean {
  return [...languages].every((language) => commaLanguages.has(language));
}
