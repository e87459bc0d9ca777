import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { compileMessage } from './compile-messages.ts';
import { poPath, readTranslations, translatedLanguages } from './po-files.ts';
import { type App, messagesByPart, partsFor, readApp, sourceDir } from './read-app.ts';
import { readSource } from './read-source.ts';

const all = 'virtual:catalogues';
const catalogueId = /^\0virtual:catalogues\/catalogue-([a-z]+)-([\w-]+)$/;

/**
 * Compiles the messages of the app: in code each becomes its id with its compiled English, and each
 * language has a catalogue for each part of the app. An `import()` also loads the catalogues of
 * what it imports.
 */
export function catalogues(): Plugin {
  let app: App = new Map();
  return {
    name: 'catalogues',
    enforce: 'pre',
    buildStart() {
      app = readApp();
      for (const language of translatedLanguages()) this.addWatchFile(poPath(language));
    },
    resolveId: (id) => (id.startsWith(all) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${all}`) return writeLoaders(app);
      const [, language = '', part = ''] = catalogueId.exec(id) ?? [];
      return language === '' ? null : writeCatalogue(app, language, part);
    },
    transform(code, id) {
      const path = id.split('?')[0] ?? id;
      if (!path.startsWith(sourceDir) || !/\.tsx?$/.test(path)) return null;
      const changed = compileSource(app, path, code);
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

function writeLoaders(app: App): string {
  const parts = [...messagesByPart(app).keys()];
  const languages = translatedLanguages().map((language) => {
    const loaders = parts.map(
      (part) => `'${part}': () => import('${all}/catalogue-${language}-${part}')`,
    );
    return `${language}: { ${loaders.join(', ')} }`;
  });
  return `export const catalogues = { ${languages.join(', ')} };`;
}

function writeCatalogue(app: App, language: string, part: string): string {
  const known = translatedLanguages().find((one) => one === language);
  const translations = known ? readTranslations(known) : new Map();
  const entries = [...(messagesByPart(app).get(part)?.keys() ?? [])].flatMap((id) => {
    const translated: string = translations.get(id)?.translated ?? '';
    return translated === '' ? [] : [[id, compileMessage(translated)]];
  });
  return `export default ${JSON.stringify(Object.fromEntries(entries))};`;
}

/** Returns the code of a module with compiled messages. */
function compileSource(app: App, path: string, code: string): string {
  const { messages, imports } = readSource(path, code);
  const edits = messages.map(({ start, end, id, text }) => ({
    start,
    end,
    code: `{ $: ${JSON.stringify(id)}, m: ${JSON.stringify(compileMessage(text))} }`,
  }));
  let hasImport = false;
  for (const { path: imported, isDynamic, start, end } of imports) {
    const parts = isDynamic ? partsFor(app, join(dirname(path), imported)) : [];
    if (parts.length === 0) continue;
    hasImport = true;
    edits.push({
      start,
      end,
      code: `$withCatalogues(${JSON.stringify(parts)}, ${code.slice(start, end)})`,
    });
  }
  let changed = code;
  for (const edit of edits.sort((one, other) => other.start - one.start)) {
    changed = changed.slice(0, edit.start) + edit.code + changed.slice(edit.end);
  }
  if (!hasImport) return changed;
  const from = JSON.stringify(join(sourceDir, 'base/language/language.ts'));
  return `${changed}\nimport { withCatalogues as $withCatalogues } from ${from};\n`;
}
