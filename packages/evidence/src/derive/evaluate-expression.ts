/** Thrown for a text that is no expression over the given names. */
export class ExpressionError extends Error {}

type Token = number | string;
const token = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([a-z]\d*)|([-+*/^(),]))/gy;

/**
 * Evaluates an expression such as `(b - a) / a * 100` over named numbers. It knows + - * / ^, signs and parentheses,
 * and nothing else: no functions, no access to anything.
 * @throws ExpressionError for anything else
 */
export function evaluateExpression(text: string, values: Readonly<Record<string, number>>): number {
  const tokens = readTokens(text);
  let at = 0;
  const take = (...signs: string[]) => {
    const next = tokens[at];
    if (typeof next !== 'string' || !signs.includes(next)) return null;
    at += 1;
    return next;
  };
  const readSum = (): number => {
    let value = readProduct();
    for (let sign = take('+', '-'); sign !== null; sign = take('+', '-')) {
      const next = readProduct();
      value = sign === '+' ? value + next : value - next;
    }
    return value;
  };
  const readProduct = (): number => {
    let value = readPower();
    for (let sign = take('*', '/'); sign !== null; sign = take('*', '/')) {
      const next = readPower();
      value = sign === '*' ? value * next : value / next;
    }
    return value;
  };
  const readPower = (): number => {
    if (take('-') !== null) return -readPower();
    const base = readAtom();
    return take('^') === null ? base : base ** readPower();
  };
  const readAtom = (): number => {
    if (take('(') !== null) {
      const value = readSum();
      if (take(')') === null) throw new ExpressionError('a parenthesis is open');
      return value;
    }
    const next = tokens[at];
    at += 1;
    const value = typeof next === 'number' ? next : next === undefined ? undefined : values[next];
    if (value === undefined) throw new ExpressionError(`${next ?? 'the end'} is no number`);
    return value;
  };
  const value = readSum();
  if (at < tokens.length) throw new ExpressionError(`${tokens[at]} follows the expression`);
  return value;
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  const plain = text.trimEnd();
  while (token.lastIndex < plain.length) {
    const from = token.lastIndex;
    const [, number, name, sign] = token.exec(plain) ?? [];
    if (number === undefined && name === undefined && sign === undefined)
      throw new ExpressionError(`${plain.slice(from, from + 10)} is not understood`);
    tokens.push(number === undefined ? (name ?? sign ?? '') : Number(number));
  }
  return tokens;
}
