import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

const sources = new URL('../../packages/dossier/src/', import.meta.url);
/** The modules of the page's script, each after those that it uses. */
const modules = ['zip.ts', 'envelope.ts', 'verify-dossier.ts', 'page/verify-page.ts'];

/** The path of the page in this repository. */
export const verifyPagePath = 'packages/dossier/src/generated/verify-page.html';

/**
 * Writes the page that checks a dossier in a browser, in one file. Its script is the package's own code, without types
 * and joined into one module; its policy allows that script and style and nothing else.
 */
export async function writeVerifyPage(): Promise<string> {
  const read = (path: string) => readFile(new URL(path, sources), 'utf8');
  const [template, style] = await Promise.all([read('page/verify-page.html'), read('page/verify-page.css')]);
  const script = (await Promise.all(modules.map(read))).map(toPlainScript).join('\n');
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'`;
  const parts: Record<string, string> = { policy, style, script };
  return template.replace(/\/\* (policy|style|script) \*\//g, (_, name: string) => parts[name] ?? '');
}

/** Turns a module into a piece of a longer one: without types, imports and exports. */
function toPlainScript(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(/^import [\s\S]*?;\n/gm, '')
    .replace(/^export /gm, '');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
