import { anyStyle, type NumberStyle } from '@ecp/language/number-style';
import { readQuantities } from '@ecp/language/quantities';
import { readTyped, type TypedFigure } from './figures.ts';

export interface Term {
  figure: TypedFigure;
  /** Marked `(assumed)`: it needs no source. */
  isAssumed: boolean;
  /** It is an exponent or a part of one: a number of periods. */
  isExponent: boolean;
}

export type Operation = '+' | '-' | '*' | '/' | '^';
type Call = 'sum' | 'average' | 'min' | 'max' | 'sqrt';
export type Node =
  | { kind: 'term'; term: Term }
  | { kind: 'negative'; of: Node }
  | { kind: 'operation'; operation: Operation; left: Node; right: Node }
  | { kind: 'call'; call: Call; of: Node[] };

export interface Equation {
  root: Node;
  terms: Term[];
  result: TypedFigure;
  isNegative: boolean;
}

const calls: readonly [Call, RegExp][] = [
  ['sum', /^(?:sum|summe|somme|suma|合計)\s*(?=\()/iu],
  [
    'average',
    /^(?:average|avg|mean|mittelwert|durchschnitt|moyenne|media|promedio|平均)\s*(?=\()/iu,
  ],
  ['min', /^(?:min(?:imum)?|mín(?:imo)?|最小)\s*(?=\()/iu],
  ['max', /^(?:max(?:imum)?|máx(?:imo)?|最大)\s*(?=\()/iu],
  ['sqrt', /^(?:sqrt|wurzel|racine|raíz|√)\s*(?=\()/iu],
];
/** The words behind a number or a date that needs no source. */
export const assumed =
  /^(?:assumed|assumption|angenommen|annahme|supposée?|hypothèse|supuest[oa]|supuestos|仮定|前提)/iu;
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const operations: Readonly<Record<string, Operation>> = {
  '+': '+',
  '−': '-',
  '–': '-',
  '-': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  '⋅': '*',
  '÷': '/',
  '/': '/',
  '^': '^',
};
/** Limits the characters of a calculation that is read, and the numbers. */
const most = { length: 2_000, terms: 60 };

class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/**
 * Reads equations `= a + b = c`, separated by semicolons; each may continue from the one before.
 * Null for others.
 */
export function readCalculation(text: string, style: NumberStyle): Equation[] | null {
  if (text.length > most.length) return null;
  try {
    const parts = splitTop(normalize(text), /[;；]/u).filter((part) => part.includes('='));
    const equations = parts.flatMap((part) =>
      readSides(part.replace(/^\s*=/, '').split('='), style),
    );
    return equations.length === 0 ? null : equations;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

/** Brings signs that look alike to one spelling. */
export function normalize(text: string): string {
  return text
    .replace(
      /(?<=[\d)])[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu,
      (power) => `^${[...power].map((digit) => raised.indexOf(digit)).join('')}`,
    )
    .replace(/[＋－／＝（）％．，０-９＊]/gu, (wide) =>
      String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
    )
    .replace(/≈/g, '=')
    .trim()
    .replace(/[;,.\s]+$/u, '');
}

function splitTop(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (unit === '(') depth += 1;
    else if (unit === ')') depth -= 1;
    else if (depth <= 0 && separator.test(unit)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function readSides(sides: string[], style: NumberStyle): Equation[] {
  if (sides.length < 2) throw new UnreadableError();
  return sides.slice(1).map((side, index) => {
    const left = new Parser(sides[index] ?? '', style).read();
    // "a + b = c × d = e" continues from c.
    const right = new Parser(side, style).read();
    const [result] = right.terms;
    if (!result) throw new UnreadableError();
    const isNegative = right.root.kind === 'negative' || result.figure.sign < 0;
    return { ...left, result: result.figure, isNegative };
  });
}

class Parser {
  readonly #text: string;
  readonly #style: NumberStyle;
  readonly #terms: Term[] = [];
  #at = 0;

  constructor(text: string, style: NumberStyle) {
    this.#text = text;
    this.#style = style;
  }

  read(): { root: Node; terms: Term[] } {
    const root = this.#readSum(false);
    this.#skip();
    if (this.#at < this.#text.length) throw new UnreadableError();
    return { root, terms: this.#terms };
  }

  #skip(): void {
    while (/\s/u.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  /** Returns and consumes the operation at the current place if it is one of these, else null. */
  #take(...wanted: Operation[]): Operation | null {
    this.#skip();
    const sign = this.#text.charAt(this.#at);
    const found =
      operations[sign] ??
      (isSpacedSign(this.#text, this.#at) ? (sign === ':' ? '/' : '*') : undefined);
    if (found === undefined || !wanted.includes(found)) return null;
    this.#at += 1;
    return found;
  }

  #readSum(isExponent: boolean): Node {
    let left = this.#readProduct(isExponent);
    for (let operation = this.#take('+', '-'); operation; operation = this.#take('+', '-'))
      left = { kind: 'operation', operation, left, right: this.#readProduct(isExponent) };
    return left;
  }

  #readProduct(isExponent: boolean): Node {
    let left = this.#readPower(isExponent);
    for (let operation = this.#take('*', '/'); operation; operation = this.#take('*', '/'))
      left = { kind: 'operation', operation, left, right: this.#readPower(isExponent) };
    return left;
  }

  #readPower(isExponent: boolean): Node {
    if (this.#take('-')) return { kind: 'negative', of: this.#readPower(isExponent) };
    this.#take('+');
    const left = this.#readAtom(isExponent);
    return this.#take('^')
      ? { kind: 'operation', operation: '^', left, right: this.#readPower(true) }
      : left;
  }

  #readAtom(isExponent: boolean): Node {
    this.#skip();
    const rest = this.#text.slice(this.#at);
    for (const [call, form] of calls) {
      const name = form.exec(rest)?.[0];
      if (name === undefined) continue;
      this.#at += name.length + 1;
      const of = [this.#readSum(isExponent)];
      while (this.#takeSign(/^[,;、]/u)) of.push(this.#readSum(isExponent));
      if (!this.#takeSign(/^\)/)) throw new UnreadableError();
      return { kind: 'call', call, of };
    }
    if (rest.startsWith('√')) {
      this.#at += 1;
      return { kind: 'call', call: 'sqrt', of: [this.#readAtom(isExponent)] };
    }
    if (rest.startsWith('(')) {
      this.#at += 1;
      const inside = this.#readSum(isExponent);
      if (!this.#takeSign(/^\)/)) throw new UnreadableError();
      this.#skipNotes();
      this.#readUnitBehind(inside);
      return inside;
    }
    return { kind: 'term', term: this.#readTerm(isExponent) };
  }

  #takeSign(form: RegExp): boolean {
    this.#skip();
    const found = form.test(this.#text.slice(this.#at));
    if (found) this.#at += 1;
    return found;
  }

  /**
   * Skips words in brackets behind a number, such as a year. Returns true if they call it assumed.
   */
  #skipNotes(): boolean {
    let isAssumed = false;
    for (;;) {
      const note = /^\s*\(([^()=]*)\)/u.exec(this.#text.slice(this.#at));
      if (!note) return isAssumed;
      isAssumed ||= assumed.test((note[1] ?? '').trim());
      this.#at += note[0].length;
    }
  }

  /** Gives the unit behind brackets to the numbers in them that have none: "(26 + 13) Mio. €". */
  #readUnitBehind(inside: Node): void {
    const unit =
      /^\s*([\p{L}€$£¥%][\p{L}.€$£¥%]*(?:\s[\p{L}€$£¥%]+\.?)?)(?=\s*(?:[-+−–*×·÷/^=)(]|$))/u.exec(
        this.#text.slice(this.#at),
      );
    if (unit === null || isSpacedSign(this.#text, this.#at + 1)) return;
    this.#at += unit[0].length;
    for (const term of listSummands(inside)) {
      if (term.figure.unit !== null || /\p{L}/u.test(term.figure.shown)) continue;
      term.figure = readOne(`${term.figure.shown} ${unit[1]}`, this.#style) ?? term.figure;
    }
  }

  #readTerm(isExponent: boolean): Term {
    const from = this.#at;
    while (this.#at < this.#text.length && !this.#endsTerm(from)) this.#at += 1;
    const words = this.#text.slice(from, this.#at);
    const figure = readOne(words, this.#style);
    if (figure === null || this.#terms.length >= most.terms) throw new UnreadableError();
    const isAssumed = this.#skipNotes();
    // Words may follow in which no number stands: "12 (2024) shops".
    while (
      this.#at < this.#text.length &&
      /[\s\p{L}.]/u.test(this.#text.charAt(this.#at)) &&
      !isSpacedSign(this.#text, this.#at)
    )
      this.#at += 1;
    const term = { figure, isAssumed: isAssumed || this.#skipNotes(), isExponent };
    this.#terms.push(term);
    return term;
  }

  #endsTerm(from: number): boolean {
    const [text, at] = [this.#text, this.#at];
    const unit = text.charAt(at);
    const hasNumber = /\d/.test(text.slice(from, at));
    if (unit === '(' || unit === ')') return true;
    if (/[,;、]/u.test(unit)) return hasNumber && !/^\d/.test(text.slice(at + 1));
    if (!hasNumber) return false;
    if (isSpacedSign(text, at)) return true;
    if (operations[unit] === undefined) return false;
    const [before, after] = [text.charAt(at - 1), text.slice(at + 1)];
    if (unit === '/')
      return (
        !/^\s?(?!(?:[A-Z]{3}|US\$)\s?\d)\p{L}/u.test(after) ||
        calls.some(([, form]) => form.test(after.trim()))
      );
    // A hyphen in a word: "EUR-million".
    return !(unit === '-' && /\p{L}/u.test(before) && /^\p{L}/u.test(after));
  }
}

/** The numbers that have the unit of a sum; of a product the first one. */
function listSummands(node: Node): Term[] {
  if (node.kind === 'term') return [node.term];
  if (node.kind === 'negative') return listSummands(node.of);
  if (node.kind === 'call') return node.of.flatMap(listSummands);
  const isSum = node.operation === '+' || node.operation === '-';
  return [...listSummands(node.left), ...(isSum ? listSummands(node.right) : [])];
}

/** Letters and colons that are signs if they stand alone: "2 x 640", "12 : 4". */
function isSpacedSign(text: string, at: number): boolean {
  return (
    /^\s[xX:]\s$/u.test(text.slice(Math.max(0, at - 1), at + 2)) &&
    /^\s[xX:]\s*(?:[-−(√]|[€$£¥]|[A-Z]{3}\s|\d|\p{L}+\()/u.test(text.slice(at - 1))
  );
}

function readOne(words: string, style: NumberStyle): TypedFigure | null {
  const figures = readTyped(words, style).filter(({ form }) => form === 'digits');
  const found = figures.find(({ kind }) => kind !== 'year') ?? figures[0];
  if (found) return found;
  const [plain] = readQuantities(words, style);
  if (plain === undefined || Number.isNaN(plain.value)) return null;
  const [typed] = readTyped(String(plain.value), anyStyle);
  return typed ? { ...typed, shown: plain.text } : null;
}

/** Text between two numbers of an equation in a sentence: a unit, brackets and one sign. */
const between =
  /^(?:\s?%|[\s\u00a0-]?\p{L}[\p{L}.]*(?:\s\p{L}+){0,2})??\s*[)）]*\s*(?:[+＋−–－*×·÷／/-]|(?<=\s)[x:](?=\s))\s*[(（]*\s?(?:[€$£¥]|[A-Z]{3}\s)?$/u;
const maxBetween = 80;
const maxEquations = 12;

/** Finds the equations that a sentence writes out, with the place of each result: "12 + 5 = 17". */
export function findEquations(
  sentence: string,
  figures: readonly TypedFigure[],
  style: NumberStyle,
): (Equation & { place: TypedFigure })[] {
  const found: (Equation & { place: TypedFigure })[] = [];
  if (!/[=＝≈]/u.test(sentence)) return found;
  const written = figures.filter(({ form }) => form === 'digits');
  for (const [index, place] of written.entries()) {
    const last = written[index - 1];
    if (
      !last ||
      place.start - last.end > maxBetween ||
      !/[=＝≈][^\d=]*$/u.test(sentence.slice(last.end, place.start))
    )
      continue;
    let first = index - 1;
    while (first > 0) {
      const [left, right] = [written[first - 1], written[first]];
      if (!left || !right || right.start - left.end > maxBetween) break;
      if (!between.test(sentence.slice(left.end, right.start))) break;
      first -= 1;
    }
    if (first === index - 1) continue;
    const ahead =
      /(?:[€$£¥]|[A-Z]{3}\s)?[(（\s€$£¥]*$/u.exec(
        sentence.slice(Math.max(0, (written[first]?.start ?? 0) - 24), written[first]?.start),
      )?.[0] ?? '';
    const from = (written[first]?.start ?? 0) - ahead.length;
    const sign = /[=＝≈]/u.exec(sentence.slice(last.end, place.start));
    const end = last.end + (sign?.index ?? 0);
    const unit = /^[^.,;:()=]{0,24}/u.exec(sentence.slice(place.end))?.[0] ?? '';
    const left = balance(sentence.slice(from, end));
    const equations = readCalculation(
      `= ${left} = ${sentence.slice(end + 1, place.end)}${unit}`,
      style,
    );
    const [equation] = equations ?? [];
    if (equation) found.push({ ...equation, place });
    if (found.length >= maxEquations) break;
  }
  return found;
}

/** Removes brackets that enclose the equation with other words: "home (570 − 31 = 539)". */
function balance(text: string): string {
  const plain = text.replace(/（/gu, '(').replace(/）/gu, ')').trim();
  const surplus = plain.replace(/[^(]/g, '').length - plain.replace(/[^)]/g, '').length;
  return surplus > 0
    ? plain.replace(/^[\s(€$£¥]*/u, (lead) => lead.replace('('.repeat(surplus), ''))
    : plain;
}
