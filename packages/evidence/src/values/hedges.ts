/** The meaning of a word that qualifies a figure: near it, above it or below it. */
export type Hedge = 'near' | 'above' | 'below';

const money = '(?:[$€£¥]|US\\$|EUR |CHF |DKK |USD |GBP |SEK |NOK )?';
const end = `\\s*(?:de |d.|a |the |einer? |einem |einen |des? )?${money}$`;
const before: [Hedge, RegExp][] = [
  [
    'above',
    new RegExp(
      `(?:over|above|just over|more than|at least|in excess of|exceed\\w*|upwards of|über|mehr als|mindestens|gut|plus de|au moins|supérieure? à|más de|al menos|por encima de|超過?|少なくとも)${end}`,
      'iu',
    ),
  ],
  [
    'below',
    new RegExp(
      `(?:under|below|just under|less than|fewer than|nearly|almost|up to|at most|not quite|unter|weniger als|höchstens|knapp|fast|nahezu|bis zu|beinahe|moins de|presque|au plus|jusqu.à|près de|quasi|menos de|casi|hasta|como máximo|cerca de|最大)${end}`,
      'iu',
    ),
  ],
  [
    'near',
    new RegExp(
      `(?:about|around|roughly|approximately|approx\\.|some|close to|circa|ca\\.|c\\.|~|≈|rund|etwa|annähernd|ungefähr|zirka|env\\.|environ|autour de|quelque|à peu près|unos|unas|alrededor de|en torno a|aproximadamente|aprox\\.|約|およそ|ほぼ|概ね|おおよそ)${end}`,
      'iu',
    ),
  ],
];
const unitBehind = '\\s?(?:%|円|万円|億円|人|件|社|名|台|店|日|年|か月|倍|割|ポイント|トン|時間|ユーロ|ドル)?';
const behind: [Hedge, RegExp][] = [
  ['above', new RegExp(`^${unitBehind}(?:以上|超|強|を超え|を上回)`, 'u')],
  ['below', new RegExp(`^${unitBehind}(?:以下|未満|弱|近く|足らず)`, 'u')],
  ['near', new RegExp(`^${unitBehind}(?:程度|前後|ほど|くらい|ぐらい|余り)|^[^.;]{0,12}(?:or so|approximately)`, 'u')],
];

/** Reads the word beside a figure that announces a rounding. Null if none does. */
export function readHedge(text: string, start: number, stop: number): Hedge | null {
  const ahead = text.slice(Math.max(0, start - 28), start);
  for (const [hedge, form] of before) if (form.test(ahead)) return hedge;
  const after = text.slice(stop, stop + 16);
  for (const [hedge, form] of behind) if (form.test(after)) return hedge;
  return null;
}
