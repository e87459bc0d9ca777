/** An expression over named numbers. */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'name'; name: string }
  | { kind: 'negative'; of: Expression }
  | { kind: 'operation'; sign: Sign; left: Expression; right: Expression }
  | { kind: 'call'; call: string; of: Expression[] };

type Sign = '+' | '-' | '*' | '/' | '^';

const functions: Readonly<
  Record<string, { excel: string; run: (values: readonly number[]) => number }>
> = {
  sum: { excel: 'SUM', run: (values) => values.reduce((total, one) => total + one, 0) },
  average: {
    excel: 'AVERAGE',
    run: (values) => values.reduce((total, one) => total + one, 0) / values.length,
  },
  min: { excel: 'MIN', run: (values) => Math.min(...values) },
  max: { excel: 'MAX', run: (values) => Math.max(...values) },
  sqrt: { excel: 'SQRT', run: ([value = 0]) => Math.sqrt(value) },
};
const weights: Readonly<Record<Sign, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 3 };
/** Limits of an expression that is read. */
const most = { length: 2_000, depth: 50 } as const;

/** Reads an expression such as `(b - a) / a * 100`. Null for another text. */
export function readExpression(text: string): Expression | null {
  if (text.length > most.length) return null;
  const tokens = text.match(/\d+(?:\.\d+)?(?:e[-+]?\d+)?|[a-z]\w*|[-+*/^(),]|\S/giu) ?? [];
  let at = 0;
  let depth = 0;
  const take = (...wanted: string[]) =>
    wanted.includes(tokens[at] ?? '') ? (tokens[at++] ?? null) : null;

  function readOperations(weight: number): Expression | null {
    if (weight > 3) return readOne();
    let left = readOperations(weight + 1);
    const signs = Object.keys(weights).filter((sign) => weights[sign as Sign] === weight);
    for (let sign = take(...signs); left && sign; sign = take(...signs)) {
      const right = readOperations(weight + 1);
      left = right && { kind: 'operation', sign: sign as Sign, left, right };
    }
    return left;
  }

  function readOne(): Expression | null {
    depth += 1;
    if (depth > most.depth) return null;
    const found = readInner();
    depth -= 1;
    return found;
  }

  function readInner(): Expression | null {
    if (take('-')) {
      const of = readOperations(3);
      return of && { kind: 'negative', of };
    }
    if (take('(')) {
      const inner = readOperations(1);
      return take(')') ? inner : null;
    }
    const token = tokens[at++] ?? '';
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (!/^[a-z]/i.test(token)) return null;
    if (!take('(')) return { kind: 'name', name: token };
    const of: Expression[] = [];
    do {
      const one = readOperations(1);
      if (!one) return null;
      of.push(one);
    } while (take(','));
    return take(')') && Object.hasOwn(functions, token) ? { kind: 'call', call: token, of } : null;
  }
  const whole = readOperations(1);
  return at === tokens.length ? whole : null;
}

/** Computes an expression with the values of its names. */
export function compute(node: Expression, numberOf: (name: string) => number): number {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'name':
      return numberOf(node.name);
    case 'negative':
      return -compute(node.of, numberOf);
    case 'call':
      return functions[node.call]?.run(node.of.map((one) => compute(one, numberOf))) ?? Number.NaN;
    case 'operation': {
      const [left, right] = [compute(node.left, numberOf), compute(node.right, numberOf)];
      return {
        '+': left + right,
        '-': left - right,
        '*': left * right,
        '/': left / right,
        '^': left ** right,
      }[node.sign];
    }
  }
}

/**
 * Puts numbers in place of names that stand for one, and joins numbers that follow each other: `a *
 * 100 / 100` is `a`.
 */
export function simplify(node: Expression, numberOf: (name: string) => number | null): Expression {
  switch (node.kind) {
    case 'number':
      return node;
    case 'name': {
      const value = numberOf(node.name);
      return value === null ? node : { kind: 'number', value };
    }
    case 'negative':
      return { kind: 'negative', of: simplify(node.of, numberOf) };
    case 'call':
      return { ...node, of: node.of.map((one) => simplify(one, numberOf)) };
    case 'operation': {
      const whole = {
        ...node,
        left: simplify(node.left, numberOf),
        right: simplify(node.right, numberOf),
      };
      return joinFactors(whole) ?? dropOne(whole);
    }
  }
}

/** Drops a factor of one, such as 100 %. */
function dropOne(node: Extract<Expression, { kind: 'operation' }>): Expression {
  const { sign, left, right } = node;
  if (!isFactor(sign) || right.kind !== 'number') return node;
  if (right.value === 1) return left;
  const isOne = sign === '/' && left.kind === 'number' && left.value === right.value;
  return isOne ? { kind: 'number', value: 1 } : node;
}

/**
 * Joins the last two factors of a product if both are numbers, and their product or its inverse is
 * a whole number.
 */
function joinFactors({
  sign,
  left,
  right,
}: Extract<Expression, { kind: 'operation' }>): Expression | null {
  if (right.kind !== 'number' || left.kind !== 'operation' || left.right.kind !== 'number')
    return null;
  if (!isFactor(sign) || !isFactor(left.sign)) return null;
  const above = (left.sign === '*' ? left.right.value : 1) * (sign === '*' ? right.value : 1);
  const below = (left.sign === '/' ? left.right.value : 1) * (sign === '/' ? right.value : 1);
  if (above === below) return left.left;
  const [value, by] =
    above % below === 0 ? [above / below, '*' as const] : [below / above, '/' as const];
  if (!Number.isSafeInteger(value)) return null;
  return { kind: 'operation', sign: by, left: left.left, right: { kind: 'number', value } };
}

const isFactor = (sign: Sign): boolean => sign === '*' || sign === '/';

/** Returns an expression times a number. */
export const times = (node: Expression, factor: number): Expression => {
  if (factor === 1) return node;
  // A thousandth is a thousand below, so that it can be joined.
  const inverse = Math.round(1 / factor);
  const isBelow = factor < 1 && Math.abs(inverse * factor - 1) < 1e-12;
  const right: Expression = { kind: 'number', value: isBelow ? inverse : factor };
  const whole = { kind: 'operation', sign: isBelow ? '/' : '*', left: node, right } as const;
  return joinFactors(whole) ?? whole;
};

/**
 * Writes an expression as a formula. A name becomes the text of `write`, which stands for itself in
 * any place.
 */
export function toFormula(node: Expression, write: (name: string) => string): string {
  return writeNode(node, write);
}

function writeNode(node: Expression, write: (name: string) => string): string {
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'name':
      return write(node.name);
    case 'negative':
      // A formula reads -2^2 as 4.
      return `(-${wrap(node.of, 3, write)})`;
    case 'call':
      return `${functions[node.call]?.excel}(${node.of.map((one) => writeNode(one, write)).join(',')})`;
    case 'operation': {
      const weight = weights[node.sign];
      const left = wrap(node.left, node.sign === '^' ? 4 : weight, write);
      const right = wrap(
        node.right,
        node.sign === '+' || node.sign === '*' ? weight : weight + 1,
        write,
      );
      return `${left}${node.sign}${right}`;
    }
  }
}

function wrap(node: Expression, weight: number, write: (name: string) => string): string {
  const text = writeNode(node, write);
  return node.kind === 'operation' && weights[node.sign] < weight ? `(${text})` : text;
}
