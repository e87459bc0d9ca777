import type { ExtraProps } from 'react-markdown';

/** An element of a parsed document. */
export type ElementNode = NonNullable<ExtraProps['node']>;
type AnyNode = ElementNode['children'][number];
/** A node that contains elements: the document or an element. */
export interface ParentNode {
  children: readonly ({ type: string } | AnyNode)[];
}

const isElement = (node: { type: string }): node is ElementNode => node.type === 'element';

/** Yields every element in document order. */
export function* walkElements(parent: ParentNode): Generator<ElementNode> {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* walkElements(child);
  }
}

/** Returns the visible text of an element. */
export function readText(node: ElementNode): string {
  return node.children
    .map((child) => (isElement(child) ? readText(child) : 'value' in child ? child.value : ''))
    .join('');
}
