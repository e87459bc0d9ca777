/** A piece of a source file with its first line, counted from 1. */
export interface Piece {
  text: string;
  line: number;
}

interface ScannedSource {
  /** Texts of string and template literals, without the expressions in templates. */
  literals: Piece[];
  /** The code with blanks instead of comments and literals. Lines stay the same. */
  code: string;
}

/**
 * Matches what can hide other tokens: comments, strings, templates up to `${` or the end, regular
 * expressions.
 */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=(?:[=(,:;!&|?{}[\n>]|\breturn)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|[`{}]/g;
const templateText = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{)/y;

/**
 * Separates TypeScript code from literals and comments. It is no parser, but finds imports and SQL.
 */
export function scanSource(source: string): ScannedSource {
  const literals: Piece[] = [];
  let code = '';
  let copied = 0;
  const depths: ('brace' | 'template')[] = [];
  const hide = (from: number, to: number) => {
    code += source.slice(copied, from) + source.slice(from, to).replace(/[^\n]/g, ' ');
    copied = to;
  };
  const keep = (from: number, text: string) => literals.push({ text, line: lineAt(source, from) });
  /** Reads template text from `from` and returns the position where code continues. */
  const readTemplate = (from: number): number => {
    templateText.lastIndex = from;
    const match = templateText.exec(source);
    if (!match) return source.length;
    const text = match[0].slice(0, -(match[1] ?? '').length);
    keep(from, text);
    hide(from, from + text.length);
    if (match[1] === '${') depths.push('template');
    return templateText.lastIndex;
  };
  tokens.lastIndex = 0;
  for (let match = tokens.exec(source); match; match = tokens.exec(source)) {
    const [token] = match;
    if (token === '{') depths.push('brace');
    else if (token === '`' || (token === '}' && depths.pop() === 'template')) {
      tokens.lastIndex = readTemplate(tokens.lastIndex);
    } else if (token !== '}') {
      const isString = token.startsWith("'") || token.startsWith('"');
      if (isString) keep(match.index, token.slice(1, -1));
      hide(match.index + (isString ? 1 : 0), match.index + token.length - (isString ? 1 : 0));
    }
  }
  return { literals, code: code + source.slice(copied) };
}

/** Finds the names of static, re-exported and dynamic imports, with their lines. */
export function findImports(source: string): Piece[] {
  const { code } = scanSource(source);
  return [...code.matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*(['"])( *)\1/g)].map((match) => {
    const end = match.index + match[0].length - 1;
    const text = source.slice(end - (match[2] ?? '').length, end);
    return { text, line: lineAt(source, end) };
  });
}

/** Returns the line of a position, counted from 1. */
export function lineAt(source: string, position: number): number {
  return source.slice(0, position).split('\n').length;
}
