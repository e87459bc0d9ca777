import type { TypedFigure } from '../values/typed-figure.ts';

const ratio =
  /\bratio\b|it (?:takes|would take)\b|es (?:braucht|bräuchte)|il fau(?:t|drait)\b|(?:har[ií]an?|hacen?) falta\b|for (?:every|each|one)|to (?:one|an?|each|every)\b|times|factor|multiple|verhältnis|schlüssel|auf (?:jede|eine)|kommen|entfallen|faktor|vielfach|rapport|ratio|pour (?:chaque|une?)\b|facteur|relación|proporción|por (?:cada|una?)\b|比|に対し|につき|(?<!\d)(?:1|１|一)(?:人|台|店|社|世帯|件)(?:が|で|は|の|に)|\d\s?(?::|to|zu|à|a|対|pour)\s?1(?!\d)/iu;
/** "For each euro in Turku, 1.71 in Kiel." */
const ofOne =
  /(?:for|per|to) (?:each|every|one|the|1|an?) (?:euro|dollar|pound|franc|krone|krona|yen)|auf (?:jeden|einen|jede|eine|1) (?:euro|dollar|franken|krone)|(?:(?:pour|par|à) )?(?:chaque|une?|1) (?:euro|dollar|franc|livre|couronne)|(?:por|de) (?:cada|un|1) (?:euro|dólar|franco|peso|corona)|(?<!\d)(?:1|１|一)(?:円|ユーロ|ドル)(?:に対し|につき|当たり|あたり|の)/iu;
/** The one of a ratio: "12 to 1", "12:1", 看護師1人. */
const oneBefore =
  /(?:\d\s?[:：対]|\d (?:to|zu|à|a|pour)|for|für|pour|por|contre|against|gegen|frente a)\s?(?:[$€£¥])?$/u;
const oneAfter =
  /^\s?(?:人|台|店|店舗|社|世帯|件|個|本|回|\p{Script=Han}{1,4}(?:当たり|あたり|につき)|(?![位月日億万割千百分番期章])\p{Script=Han}[のにがはをで]|年(?:で|間)|円(?:に対し|につき|当たり|あたり)|\s?(?:pour|zu|to|:)\s?\d)/u;

/** Returns true for a sentence that tells how many of one thing there are for one of another. */
export function tellsRatio(sentence: string): boolean {
  return ratio.test(sentence);
}

/** Returns true for a sentence that tells an amount for one unit of its currency. */
export function tellsOfOne(sentence: string): boolean {
  return ofOne.test(sentence);
}

/** Returns true for a 1 that a ratio is told for: it states no figure. */
export function isUnitOfRatio(sentence: string, { value, start, end, kind, form }: TypedFigure): boolean {
  if (value !== 1 || form !== 'digits' || kind === 'percent' || kind === 'points') return false;
  return oneBefore.test(sentence.slice(0, start)) || oneAfter.test(sentence.slice(end));
}
