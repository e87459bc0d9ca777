/** The operations that a derived figure may use. Percentages are in percent. */
const operations: Record<string, (...inputs: number[]) => number> = {
  growth: (from = 0, to = 0) => (to / from - 1) * 100,
  drop: (from = 0, to = 0) => (1 - to / from) * 100,
  diff: (one = 0, other = 0) => Math.abs(one - other),
  share: (part = 0, whole = 1) => (part / whole) * 100,
  ratio: (one = 0, other = 1) => one / other,
  sum: (...parts) => parts.reduce((total, part) => total + part, 0),
  avg: (...parts) => parts.reduce((total, part) => total + part, 0) / parts.length,
  per: (total = 0, units = 1) => total / units,
  cagr: (from = 1, to = 1, years = 1) => ((to / from) ** (1 / years) - 1) * 100,
  times: (one = 0, other = 0) => one * other,
  scale: (value = 0, divisor = 1) => value / divisor,
  about: (value = 0, step = 1) => Math.round(value / step) * step,
  margin: (profit = 0, revenue = 1) => (profit / revenue) * 100,
  payback: (investment = 0, saving = 1) => investment / saving,
  index: (base = 1, value = 1) => (value / base) * 100,
  wavg: (one = 0, weightOne = 0, other = 0, weightOther = 0) =>
    (one * weightOne + other * weightOther) / (weightOne + weightOther),
  rest: (...parts) => 100 - parts.reduce((total, part) => total + part, 0),
  above: (limit = 0, ...values) => values.filter((value) => value > limit).length,
  below: (limit = 0, ...values) => values.filter((value) => value < limit).length,
};

/** A value and, when the expression is one operation, which one and on what. */
export interface Evaluated {
  value: number;
  call: { operation: string; inputs: number[] } | null;
}

/** Evaluates sums, products and operations over named values. Throws at what it does not know. */
export function evaluateExpression(expression: string, values: ReadonlyMap<string, number>): Evaluated {
  const tokens = expression.match(/\d+(?:\.\d+)?|[a-zA-Z]\w*|[-+*/(),]/g) ?? [];
  let at = 0;
  let lastCall: Evaluated['call'] = null;
  const take = (expected: string) => {
    if (tokens[at] !== expected) throw new Error(`“${expression}” lacks ${expected}.`);
    at += 1;
  };
  const readArguments = (): number[] => {
    const inputs: number[] = [];
    take('(');
    while (tokens[at] !== ')') {
      inputs.push(readSum());
      if (tokens[at] === ',') at += 1;
    }
    take(')');
    return inputs;
  };
  const readFactor = (): number => {
    const token = tokens[at] ?? '';
    if (token === '(') {
      take('(');
      const value = readSum();
      take(')');
      return value;
    }
    at += 1;
    if (/^\d/.test(token)) return Number(token);
    const operation = operations[token];
    if (operation !== undefined && tokens[at] === '(') {
      const inputs = readArguments();
      lastCall = { operation: token, inputs };
      return operation(...inputs);
    }
    const value = values.get(token);
    if (value === undefined) throw new Error(`“${expression}” names ${token}, which has no value.`);
    return value;
  };
  const readProduct = (): number => {
    let value = readFactor();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const isTimes = tokens[at] === '*';
      at += 1;
      const factor = readFactor();
      value = isTimes ? value * factor : value / factor;
    }
    return value;
  };
  function readSum(): number {
    let value = readProduct();
    while (tokens[at] === '+' || tokens[at] === '-') {
      const isPlus = tokens[at] === '+';
      at += 1;
      const part = readProduct();
      value = isPlus ? value + part : value - part;
    }
    return value;
  }
  const value = readSum();
  if (at !== tokens.length) throw new Error(`“${expression}” goes on after its end.`);
  const isOneCall = /^\w+\([^()]*\)$/.test(expression.trim());
  return { value, call: isOneCall ? lastCall : null };
}
