import { dirname, join } from 'node:path';
import { childrenOf, type Node, nameOf, parseSource, readText } from './read-source.ts';

/** The kind of value behind a name: a text, or an object of texts. */
type Held = 'text' | ReadonlyMap<string, Held>;
type Names = Map<string, Held>;

/**
 * A file in which texts are read while its module loads. They would keep the language of that
 * moment.
 */
interface EarlyRead {
  path: string;
  line: number;
  code: string;
}

/** Finds texts that are read while a module loads instead of while a page is shown. */
export function findEarlyReads(sources: ReadonlyMap<string, string>): EarlyRead[] {
  const programs = new Map([...sources].map(([path, code]) => [path, parseSource(path, code)]));
  const exported = new Map([...programs].map(([path, program]) => [path, readObjects(program)]));
  return [...programs].flatMap(([path, program]) => {
    const code = sources.get(path) ?? '';
    const names: Names = new Map(exported.get(path));
    const found: Node[] = [];
    for (const statement of program['body'] as Node[]) {
      if (statement.type === 'ImportDeclaration') addImported(statement, path, exported, names);
      else readEarly(statement, names, found);
    }
    return found.map((node) => ({
      path,
      line: code.slice(0, node.start).split('\n').length,
      code: code.slice(node.start, node.end).split('\n')[0] ?? '',
    }));
  });
}

/** Returns the objects of texts that a module makes, by their names. */
function readObjects(program: Node): Names {
  const names: Names = new Map();
  for (const statement of program['body'] as Node[]) {
    const declaration = (statement['declaration'] as Node | null | undefined) ?? statement;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration['declarations'] as { id: Node; init: Node | null }[]) {
      const call = init && unwrap(init);
      if (call?.type !== 'CallExpression' || nameOf(call['callee'] as Node) !== 'translated')
        continue;
      const [object] = call['arguments'] as Node[];
      const held = object && heldBy(object);
      if (held) names.set(nameOf(id), held);
    }
  }
  return names;
}

function heldBy(node: Node): Held | null {
  if (node.type === 'ArrayExpression' || readText(node) !== null) return 'text';
  if (node.type !== 'ObjectExpression') return null;
  const fields = (node['properties'] as Node[]).flatMap((property): [string, Held][] => {
    if (property.type !== 'Property') return [];
    const key = property['key'] as Node;
    const held = property['kind'] === 'get' ? 'text' : heldBy(property['value'] as Node);
    return held ? [[readText(key) ?? nameOf(key), held]] : [];
  });
  return new Map(fields);
}

function addImported(
  node: Node,
  path: string,
  exported: ReadonlyMap<string, Names>,
  names: Names,
): void {
  const from = exported.get(join(dirname(path), readText(node['source'] as Node) ?? ''));
  for (const { imported, local } of node['specifiers'] as { imported?: Node; local: Node }[]) {
    const held = imported && from?.get(nameOf(imported));
    if (held) names.set(nameOf(local), held);
  }
}

const unwrap = (node: Node): Node =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'ChainExpression'].includes(node.type)
    ? unwrap(node['expression'] as Node)
    : node;

function resolve(node: Node, names: Names): Held | undefined {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') return names.get(nameOf(inner));
  if (inner.type !== 'MemberExpression') return undefined;
  const object = resolve(inner['object'] as Node, names);
  if (object === undefined || object === 'text') return undefined;
  return inner['computed'] === true
    ? object.values().next().value
    : object.get(nameOf(inner['property'] as Node));
}

/** Looks through what runs while the module loads, so not into functions. */
function readEarly(node: Node, names: Names, found: Node[]): void {
  if (/Function|^Class|^TS(?!As|Satisfies)/.test(node.type)) return;
  if (node.type === 'VariableDeclarator' && node['init']) {
    const held = resolve(node['init'] as Node, names);
    const id = node['id'] as Node;
    if (held !== undefined && held !== 'text') {
      bind(id, held, names, found);
      return;
    }
  }
  if (node.type === 'CallExpression') readEarlyCall(node, names, found);
  const isCopied =
    node.type === 'SpreadElement' && resolve(node['argument'] as Node, names) !== undefined;
  if (isCopied || (node.type === 'MemberExpression' && resolve(node, names) === 'text')) {
    found.push(node);
    return;
  }
  const isProperty =
    node.type === 'Property' && (node['kind'] === 'get' || node['method'] === true);
  if (!isProperty) for (const child of childrenOf(node)) readEarly(child, names, found);
}

function readEarlyCall(node: Node, names: Names, found: Node[]): void {
  const callee = node['callee'] as Node;
  const given = node['arguments'] as Node[];
  if (nameOf(callee) === 't') found.push(node);
  if (callee.type !== 'MemberExpression') return;
  // `Object.entries(texts)` reads all texts, and the functions of lists run at once.
  if (
    nameOf(callee['object'] as Node) === 'Object' &&
    nameOf(callee['property'] as Node) !== 'keys'
  ) {
    found.push(...given.filter((argument) => resolve(argument, names) !== undefined));
  }
  if (!/^(map|flatMap|filter|find|reduce)$/.test(nameOf(callee['property'] as Node))) return;
  for (const argument of given) {
    if (/Function/.test(argument.type)) readEarly(argument['body'] as Node, names, found);
  }
}

/** Gives names to an object of texts or to its fields. A field that is a text is read at once. */
function bind(id: Node, held: Held, names: Names, found: Node[]): void {
  if (held === 'text') found.push(id);
  else if (id.type === 'Identifier') names.set(nameOf(id), held);
  else if (id.type === 'ObjectPattern') {
    for (const property of id['properties'] as Node[]) {
      const field =
        property.type === 'Property' ? held.get(nameOf(property['key'] as Node)) : undefined;
      if (field) bind(property['value'] as Node, field, names, found);
    }
  }
}
