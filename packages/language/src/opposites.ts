import type { Language } from './language.ts';

/**
 * Two groups of words that exclude each other for one figure, as sources of regular expressions by
 * language.
 */
type Opposites = Partial<Record<Language, readonly [string, string]>>;

/** A negation turns these into each other: what did not rise may have fallen. */
const turned: readonly Opposites[] = [
  {
    en: [
      String.raw`ris(?:es?|en|ing)|rose|increas\p{L}*|gr[eo]w(?:s|n|ing)?|climb\p{L}*`,
      String.raw`fall(?:s|en|ing)?|fell|declin\p{L}*|decreas\p{L}*|drop(?:s|ped|ping)?|shr[aiu]nk\p{L}*`,
    ],
    de: [
      String.raw`stieg(?:en)?|steig(?:t|en|end\p{L}*|er\p{L}*)|\p{L}{0,3}gestiegen|anstieg\p{L}*|wuchs(?:en)?|wächst|gewachsen|zugenommen|erhöht\p{L}*|kletter\p{L}*`,
      String.raw`sank(?:en)?|sink(?:t|en|end\p{L}*)|gesunken|fiel(?:en)?|fällt|gefallen|rückgang\p{L}*|zurückgegangen|abgenommen|verringer\p{L}*`,
    ],
    fr: [
      String.raw`augment\p{L}*|hausses?|progress(?:é|e|ent|ait)|croît|crû`,
      String.raw`baiss\p{L}*|recul(?:e|é|ent|ait)?|diminu\p{L}*|chut\p{L}*`,
    ],
    es: [
      String.raw`aument\p{L}*|sub(?:e|en|ió|ieron|ido)|crec\p{L}+|alzas?`,
      String.raw`baj(?:ó|aron|ado|adas?)|ca(?:e|en|yó|yeron|ído|ídas?)|descen\p{L}+|disminu\p{L}+|retroced\p{L}+`,
    ],
    ja: [
      '上が[らりるれっ]|上昇|増加|増え|増[しす]|増収|伸び|上回',
      '下が[らりるれっ]|低下|下落|減少|減[らりるっ]|減収|落ち込|下回',
    ],
  },
  {
    en: ['profits?|profitable', 'loss(?:es)?|deficits?'],
    de: [
      String.raw`\p{L}*gewinn(?:e|s|en)?|überschuss\p{L}*`,
      String.raw`\p{L}*verlust(?:e|s|en)?|fehlbetr\p{L}*`,
    ],
    fr: ['bénéfic(?:es?|iaires?)|excédents?', String.raw`pertes?|déficit\p{L}*`],
    es: ['beneficios?|ganancias?|superávit', String.raw`pérdidas?|déficit\p{L}*`],
    ja: ['黒字', '赤字'],
  },
  {
    en: [
      'approv(?:es?|ed)|agrees?|agreed|accept(?:s|ed)?|grant(?:s|ed)',
      'reject(?:s|ed)?|refus(?:es?|ed)|turned down|no answer',
    ],
    de: [
      'genehmigt(?:e|en)?|zugestimmt|stimmt(?:e|en)? .{0,40}zu|bewilligt(?:e|en)?|zugesagt',
      'abgelehnt|lehnt(?:e|en)? .{0,40}ab|verweiger(?:t|te|ten)|(?:noch )?keine antwort',
    ],
    fr: [
      String.raw`approuv\p{L}*|accept(?:e|é|ée|ent)`,
      String.raw`refus(?:e|é|ée|ent)?|rejet\p{L}*|pas (?:encore )?de réponse`,
    ],
    es: [
      String.raw`aprob\p{L}+|acept(?:a|ó|ado|an)`,
      String.raw`rechaz\p{L}+|deneg\p{L}+|negó|sin respuesta`,
    ],
    ja: [
      '認め(?:た|まし|られ|ると)|承認|許可|了承|合意',
      '回答は(?:まだ(?:ない|あり|来)|ない|ありません)|未回答|却下|拒否|断[っらり]',
    ],
  },
  {
    en: [
      'operat(?:es?|ed|ing)|in service',
      String.raw`cancel\p{L}*|suspended|out of (?:service|operation)`,
    ],
    de: ['in betrieb|gefahren', String.raw`außer betrieb|ausgefallen|stillgelegt\p{L}*`],
    ja: ['稼働|運行|操業', '運休|休止|休業|停止'],
  },
];

