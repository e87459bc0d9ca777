import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './language.ts';

/** The values of a message by name. Money, times and scores come formatted, counts as numbers. */
export type MessageValues = Readonly<Record<string, string | number | boolean | null>>;

const formats = new Map<string, IntlMessageFormat>();

/** Returns an ICU message of a language with its values. */
export function fillMessage(
  language: Language,
  message: string,
  values: MessageValues = {},
): string {
  const key = `${language} ${message}`;
  const format =
    formats.get(key) ?? new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  formats.set(key, format);
  return String(format.format(values));
}
