import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const writer = /\/documents\/writing\/document\/write-blocks\.ts$/;
const mark = '?writing';
const shared = /^(mdast-util-gfm(-[a-z-]+)?|\.\/.+)$/;

/**
 * Gives the editor copies of the modules of `mdast-util-gfm`, of which each both reads and writes markdown. With one
 * module for both, every page that shows a text would load the code that writes texts, a twentieth of its scripts.
 */
export function writingCopies(): Plugin {
  return {
    name: 'writing-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isCopied = importer && (writer.test(importer) ? source.startsWith('mdast-') : importer.endsWith(mark));
      if (!isCopied || !shared.test(source)) return null;
      const found = await this.resolve(source, importer.replace(mark, ''), { skipSelf: true });
      return found && { ...found, id: `${found.id}${mark}` };
    },
    load: (id) => (id.endsWith(mark) ? readFile(id.slice(0, -mark.length), 'utf8') : null),
  };
}