const vat = '(?:vat|tax(?:es)?|gst)';
const mwst = '(?:mwst|ust|mehrwertsteuer|umsatzsteuer)';
/** Each names another amount, or another date, also in a negation. */
const fixed: readonly Opposites[] = [
  {
    en: [
      String.raw`excl\p{L}*\.? (?:of )?${vat}|before ${vat}|ex[- ]vat|plus vat|net`,
      String.raw`incl\p{L}*\.? (?:of )?${vat}|with vat|gross`,
    ],
    de: [
      String.raw`netto\p{L}*|(?:zzgl|exkl|zuzüglich|ohne)\.? (?:der )?${mwst}`,
      String.raw`brutto\p{L}*|(?:inkl|einschließlich|inklusive|mit)\.? (?:der )?${mwst}`,
    ],
    fr: [
      'ht|hors (?:taxes?|tva)|net(?:te)?s?',
      'ttc|toutes taxes comprises|tva comprise|brut(?:e)?s?',
    ],
    es: ['sin iva|más iva|iva no incluido|net[oa]s?', 'con iva|iva incluido|brut[oa]s?'],
    ja: ['税抜|税別', '税込'],
  },
  {
    en: [String.raw`expir\p{L}+`, String.raw`notice|notif\p{L}+`],
    de: ['läuft .{0,60}aus|ausgelaufen|endet', String.raw`\p{L}*kündig\p{L}*`],
    fr: ['expir(?:e|era|é)|prend fin', String.raw`préavis|résili\p{L}+`],
    es: ['vence|expira|vencimiento', 'preaviso|notific\\p{L}+'],
    ja: ['満了|期限が切れ', '通知|申し入れ'],
  },
];

const negations: Readonly<Record<Language, string>> = {
  en: String.raw`not|no|never|none|neither|\p{L}+n['’]t|without`,
  de: String.raw`nicht|kein\p{L}*|nie|niemals|weder|ohne`,
  fr: String.raw`ne|n['’]\p{L}+|pas|sans|aucun\p{L}*|jamais|ni`,
  es: String.raw`no|ni|nunca|sin|ningun\p{L}*|tampoco`,
  ja: 'ない|なかっ|なけれ|なく|ません|ずに?(?=[、。]|$)',
};

const whole = (words: string, language: Language): RegExp =>
  language === 'ja'
    ? new RegExp(`(?:${words})`, 'gu')
    : new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'giu');

interface Pair {
  words: readonly [RegExp, RegExp];
  negation: RegExp | null;
}

const toPairs = (list: readonly Opposites[], language: Language, negation: RegExp | null): Pair[] =>
  list.flatMap((entry) => {
    const [one, other] = entry[language] ?? [];
    return one === undefined || other === undefined
      ? []
      : [{ words: [whole(one, language), whole(other, language)] as const, negation }];
  });

const languages = Object.keys(negations) as Language[];
const pairs = new Map(
  languages.map((language) => [
    language,
    [
      ...toPairs(turned, language, whole(negations[language], language)),
      ...toPairs(fixed, language, null),
    ],
  ]),
);

/** A word of a statement and the opposite word in its source. */
export interface Contradiction {
  said: string;
  found: string;
}

/**
 * Finds a word of a statement whose opposite all the given words have, without having it or its kin
 * themselves. Null if a negation stands beside either.
 */
export function findOpposite(
  told: string,
  given: readonly string[],
  language: Language,
): Contradiction | null {
  if (given.length === 0) return null;
  for (const { words, negation } of pairs.get(language) ?? []) {
    for (const [own, opposite] of [words, words.toReversed() as [RegExp, RegExp]]) {
      const said = told.match(own)?.[0];
      if (said === undefined || told.search(opposite) !== -1) continue;
      const found = given.map((text) =>
        text.search(own) === -1 ? text.match(opposite)?.[0] : undefined,
      );
      const isNegated = (text: string) =>
        negation !== null && text.replace(own, '').replace(opposite, '').search(negation) !== -1;
      const [first] = found;
      if (first === undefined || found.includes(undefined) || [told, ...given].some(isNegated))
        continue;
      return { said, found: first };
    }
  }
  return null;
}
