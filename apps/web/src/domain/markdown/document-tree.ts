import type { ExtraProps } from 'react-markdown';

/** An element of a parsed document. */
export type ElementNode = NonNullable<ExtraProps['node']>;
type AnyNode = ElementNode['children'][number];
/** What holds elements: the document or one of them. */
export interface ParentNode {
  children: readonly ({ type: string } | AnyNode)[];
}

const isElement = (node: { type: string }): node is ElementNode => node.type === 'element';

/** Every element in the order of the document. */
export function* walkElements(parent: ParentNode): Generator<ElementNode> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* walkElements(child);
  }
}

/** The words of an element, as one reads them. */
export function readText(node: ElementNode): string {
  return node.children
    .map((child) => (isElement(child) ? readText(child) : 'value' in child ? child.value : ''))
    .join('');
}
