import { createHash } from 'node:crypto';
import { parseSync } from 'vite';

/** A message in the code. */
export interface FoundMessage {
  id: string;
  /** The English text, an ICU message. */
  text: string;
  context: string;
  line: number;
  /** Where its literal stands in the code. */
  start: number;
  end: number;
  /** Names of the values that the code gives; null if they are not listed there. */
  given: readonly string[] | null;
}

/** An import of a module of the same app. */
interface FoundImport {
  /** The path in the code. */
  path: string;
  isDynamic: boolean;
  start: number;
  end: number;
}

/** The messages of a source file, and its faults. */
export interface ReadSource {
  messages: FoundMessage[];
  imports: FoundImport[];
  /** Sentences about calls that cannot be translated. */
  problems: string[];
}

/** A node of a syntax tree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the nodes directly below a node, in the order of the code. */
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Parses a TypeScript file. */
export function parseSource(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return program as unknown as Node;
}

/** Returns the id of a message: short, so that pages stay small. */
export const idOf = (text: string, context: string): string =>
  createHash('sha256').update(`${text}\u0004${context}`).digest('base64url').slice(0, 5);

const translators = { t: 'text', rich: 'text', translated: 'object' } as const;

/** Reads messages and imports of a source file. */
export function readSource(file: string, code: string): ReadSource {
  const found: ReadSource = { messages: [], imports: [], problems: [] };
  const program = parseSource(file, code);
  const calls = new Map<string, 'text' | 'object'>();
  const lineOf = (at: number) => code.slice(0, at).split('\n').length;
  const add = (literal: Node, text: string, context: string, given: readonly string[] | null) => {
    const { start, end } = literal;
    found.messages.push({
      id: idOf(text, context),
      text,
      context,
      line: lineOf(start),
      start,
      end,
      given,
    });
  };
  const addText = (node: Node) => {
    const [message, values, context] = node['arguments'] as Node[];
    const text = message && readText(message);
    if (!message || text === null || text === undefined) {
      found.problems.push(`${file}:${lineOf(node.start)}: the message is no literal`);
      return;
    }
    add(message, text, (context && readText(context)) ?? '', values ? readKeys(values) : []);
  };
  const addObject = (node: Node) => {
    for (const leaf of leavesOf(node)) {
      const text = readText(leaf);
      if (text !== null) add(leaf, text, '', []);
    }
  };
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('Export'))
      addImport(node, found, calls);
    if (node.type === 'ImportExpression') {
      const path = readText(node['source'] as Node);
      if (path?.startsWith('.'))
        found.imports.push({ path, isDynamic: true, start: node.start, end: node.end });
    }
    const kind =
      node.type === 'CallExpression' ? calls.get(nameOf(node['callee'] as Node)) : undefined;
    if (kind === 'text') addText(node);
    if (kind === 'object') for (const argument of node['arguments'] as Node[]) addObject(argument);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return found;
}

/** Returns the name of an identifier; empty for anything else. */
export const nameOf = (node: Node): string =>
  node.type === 'Identifier' ? String(node['name']) : '';

/** Returns the text of a literal, also of several that are joined; null for anything else. */
export function readText(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'TemplateLiteral' && (node['expressions'] as Node[]).length === 0) {
    return (node['quasis'] as { value: { cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join('');
  }
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [readText(node['left'] as Node), readText(node['right'] as Node)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}

/** Returns the names of an object literal; null if others may be among them. */
function readKeys(node: Node): string[] | null {
  if (node.type !== 'ObjectExpression') return null;
  const names = (node['properties'] as Node[]).map((property) =>
    property.type === 'Property' && property['computed'] !== true
      ? nameOf(property['key'] as Node)
      : '',
  );
  return names.includes('') ? null : names;
}

/** Returns the values in an object of texts, but for those that functions make. */
function leavesOf(node: Node): Node[] {
  if (node.type === 'ObjectExpression') {
    const properties = (node['properties'] as Node[]).filter(
      ({ type, kind, key }) =>
        type === 'Property' && kind === 'init' && nameOf(key as Node) !== 'value',
    );
    return properties.flatMap((property) => leavesOf(property['value'] as Node));
  }
  if (node.type === 'ArrayExpression')
    return (node['elements'] as Node[]).filter(isNode).flatMap(leavesOf);
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return leavesOf(node['expression'] as Node);
  return [node];
}

function addImport(node: Node, found: ReadSource, calls: Map<string, 'text' | 'object'>): void {
  const path = node['source'] ? readText(node['source'] as Node) : null;
  if (!path?.startsWith('.') || node['importKind'] === 'type' || node['exportKind'] === 'type')
    return;
  found.imports.push({ path, isDynamic: false, start: node.start, end: node.end });
  if (!/\/(translate\.ts|rich\.tsx)$/.test(path)) return;
  for (const specifier of (node['specifiers'] ?? []) as Node[]) {
    const imported = nameOf(specifier['imported'] as Node);
    if (imported === 't' || imported === 'rich' || imported === 'translated') {
      calls.set(nameOf(specifier['local'] as Node), translators[imported]);
    }
  }
}
