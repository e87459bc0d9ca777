import { existsSync, writeFileSync } from 'node:fs';
import { pageLanguages } from '@ecp/contract/values/page-languages';
import { poPath, readTranslations, renderCatalogue, translatedLanguages } from './po-files.ts';
import { readApp } from './read-app.ts';

// Brings the catalogues up to date with the code; a language that is named as an argument gets a
// new one.
const app = readApp();
const fresh = pageLanguages.filter(
  (language) => process.argv.includes(language) && !existsSync(poPath(language)),
);
for (const language of [...translatedLanguages(), ...fresh]) {
  const known = existsSync(poPath(language)) ? readTranslations(language) : new Map();
  writeFileSync(poPath(language), renderCatalogue(language, app, known));
  const open = [...readTranslations(language).values()].filter(
    ({ translated }) => translated === '',
  );
  console.log(`${language}: ${open.length} messages without a translation`);
}
