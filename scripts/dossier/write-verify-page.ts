import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const sources = new URL('../../packages/dossier/src/page/', import.meta.url);

/** The path of the page in this repository. */
export const verifyPagePath = 'packages/dossier/src/generated/verify-page.html';

/**
 * Writes the page that checks a dossier in a browser, in one file. Its script is the package's own
 * code, joined into one readable module; its policy allows that script and style and nothing else.
 */
export async function writeVerifyPage(): Promise<string> {
  const read = (path: string) => readFile(new URL(path, sources), 'utf8');
  const [template, style] = await Promise.all([read('verify-page.html'), read('verify-page.css')]);
  const { output } = await build({
    input: fileURLToPath(new URL('verify-page.ts', sources)),
    platform: 'browser',
    write: false,
    logLevel: 'warn',
  });
  const script = output[0].code;
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'`;
  const parts: Record<string, string> = { policy, style, script };
  return template.replace(
    /\/\* (policy|style|script) \*\//g,
    (_, name: string) => parts[name] ?? '',
  );
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
