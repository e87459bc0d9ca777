import { accents, names, scripts, symbols } from './formula-symbols.ts';

/**
 * Writes a LaTeX formula as a line of text with the signs of Unicode: `\frac{a}{b}` becomes `a/b`,
 * `x_i^2` becomes `xᵢ²`. Commands that it does not know stay as they are, so that nothing is lost.
 * Linear in the length of the formula.
 */
export function writeFormula(latex: string): string {
  const reading: Reading = { tokens: latex.match(token) ?? [], at: 0, depth: 0 };
  const text = readUntil(reading, null);
  return text.replace(/\s+/g, ' ').trim();
}

const token = /\\(?:[a-zA-Z]+\*?|[\s\S])|\s+|[\s\S]/gu;

interface Reading {
  tokens: readonly string[];
  at: number;
  depth: number;
}

/** Deeper groups are shown without their commands. */
const deepest = 40;

function readUntil(reading: Reading, end: string | null): string {
  const parts: string[] = [];
  reading.depth += 1;
  while (reading.at < reading.tokens.length) {
    const sign = reading.tokens[reading.at] ?? '';
    if (sign === end) {
      reading.at += 1;
      break;
    }
    if (sign === '^' || sign === '_') {
      reading.at += 1;
      parts.push(writeScript(sign, readArgument(reading)));
    } else parts.push(readOne(reading));
  }
  reading.depth -= 1;
  return parts.join('');
}

/** Reads the next sign, command or group. */
function readOne(reading: Reading): string {
  const sign = reading.tokens[reading.at] ?? '';
  reading.at += 1;
  if (sign === '{') return reading.depth > deepest ? '' : readUntil(reading, '}');
  if (sign === '}') return '';
  if (sign === '&' || sign === '~') return ' ';
  if (sign.startsWith('\\')) return readCommand(sign.slice(1), reading);
  return sign;
}

function readArgument(reading: Reading): string {
  while (/^\s+$/.test(reading.tokens[reading.at] ?? '')) reading.at += 1;
  return readOne(reading);
}

/** Reads an argument in square brackets; empty without one. */
function readOption(reading: Reading): string {
  if (reading.tokens[reading.at] !== '[') return '';
  reading.at += 1;
  return readUntil(reading, ']');
}

function readCommand(name: string, reading: Reading): string {
  const plain = name.replace(/\*$/, '');
  const symbol = symbols.get(plain);
  if (symbol !== undefined) return symbol;
  const accent = accents.get(plain);
  if (accent !== undefined) return addAccent(readArgument(reading), accent);
  if (names.has(plain)) return plain;
  switch (plain) {
    case 'frac':
    case 'dfrac':
    case 'tfrac':
    case 'cfrac': {
      const upper = bracket(readArgument(reading));
      return `${upper}/${bracket(readArgument(reading))}`;
    }
    case 'binom': {
      const upper = readArgument(reading);
      return `C(${upper}, ${readArgument(reading)})`;
    }
    case 'sqrt': {
      const root = readOption(reading).trim();
      const sign = root === '3' ? '∛' : root === '4' ? '∜' : `${writeScripted(root, '^') ?? root}√`;
      return sign + bracket(readArgument(reading));
    }
    case 'begin':
      readArgument(reading);
      return ' ';
    case 'end':
      readArgument(reading);
      return ' ';
    case 'tag':
      return ` (${readArgument(reading)})`;
    case 'label':
      readArgument(reading);
      return '';
    case 'left':
    case 'right':
      // A period stands for no bracket.
      if (reading.tokens[reading.at] === '.') reading.at += 1;
      return '';
    default:
      return transparent.has(plain) ? readArgument(reading) : `\\${name}`;
  }
}

/** Commands that change the look of their argument alone. */
const transparent = new Set([
  'text',
  'textbf',
  'textit',
  'textrm',
  'textsf',
  'mathrm',
  'mathbf',
  'mathit',
  'mathsf',
  'mathtt',
  'mathcal',
  'mathbb',
  'mathfrak',
  'boldsymbol',
  'bm',
  'operatorname',
  'mbox',
  'hbox',
  'boxed',
  'underbrace',
  'overbrace',
  'displaystyle',
  'textstyle',
]);

/** Puts what is more than one number or name in brackets. */
function bracket(text: string): string {
  const inner = text.trim();
  const isSingle = /^[√∛∜]?[\p{L}\p{N}\p{M}.,'′]*$/u.test(inner) || /^\([^()]*\)$/.test(inner);
  return isSingle ? inner : `(${inner})`;
}

function addAccent(text: string, accent: string): string {
  return Array.from(text, (character) =>
    /\p{L}/u.test(character) ? character + accent : character,
  ).join('');
}

function writeScript(sign: '^' | '_', text: string): string {
  const inner = text.trim();
  if (inner === '') return '';
  if (inner === '′') return inner;
  if (inner === '∘' || inner === '°') return '°';
  const raised = writeScripted(inner, sign);
  if (raised !== null) return raised;
  return sign + (/^(?:[\p{L}\p{N}]+|.)$/u.test(inner) ? inner : `(${inner})`);
}

/** Writes raised or lowered signs; null if Unicode does not have all of them. */
function writeScripted(text: string, sign: '^' | '_'): string | null {
  let written = '';
  for (const character of text.replace(/\s+/g, '')) {
    const scripted = scripts[sign].get(character);
    if (scripted === undefined) return null;
    written += scripted;
  }
  return written;
}

/** Tells whether a name is a command of formulas. */
export const isFormulaCommand = (name: string): boolean =>
  symbols.has(name) ||
  accents.has(name) ||
  names.has(name) ||
  transparent.has(name) ||
  structures.has(name);

const structures = new Set([
  'frac',
  'dfrac',
  'tfrac',
  'cfrac',
  'binom',
  'sqrt',
  'begin',
  'end',
  'left',
  'right',
]);
