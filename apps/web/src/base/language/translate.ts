import { IntlMessageFormat } from 'intl-messageformat';
import { type Message, shownCatalogue, shownLocale } from './language.ts';

/**
 * What the build writes in place of an English text: the id of the message, and its compiled
 * English.
 */
interface Compiled {
  $: string;
  m: Message;
}

type Values = Readonly<Record<string, string | number>>;

/** The formats of messages by their ids, for one catalogue. */
const formats = new Map<string, IntlMessageFormat>();
let formatted = shownCatalogue();

/**
 * Returns an English text in the language of the page. It is an ICU message whose placeholders
 * `values` fills. `context` separates two meanings of one English text.
 */
export function t(message: string | Compiled, values?: Values, _context?: string): string {
  const format = findFormat(message);
  return typeof format === 'string' ? format : String(format.format(values));
}

/**
 * Returns the format of a message, or its text if it has no placeholders. Tests read sources that
 * no build compiled.
 */
export function findFormat(message: string | Compiled): string | IntlMessageFormat {
  const catalogue = shownCatalogue();
  if (catalogue !== formatted) formats.clear();
  formatted = catalogue;
  const id = typeof message === 'string' ? message : message.$;
  const known = formats.get(id);
  if (known) return known;
  const own = typeof message === 'string' ? message : (catalogue[id] ?? message.m);
  if (typeof own === 'string' && (typeof message !== 'string' || !/[{<']/.test(own))) return own;
  const made = new IntlMessageFormat(own, shownLocale());
  formats.set(id, made);
  return made;
}

/**
 * An object of texts whose strings are translated when they are read. The `value` of an option is a
 * code.
 */
export type Texts<T> = T extends string
  ? string
  : T extends (...values: never[]) => unknown
    ? T
    : { readonly [K in keyof T]: K extends 'value' ? T[K] : Texts<T[K]> };

/**
 * Turns an object with English texts into one that reads the same and is in the language of the
 * page.
 */
export function translated<const T extends object>(source: T): Texts<T> {
  const read: object = {};
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(source))) {
    const isLazy = name !== 'value' && (isText(value) || Array.isArray(value));
    Object.defineProperty(read, name, {
      enumerable: true,
      ...(isLazy
        ? { get: () => translateAny(value) }
        : get
          ? { get }
          : { value: name === 'value' ? value : translateAny(value) }),
    });
  }
  return read as Texts<T>;
}

const isText = (value: unknown): value is string | Compiled =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && '$' in value);

function translateAny(value: unknown): unknown {
  if (isText(value)) return t(value);
  if (Array.isArray(value)) return value.map(translateAny);
  return typeof value === 'object' && value !== null ? translated(value) : value;
}
