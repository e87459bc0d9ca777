import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PageLanguage, pageLanguages } from '@ecp/contract/values/page-languages';
import { createItem, parsePo, stringifyPo } from 'pofile-ts';
import { type App, sourceDir } from './read-app.ts';
import { type FoundMessage, idOf } from './read-source.ts';

/** A message with its translation, which is empty as long as there is none. */
interface Translation {
  text: string;
  context: string;
  translated: string;
}

export const poPath = (language: PageLanguage): string =>
  fileURLToPath(new URL(`${language}.po`, import.meta.url));

/** The languages that have a catalogue. English has none, because its texts are in the code. */
export const translatedLanguages = (): PageLanguage[] =>
  pageLanguages.filter((language) => existsSync(poPath(language)));

/** Reads the translations of a language by the ids of their messages. */
export function readTranslations(language: PageLanguage): Map<string, Translation> {
  const { items } = parsePo(readFileSync(poPath(language), 'utf8'));
  return new Map(
    items.map(({ msgid, msgctxt, msgstr }) => {
      const context = msgctxt ?? '';
      return [idOf(msgid, context), { text: msgid, context, translated: msgstr[0] ?? '' }];
    }),
  );
}

/**
 * Writes the catalogue of a language: every message of the app in the order of the code, with what
 * is translated.
 */
export function renderCatalogue(
  language: PageLanguage,
  app: App,
  known: ReadonlyMap<string, Translation>,
): string {
  const places = new Map<string, { message: FoundMessage; files: Set<string> }>();
  for (const [path, { messages }] of app) {
    for (const message of messages) {
      const place = places.get(message.id) ?? { message, files: new Set<string>() };
      place.files.add(relative(sourceDir, path));
      places.set(message.id, place);
    }
  }
  const items = [...places].map(([id, { message, files }]) =>
    Object.assign(createItem(), {
      msgid: message.text,
      ...(message.context === '' ? {} : { msgctxt: message.context }),
      msgstr: [known.get(id)?.translated ?? ''],
      references: [...files],
    }),
  );
  const headers = { Language: language, 'Content-Type': 'text/plain; charset=UTF-8' };
  const file = {
    comments: [],
    extractedComments: [],
    headers,
    headerOrder: Object.keys(headers),
    items,
  };
  return `${stringifyPo(file, { foldLength: 0 }).trimEnd()}\n`;
}
