import { parseSync } from 'vite';

/** The rules, with what they ask for. docs/architecture.md has their reasons. */
export const styleRules = {
  'whole-name': 'A name is a noun phrase that says what the thing is.',
  'spread-literal': 'No literal is spread to save lines.',
  'second-arrow': 'A line has one arrow function.',
  'second-ternary': 'A line has one conditional expression.',
} as const;

export type StyleRule = keyof typeof styleRules;

/** A place in a file that breaks a rule. Lines count from 1. */
export interface StyleFault {
  rule: StyleRule;
  line: number;
  text: string;
}

/** Participles, adjectives, pronouns and question words that are no name by themselves. */
const emptyNames = new Set([
  'asked',
  'chosen',
  'found',
  'given',
  'held',
  'kept',
  'known',
  'left',
  'made',
  'met',
  'named',
  'one',
  'other',
  'own',
  'said',
  'seen',
  'shown',
  'told',
  'wanted',
  'what',
  'which',
]);

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/**
 * Finds the places of a TypeScript file that break a rule.
 * @throws Error when the file cannot be parsed.
 */
export function findStyleFaults(path: string, source: string): StyleFault[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const lineOf = createLineFinder(source);
  const faults: StyleFault[] = [];
  const arrowLines: number[] = [];
  const ternaryLines: number[] = [];

  const addNames = (pattern: unknown) => {
    for (const { name, start } of boundNames(pattern)) {
      if (emptyNames.has(name))
        faults.push({ rule: 'whole-name', line: lineOf(start), text: name });
    }
  };

  walk(program as unknown as SyntaxNode, (node) => {
    if (node.type === 'VariableDeclarator') addNames(node['id']);
    if (functionTypes.has(node.type)) addNames(node['params']);
    if (node.type === 'TSPropertySignature' || node.type === 'PropertyDefinition')
      addNames(node['key']);
    if (node.type === 'ArrowFunctionExpression' && isNode(node['body'])) {
      arrowLines.push(lineOf(source.lastIndexOf('=>', node['body'].start)));
    }
    if (node.type === 'ConditionalExpression' && isNode(node['test'])) {
      ternaryLines.push(lineOf(source.indexOf('?', node['test'].end)));
    }
    if (isSpreadLiteral(node)) {
      const text = source.slice(node.start, node.end).split('\n', 1)[0] ?? '';
      faults.push({ rule: 'spread-literal', line: lineOf(node.start), text });
    }
  });
  faults.push(
    ...repeatedLines(arrowLines).map((line) => faultOfLine('second-arrow', line, source)),
  );
  faults.push(
    ...repeatedLines(ternaryLines).map((line) => faultOfLine('second-ternary', line, source)),
  );
  return faults;
}

function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit);
    }
  }
}

/** Returns the names that a pattern binds, or that a list of parameters does. */
function boundNames(pattern: unknown): { name: string; start: number }[] {
  if (Array.isArray(pattern)) return pattern.flatMap(boundNames);
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: String(pattern['name']), start: pattern.start }];
    case 'ObjectPattern':
      return boundNames(pattern['properties']);
    case 'Property':
      return boundNames(pattern['value']);
    case 'ArrayPattern':
      return boundNames(pattern['elements']);
    case 'AssignmentPattern':
      return boundNames(pattern['left']);
    case 'RestElement':
      return boundNames(pattern['argument']);
    case 'TSParameterProperty':
      return boundNames(pattern['parameter']);
    default:
      return [];
  }
}

function isSpreadLiteral(node: SyntaxNode): boolean {
  if (node.type !== 'SpreadElement' || !isNode(node['argument'])) return false;
  return (
    node['argument'].type === 'ArrayExpression' || node['argument'].type === 'ObjectExpression'
  );
}

/** Returns each line that occurs again, as often as it does so. */
function repeatedLines(lines: readonly number[]): number[] {
  const met = new Set<number>();
  return lines.filter((line) => {
    const isRepeated = met.has(line);
    met.add(line);
    return isRepeated;
  });
}

const faultOfLine = (rule: StyleRule, line: number, source: string): StyleFault => ({
  rule,
  line,
  text: source.split('\n', line)[line - 1]?.trim() ?? '',
});

function createLineFinder(source: string): (position: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1))
    starts.push(at + 1);
  return (position) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
