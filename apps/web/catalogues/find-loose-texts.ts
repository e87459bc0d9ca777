import { childrenOf, type Node, parseSource, readSource } from './read-source.ts';

/** A text for people that no catalogue holds. */
interface LooseText {
  line: number;
  text: string;
}

/**
 * Keys of a keyboard, and the words by which a document cites queries and grids in every language.
 */
const codes = new Set(['Ctrl', 'Tab', 'Escape', 'Enter', 'Query …', 'Grid …']);
/** Attributes whose values nobody reads. */
const silent =
  /^(className|d|viewBox|href|to|src|autoComplete|pattern|transform|points|fill|role|rel|target|style)$/;
/** Nodes without texts: names, types and comparisons. */
const withoutTexts = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSLiteralType',
]);

/** Finds the texts for people in a source file that are no messages. */
export function findLooseTexts(file: string, code: string): LooseText[] {
  const messages = new Set(readSource(file, code).messages.map(({ start }) => start));
  const found: LooseText[] = [];
  const add = (node: Node, text: string) => {
    found.push({ line: code.slice(0, node.start).split('\n').length, text: text.trim() });
  };
  const visit = (node: Node, isShown: boolean): void => {
    if (messages.has(node.start) && /Literal|Binary/.test(node.type)) return;
    if (withoutTexts.has(node.type) || isSilent(node)) return;
    if (node.type === 'JSXText' && isText(String(node['value']).trim(), true))
      add(node, String(node['value']));
    if (
      node.type === 'Literal' &&
      typeof node['value'] === 'string' &&
      isText(node['value'], isShown)
    ) {
      add(node, node['value']);
    }
    if (node.type === 'TemplateLiteral') {
      const words = (node['quasis'] as { value: { cooked: string } }[]).map(
        ({ value }) => value.cooked,
      );
      if (isText(words.join('…'), isShown)) add(node, words.join('…'));
    }
    const shows =
      node.type === 'JSXAttribute' ? isVisible(node) : isShown && node.type !== 'JSXElement';
    for (const child of childrenOf(node)) {
      if (child !== node['key'] || node.type !== 'Property') visit(child, shows);
    }
  };
  visit(parseSource(file, code), false);
  return found;
}

const attributeName = (node: Node): string => String((node['name'] as Node)['name']);

/** Whether an attribute is read by people, even if it is one word. */
const isVisible = (node: Node): boolean =>
  /^(aria-label|aria-description|title|placeholder|alt|label|hint|description|lead|advice)$/.test(
    attributeName(node),
  );

/**
 * Whether nobody reads what is in a node: classes, addresses, comparisons, and messages of errors
 * in the code.
 */
function isSilent(node: Node): boolean {
  if (node.type === 'JSXAttribute') return silent.test(attributeName(node));
  if (node.type === 'NewExpression')
    return /(Error|Exception)$/.test(nameOf(node['callee'] as Node));
  if (node.type === 'TaggedTemplateExpression') return true;
  if (node.type === 'CallExpression')
    return /^(classNames|buttonStyle|includes|has)$/.test(nameOf(node['callee'] as Node));
  return node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']));
}

/** Returns the name of a function, also of one of an object. */
const nameOf = (node: Node): string =>
  String(node['name'] ?? (node['property'] as Node | undefined)?.['name'] ?? '');

const hasWord = (text: string): boolean => /(?<![\p{L}\d])\p{L}{2,}(?![\p{L}\d])/u.test(text);

/** Whether a literal reads as words for people rather than as a code, a class or an address. */
function isText(text: string, isShown: boolean): boolean {
  if (!hasWord(text) || codes.has(text) || /^(https?:|\/|\.|#|@|[a-z]+\/)/.test(text)) return false;
  if (isShown) return true;
  const tokens = text.split(/[\s…]+/).filter(Boolean);
  const classes = tokens.filter((token) => /^[-!a-z[@&*][\w.:/[\]()%,!&@*=+#'"<>~-]*$/.test(token));
  const isSentence =
    /^[\p{Lu}“(]\p{Ll}*['’]?\p{Ll}*( |$|[.,:?!…])/u.test(text) && !/^[A-Z][a-z]+[A-Z]/.test(text);
  if (isSentence) return true;
  return (
    tokens.length > 2 &&
    classes.length === tokens.length &&
    tokens.every((token) => /^[a-z’,]+[.?!…]?$/.test(token))
  );
}
