/** The signs of the font Symbol from 0x20, and from 0xA0. */
const symbolSigns: readonly [number, string][] = [
  [0x20, ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪'],
  [0xf1, '〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
];
const wingdingsSigns: readonly [number, string][] = [
  [0x20, ' ✏✂'],
  [0x28, '☎✆✉'],
  [0x45, '☜☞☝☟'],
  [0x4a, '☺😐☹'],
  [0x51, '✈☼💧❄'],
  [0x6c, '●❍■□❐❑❒⬧⧫◆❖⬥☒'],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x9e, '·•'],
  [0xa1, '○'],
  [0xa7, '▪□'],
  [0xab, '★'],
  [0xd8, '➢'],
  [0xdf, '←→↑↓↖↗↙↘←➔↑↓'],
  [0xef, '⇦⇨⇧⇩⇔⇕'],
  [0xfb, '✗✔☒☑'],
];
const wingdings2Signs: readonly [number, string][] = [
  [0x4f, '✗✓☒☑☒☒'],
  [0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x97, '●'],
  [0xa2, '■□'],
];
const wingdings3Signs: readonly [number, string][] = [
  [0x66, '←→↑↓'],
  [0x70, '▲▼△▽◀▶'],
];
const webdingsSigns: readonly [number, string][] = [
  [0x33, '◀▶▲▼'],
  [0x61, '✔'],
  [0x63, '□'],
  [0x67, '■'],
  [0x6e, '●'],
  [0x72, '✖'],
];

const fonts = new Map(
  [
    ['symbol', symbolSigns],
    ['wingdings', wingdingsSigns],
    ['wingdings 2', wingdings2Signs],
    ['wingdings 3', wingdings3Signs],
    ['webdings', webdingsSigns],
  ].map(([name, runs]) => [name as string, readRuns(runs as typeof symbolSigns)]),
);

function readRuns(runs: readonly [number, string][]): Map<number, string> {
  return new Map(
    runs.flatMap(([first, signs]) => Array.from(signs, (sign, at): [number, string] => [first + at, sign])),
  );
}

/** Fonts of symbols have their signs at U+F020 to U+F0FF. */
const isPrivate = (code: number) => code >= 0xf000 && code <= 0xf0ff;

/**
 * Returns the sign that a font of symbols shows for a character, in Unicode; null if the font's sign is not known. A
 * character of another font is itself.
 */
export function signOf(font: string, code: number): string | null {
  const signs = fonts.get(font.trim().toLowerCase());
  if (signs) return signs.get(isPrivate(code) ? code - 0xf000 : code) ?? null;
  const isKnown =
    code > 0x1f && code <= 0x10ffff && !(code >= 0xe000 && code <= 0xf8ff) && !(code >= 0xd800 && code < 0xe000);
  return isKnown ? String.fromCodePoint(code) : null;
}

const privateSigns = /[\uf000-\uf0ff]/g;

/** Replaces the characters of a text that only a font of symbols shows, as far as its signs are known. */
export function spellSymbols(text: string, font: string): string {
  return text.replace(privateSigns, (sign) => signOf(font === '' ? 'symbol' : font, sign.charCodeAt(0)) ?? sign);
}
