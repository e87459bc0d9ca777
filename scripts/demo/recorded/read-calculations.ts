/** A calculation that a footnote of a document shows: `= (212 − 72) / 2 = 70`. */
export interface Calculation {
  shown: string;
  /** The value of the left side, in percent where the right side is. */
  value: number;
  /** The right side as written. */
  result: number;
  /** Half of the last digit that the right side shows. */
  reach: number;
}

/**
 * Finds the calculations of a document's footnotes, but those with dates. Throws an Error when a
 * left side is no expression or a right side is no number.
 */
export function readCalculations(markdown: string): Calculation[] {
  const footnotes = [...markdown.matchAll(/^\[\^[^\]]+\]: (=.*)$/gm)].map(([, text = '']) => text);
  const equations = footnotes.flatMap((text) =>
    text.split(';').filter((part) => part.includes('=')),
  );
  return equations.filter((equation) => !/\bmonths?\b/.test(equation)).map(readEquation);
}

function readEquation(equation: string): Calculation {
  const shown = equation.trim();
  const [left = '', right = '', rest] = shown.replace(/^=/, '').split('=');
  const value = evaluate(toPlain(left).replace(/([\d.]+)%/g, '($1/100)'));
  const [, sign = '', digits, decimals = '', percent] =
    /^(−?)(\d+)(\.\d+)?(%?)$/.exec(toPlain(right)) ?? [];
  if (value === null || digits === undefined || rest !== undefined)
    throw new Error(`“${shown}” is no calculation`);
  const result = Number(`${sign === '' ? '' : '-'}${digits}${decimals}`);
  const reach = 0.5 * 10 ** -Math.max(0, decimals.length - 1);
  return { shown, value: value * (percent ? 100 : 1), result, reach };
}

/** Takes away what is no number, bracket, sign or percent. */
function toPlain(side: string): string {
  return side.replace(/\(assumed\)|EUR|windows|times|[,\s]/g, '');
}

/** True when the right side is the rounded left side. */
export function isRight({ value, result, reach }: Calculation): boolean {
  return Math.abs(value - result) <= reach;
}

/**
 * Returns the value of an expression of numbers, brackets and the four operators, or null for
 * anything else.
 */
function evaluate(expression: string): number | null {
  let at = 0;
  const primary = (): number => {
    if (expression[at] === '−') {
      at += 1;
      return -primary();
    }
    if (expression[at] === '(') {
      at += 1;
      const value = sum();
      at = expression[at] === ')' ? at + 1 : Number.NaN;
      return value;
    }
    const digits = /^\d+(?:\.\d+)?/.exec(expression.slice(at))?.[0] ?? '';
    at += digits.length;
    return digits === '' ? Number.NaN : Number(digits);
  };
  const product = (): number => {
    let value = primary();
    for (let sign = expression[at]; sign === '×' || sign === '/'; sign = expression[at]) {
      at += 1;
      value = sign === '×' ? value * primary() : value / primary();
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let sign = expression[at]; sign === '+' || sign === '−'; sign = expression[at]) {
      at += 1;
      value = sign === '+' ? value + product() : value - product();
    }
    return value;
  };
  const value = sum();
  return at === expression.length && Number.isFinite(value) ? value : null;
}
