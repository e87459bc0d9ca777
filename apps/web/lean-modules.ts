import type { Plugin } from 'vite';

/** Modules of the renderer of markdown, and what stands for them. */
const lean: readonly { path: RegExp; code: string }[] = [
  // The attributes of SVG elements. HTML in a text is shown as text, so that no text has such elements.
  { path: /\/property-information\/lib\/svg\.js$/, code: `export { html as svg } from './html.js';` },
  // Every browser that runs the app has the function itself.
  { path: /\/@ungap\/structured-clone\/.*index\.js$/, code: 'export default (value) => structuredClone(value);' },
  // A file with paths and messages. The renderer only reads its text.
  {
    path: /\/vfile\/lib\/index\.js$/,
    code: 'export class VFile { value = ""; data = {}; messages = []; message() {} toString() { return this.value; } }',
  },
];

/** Keeps code that nothing runs out of every page with a text, 7 KB. The build fails when a module has moved. */
export function leanModules(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: 'lean-modules',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const known = lean.find(({ path }) => path.test(id));
      if (known) found.add(known.path);
      return known?.code ?? null;
    },
    buildEnd(error) {
      const missing = lean.filter(({ path }) => !found.has(path));
      if (!error && missing.length > 0) this.error(`Not in the bundle: ${missing.map(({ path }) => path).join()}`);
    },
  };
}
