/** What words beside a figure say about the value that it stands for. */
export interface Hedge {
  kind: 'about' | 'almost' | 'above' | 'below';
  /** False for words that also have other meanings, such as "over three years". */
  isSure: boolean;
}

/** Share of a value by which words such as "about" may miss it. */
const usualReach = 0.05;
const slack = 1e-9;

/** Limits how often a value may be a figure that it is more or less than. */
const mostApart = 5;

/** True if a value lies in the range of a figure with a hedge. */
export function isInRange(figure: number, value: number, kind: Hedge['kind']): boolean {
  const size = Math.max(Math.abs(figure), Math.abs(value));
  // A share of 1 and its percentage are no pair.
  if (size > mostApart * Math.min(Math.abs(figure), Math.abs(value))) return false;
  const isNear = Math.abs(figure - value) <= size * (usualReach + slack);
  if (kind === 'about') return isNear;
  if (kind === 'almost') return isNear && value <= figure + size * slack;
  return kind === 'above' ? value > figure + size * slack : value < figure - size * slack;
}

type Pattern = readonly [Hedge['kind'], boolean, RegExp];

/** Words before a figure, in all languages, with articles and currencies between them. */
const before: readonly Pattern[] = [
  [
    'about',
    true,
    /(?<!\p{L})(?:about|around|roughly|approximately|approx\.?|circa|ca\.|some|rund|etwa|ungefähr|zirka|environ|autour de|à peu près|quelque|alrededor de|aproximadamente|en torno a|unos|unas)$|(?:約|およそ|おおよそ|ほぼ|[~～≈])$/iu,
  ],
  [
    'almost',
    true,
    /(?<!\p{L})(?:almost|nearly|just under|fast|knapp|beinahe|nahezu|près de|presque|quasi|casi)$/iu,
  ],
  ['about', false, /(?<!\p{L})(?:close to|cerca de|near)$/iu],
  [
    'above',
    true,
    /(?<!\p{L})(?:more than|mehr als|plus de|más de|upwards of|in excess of|au-delà de|por encima de)$/iu,
  ],
  ['above', false, /(?<!\p{L})(?:over|above|exceed(?:s|ed|ing)?|über|gut|superior a)$/iu],
  ['below', true, /(?<!\p{L})(?:less than|fewer than|weniger als|moins de|menos de)$/iu],
  ['below', false, /(?<!\p{L})(?:under|below|unter)$/iu],
];
/** Words behind a figure in Japanese. */
const behind: readonly Pattern[] = [
  ['almost', true, /^(?:近く|弱(?!い))/u],
  ['above', true, /^(?:超(?!え)|を超え|強(?!い))/u],
  ['about', true, /^(?:程度|前後|ほど|くらい|ぐらい)/u],
  ['below', true, /^(?:未満|を下回)/u],
];
const between =
  /(?:[\s\u00a0]|(?<=\s)(?:an?|the|ein(?:e[nmrs]?)?|d(?:ie|er|en|as)|une?|l[ae]s?|el|los|[A-Z]{3}))+$|[€$£¥][\s\u00a0]?$/u;
/** Words that turn "more than" into a comparison, or deny it. */
const turned =
  /(?:(?<!\p{L})(?:no|not|nicht|pas|ne|kein\p{L}*|never|far|much|viel|beaucoup|mucho|points?|Punkte?|puntos?|times|mal|fois|veces|percent|Prozent)|[\d%％€])[\s\u00a0]*$/iu;
/** Characters around a figure in which its hedge stands. */
const reach = 40;

/** Reads the hedge of the figure at a place of a sentence, or null. */
export function readHedge(
  sentence: string,
  { start, end }: { start: number; end: number },
): Hedge | null {
  const japanese = behind.find(([, , form]) => form.test(sentence.slice(end, end + 8)));
  if (japanese !== undefined) return { kind: japanese[0], isSure: japanese[1] };
  let ahead = sentence.slice(Math.max(0, start - reach), start);
  ahead = ahead.replace(between, '');
  ahead = ahead.replace(between, '').trimEnd();
  const preceding = before.flatMap(([kind, isSure, form]) => {
    const words = form.exec(ahead)?.[0];
    return words === undefined ? [] : [{ kind, isSure, rest: ahead.slice(0, -words.length) }];
  })[0];
  if (preceding === undefined || turned.test(preceding.rest)) return null;
  return { kind: preceding.kind, isSure: preceding.isSure };
}

/** A verb that says how often a value is its earlier one: "doubled" is 2. */
export interface Multiple {
  words: string;
  ratio: number;
  kind: Hedge['kind'];
}

const multiples: readonly (readonly [number, RegExp])[] = [
  [
    2,
    /(?<!\p{L})(?:doubled|verdoppelten?|doublé(?:e?s?)?|duplicó|duplicaron|duplicado|倍増し?)(?!\p{L})/giu,
  ],
  [
    3,
    /(?<!\p{L})(?:tripled|trebled|verdreifachten?|triplé(?:e?s?)?|triplicó|triplicaron|triplicado)(?!\p{L})/giu,
  ],
  [4, /(?<!\p{L})(?:quadrupled|vervierfachten?|quadruplé(?:e?s?)?|cuadruplicó)(?!\p{L})/giu],
  [
    0.5,
    /(?<!\p{L})(?:halved|halbierten?|réduite?s? de moitié|reducid[ao]s? a la mitad|半減し?)(?!\p{L})/giu,
  ],
];
const moreBefore = /(?:more than|mehr als|plus que|más que)\s$/iu;
const almostBefore = /(?:almost|nearly|fast|nahezu|beinahe|presque|quasiment|casi)\s$|ほぼ$/iu;
const denial =
  /(?<!\p{L})(?:not|n.t|never|nicht|nie|kein\p{L}*|pas|ne|no|nunca)\s(?:\p{L}+\s){0,2}$/iu;

/** Reads the multiples of a sentence, without those that it denies. */
export function readMultiples(sentence: string): Multiple[] {
  return multiples.flatMap(([ratio, form]) =>
    [...sentence.matchAll(form)].flatMap(({ 0: words, index }) => {
      const ahead = sentence.slice(Math.max(0, index - reach), index);
      if (denial.test(ahead)) return [];
      const isMore = moreBefore.test(ahead);
      const usualKind = almostBefore.test(ahead) ? 'almost' : 'about';
      const kind = isMore ? 'above' : usualKind;
      // Less than a half is more than halved.
      return [{ words, ratio, kind: isMore && ratio < 1 ? 'below' : kind }];
    }),
  );
}
