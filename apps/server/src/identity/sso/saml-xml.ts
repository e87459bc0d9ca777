import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js';

/** Namespaces of SAML 2.0 and of XML signatures. */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

type Namespace = keyof typeof namespaces;

/** An element, its attributes by their full names, and the text that stands directly in it. */
export interface SamlElement {
  namespace: string;
  name: string;
  attributes: Record<string, string>;
  children: SamlElement[];
  text: string;
}

/** A text that is no XML that we read. The message is for who sets up the provider. */
export class XmlRefusal extends Error {
  override readonly name = 'XmlRefusal';
}

/** The properties of the parser's nodes that this module reads. */
interface DomNode {
  nodeType: number;
  nodeName: string;
  localName: string | null;
  namespaceURI: string | null;
  nodeValue: string | null;
  childNodes: ArrayLike<DomNode>;
  attributes?: ArrayLike<{ name: string; value: string }>;
}

const nodeTypes = { element: 1, text: 3 } as const;
const limits = { elements: 5_000, depth: 40 } as const;

const longest = 128 * 1024;
const declaration =
  /^<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']([\w-]+)["'])?[^<>?]*\?>\s*/;
const comment = /<!--(?:(?!--)[\s\S])*-->/g;

/** Control characters, and those that a parser might not read as we do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff\ufffe\uffff]/;
const reference = '&(?:amp|lt|gt|quot|apos|#\\d{1,7}|#x[\\da-fA-F]{1,6});';
const attribute = `\\s+[\\w:.-]+\\s*=\\s*(?:"(?:[^"<&]|${reference})*"|'(?:[^'<&]|${reference})*')`;
/** Text or tag, and nothing else that XML has. */
const token = new RegExp(
  `[^<&]+|${reference}|</([\\w:.-]+)\\s*>|<([\\w:.-]+)(?:${attribute})*\\s*(/?)>`,
  'y',
);

/**
 * Parses a text with the parser that also checks signatures. Document types are refused before any
 * parser sees them, and so are comments unless they are allowed. Throws XmlRefusal.
 */
export async function parseSamlXml(
  text: string,
  { comments }: { comments: boolean },
): Promise<SamlElement> {
  if (text.length > longest) throw new XmlRefusal('The text is too long');
  if (/<!(?:doctype|entity)/i.test(text)) throw new XmlRefusal('The text has a document type');
  if (forbidden.test(text)) throw new XmlRefusal('The text has characters that XML does not allow');
  const [head = '', encoding = 'utf-8'] = declaration.exec(text) ?? [];
  if (encoding.toLowerCase() !== 'utf-8') throw new XmlRefusal('The text is not encoded as UTF-8');
  const body = text.slice(head.length);
  const bare = comments ? body.replaceAll(comment, '') : body;
  requireWellFormed(bare);
  const [root] = elementsAmong(await parse(bare));
  if (root === undefined) throw new XmlRefusal('The text has no root');
  return toElement(root);
}

/** Requires one root and tags that close each other, because the parser mends what is missing. */
function requireWellFormed(text: string): void {
  const refuse = (at: number) => new XmlRefusal(`The text is no plain XML at character ${at}`);
  const open: string[] = [];
  let elements = 0;
  token.lastIndex = 0;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    const [found, closed, opened, isEmpty] = token.exec(text) ?? [];
    if (found === undefined) throw refuse(at);
    if (opened !== undefined) {
      if (open.length === 0 && elements > 0) throw refuse(at);
      elements += 1;
      if (isEmpty === '') open.push(opened);
    } else if (
      closed === undefined ? open.length === 0 && found.trim() !== '' : open.pop() !== closed
    ) {
      throw refuse(at);
    }
    if (open.length > limits.depth) throw new XmlRefusal('The elements are nested too deeply');
  }
  if (open.length > 0 || elements === 0) throw refuse(text.length);
  if (elements > limits.elements) throw new XmlRefusal('The text has too many elements');
}

async function parse(text: string): Promise<DomNode> {
  try {
    return await parseDomFromString(text);
  } catch (error) {
    throw new XmlRefusal('The text is no well-formed XML', { cause: error });
  }
}

const elementsAmong = (node: DomNode) =>
  Array.from(node.childNodes).filter(({ nodeType }) => nodeType === nodeTypes.element);

function toElement(node: DomNode): SamlElement {
  const texts = Array.from(node.childNodes).filter(({ nodeType }) => nodeType === nodeTypes.text);
  return {
    namespace: node.namespaceURI ?? '',
    name: node.localName ?? node.nodeName,
    attributes: Object.fromEntries(
      Array.from(node.attributes ?? [], ({ name, value }) => [name, value]),
    ),
    children: elementsAmong(node).map(toElement),
    text: texts.map(({ nodeValue }) => nodeValue ?? '').join(''),
  };
}

/** Tells whether an element has a name in a namespace. */
export function is(element: SamlElement, namespace: Namespace, name: string): boolean {
  return element.name === name && element.namespace === namespaces[namespace];
}

/** Returns the children of a name. */
export function childrenOf(
  element: SamlElement,
  namespace: Namespace,
  name: string,
): SamlElement[] {
  return element.children.filter((child) => is(child, namespace, name));
}

/** Returns an element and all below it. */
export function withDescendants(element: SamlElement): SamlElement[] {
  return [element, ...element.children.flatMap(withDescendants)];
}
