import { IntlMessageFormat } from 'intl-messageformat';
import type { Message } from '../src/base/language/language.ts';

/** Compiles an ICU message, so that no parser is in the browser. */
export function compileMessage(text: string): Message {
  const parts = new IntlMessageFormat(text, 'en').getAst();
  // 0 is the type of literal parts.
  return parts.every((part) => part.type === 0) ? parts.map(({ value }) => value).join('') : parts;
}
