import { Fragment, type ReactNode } from 'react';
import { findFormat } from './translate.ts';

type RichValue = string | number | ReactNode | ((words: ReactNode) => ReactNode);

/**
 * Returns an English message in the language of the page as elements. Its placeholders may be
 * elements, and `<name>words</name>` in it is what the function of that name makes of the words.
 */
export function rich(
  message: Parameters<typeof findFormat>[0],
  values: Readonly<Record<string, RichValue>>,
): ReactNode {
  const format = findFormat(message);
  if (typeof format === 'string') return format;
  const asElements = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (words: ReactNode[]) => value(keyed(words)) : value,
  ]);
  return keyed(format.format<ReactNode>(Object.fromEntries(asElements)));
}

function keyed(parts: ReactNode): ReactNode {
  if (!Array.isArray(parts)) return parts;
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change their order
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
