/** The language of a deck as its parts name it. */
export interface DeckLanguage {
  /** BCP 47 tag with a region, such as `de-DE`. */
  tag: string;
  /** The language alone, such as `de`. */
  base: string;
  isRtl: boolean;
  /** The font for signs of East Asia. */
  eastAsian: string;
  /** The font for Arabic, Hebrew and other scripts whose signs change by their neighbours. */
  complex: string;
}

const regions: Record<string, string> = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  pt: 'pt-PT',
  nl: 'nl-NL',
  pl: 'pl-PL',
  ja: 'ja-JP',
  zh: 'zh-CN',
  ko: 'ko-KR',
  ar: 'ar-SA',
  he: 'he-IL',
  fa: 'fa-IR',
  ur: 'ur-PK',
  hi: 'hi-IN',
  sv: 'sv-SE',
  da: 'da-DK',
  nb: 'nb-NO',
  no: 'nb-NO',
  fi: 'fi-FI',
  cs: 'cs-CZ',
  tr: 'tr-TR',
  ru: 'ru-RU',
};
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'ckb']);

/** Reads the language of a deck. A malformed tag counts as English. */
export function readLanguage(language: string): DeckLanguage {
  const tag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language) ? language : 'en';
  const base = tag.slice(0, tag.search(/-|$/)).toLowerCase();
  const isTraditional = /-(?:hant|tw|hk|mo)\b/i.test(tag);
  const eastAsian =
    base === 'ko'
      ? 'Malgun Gothic'
      : base === 'zh'
        ? isTraditional
          ? 'Microsoft JhengHei'
          : 'Microsoft YaHei'
        : 'Yu Gothic';
  const complex =
    base === 'th' ? 'Leelawadee UI' : base === 'hi' || base === 'mr' ? 'Nirmala UI' : 'Arial';
  return {
    tag: tag.includes('-') ? tag : (regions[base] ?? tag),
    base,
    isRtl: rightToLeft.has(base),
    eastAsian,
    complex,
  };
}

const eastAsianSigns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const complexSigns = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;

/** Writes the fonts of a run that has signs of East Asia or of a complex script, else nothing. */
export function writeScriptFonts(text: string, { eastAsian, complex }: DeckLanguage): string {
  const hangul = /\p{Script=Hangul}/u.test(text) ? 'Malgun Gothic' : eastAsian;
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'Yu Gothic' : hangul;
  const east = eastAsianSigns.test(text) ? `<a:ea typeface="${kana}"/>` : '';
  return east + (complexSigns.test(text) ? `<a:cs typeface="${complex}"/>` : '');
}

const strong =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]|\p{L}/u;
const rtlLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Tells whether a paragraph runs from right to left: all of a deck that does, else one by its first
 * letter.
 */
export function isRtlText(text: string, language: DeckLanguage): boolean {
  return language.isRtl || rtlLetter.test(strong.exec(text)?.[0] ?? '');
}
