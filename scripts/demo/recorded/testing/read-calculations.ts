/** A calculation that a document shows: `(212 − 72) / 2 = 70`. */
export interface Calculation {
  shown: string;
  /** The value of the left side. */
  value: number;
  /** The right side as written. */
  result: number;
  /** Half of the last digit that the right side shows. */
  reach: number;
}

/**
 * Finds the calculations of a document: numbers and operators left of an equals sign, a number on its right. Footnotes
 * are left out. Throws an Error when the left side of an equals sign is no expression.
 */
export function readCalculations(markdown: string): Calculation[] {
  const text = markdown.replace(/^\[\^.*$/gm, '');
  return [...text.matchAll(/=\s+([−]?)([\d,]+)(\.\d+)?( percent)?/g)].map((match) => {
    const [whole, sign = '', digits = '', decimals = '', percent] = match;
    const left = /[\d(][\d.,+−×/() ]*$/.exec(text.slice(Math.max(0, match.index - 120), match.index))?.[0] ?? '';
    const found = evaluateEnd(left.trim());
    if (found === null) throw new Error(`There is no calculation before “${whole}”: ${left}`);
    const result = Number(`${sign === '' ? '' : '-'}${digits.replaceAll(',', '')}${decimals}`);
    const reach = 0.5 * 10 ** -Math.max(0, decimals.length - 1);
    return { shown: `${found.shown} ${whole}`, value: found.value * (percent ? 100 : 1), result, reach };
  });
}

/** True when the right side is the rounded left side, in ones, thousands or millions. */
export function isRight({ value, result, reach }: Calculation): boolean {
  return [1, 1e3, 1e6].some((scale) => [value / scale, value * scale].some((one) => Math.abs(one - result) <= reach));
}

/** Evaluates the longest end of a text that is an expression with an operator. */
function evaluateEnd(text: string): { shown: string; value: number } | null {
  for (const { index } of text.matchAll(/(?<![\d.,])[\d(]/g)) {
    const shown = text.slice(index).trim();
    const value = evaluate(shown.replace(/[,\s]/g, ''));
    if (value !== null && /[+−×/]/.test(shown) && !/\d\s+[\d(]/.test(shown)) return { shown, value };
  }
  return null;
}

/** Returns the value of an expression of numbers, brackets and the four operators, or null for anything else. */
function evaluate(expression: string): number | null {
  let at = 0;
  const primary = (): number => {
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
