import type { Message } from '../src/base/language/language.ts';
import { compileMessage } from './compile-messages.ts';
import { messagesByPart, readApp } from './read-app.ts';

/**
 * Stand at both ends of every text of the pseudo-language, so that a cut text and one of no
 * catalogue can be seen. Axe-core ignores them, and the filling, where it looks for the text of a
 * button in its name.
 */
export const marks = { start: '‹', end: '›' } as const;
/** A letter's width to the line breaker, too. */
const filling = '_';

const accents: Readonly<Record<string, string>> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  y: 'ýý',
  A: 'ÁÁ',
  E: 'ÉÉ',
  I: 'ÍÍ',
  O: 'ÓÓ',
  U: 'ÚÚ',
};

/** Makes a text 40 % longer, with accents, as in a language that needs more room than English. */
export function lengthen(text: string): string {
  const longer = text.replace(/[aeiouyAEIOU]/g, (letter) => accents[letter] ?? letter);
  return longer.trim() === '' ? text : longer.padEnd(Math.ceil(text.length * 1.4), filling);
}

type Parts = Exclude<Message, string>;

function lengthenParts(parts: Parts): Parts {
  return parts.map((part) => {
    if ('children' in part) return { ...part, children: lengthenParts(part.children) };
    if ('options' in part) {
      const options = Object.entries(part.options).map(([name, option]) => [
        name,
        { ...option, value: lengthenParts(option.value) },
      ]);
      return { ...part, options: Object.fromEntries(options) };
    }
    return part.type === 0 ? { ...part, value: lengthen(part.value) } : part;
  });
}

/**
 * Returns the module of a part's catalogue in a language of longer texts, which exists in tests
 * only.
 */
export function pseudoCatalogues(): ReadonlyMap<string, string> {
  const parts = [...messagesByPart(readApp())].map(([part, messages]) => {
    const entries = [...messages].map(([id, { text }]) => [id, pseudo(compileMessage(text))]);
    return [part, `export default ${JSON.stringify(Object.fromEntries(entries))};`] as const;
  });
  return new Map(parts);
}

function pseudo(message: Message): Message {
  if (typeof message === 'string') return `${marks.start}${lengthen(message)}${marks.end}`;
  const literal = (value: string): Parts[number] => ({ type: 0, value });
  return [literal(marks.start), ...lengthenParts(message), literal(marks.end)];
}
