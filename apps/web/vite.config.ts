import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { catalogues } from './catalogues/catalogues-plugin.ts';
import { scriptGroups } from './script-groups.ts';

const compressible = /\.(js|css|svg|html)$/;

/**
 * Writes `.br` and `.gz` beside every text file, so that the platform never compresses during a
 * request.
 */
function precompress(): Plugin {
  const dist = fileURLToPath(new URL('dist', import.meta.url));
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle() {
      const files = await readdir(dist, { recursive: true });
      await Promise.all(
        files
          .filter((name) => compressible.test(name))
          .map((name) => compressFile(join(dist, name))),
      );
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** The running platform that `npm run dev` uses. */
const platform = 'http://localhost:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [catalogues(), react(), tailwind(), precompress()],
  // The build compiles all messages.
  resolve: {
    alias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  // No `data:` addresses: the content security policy allows fonts and scripts only from our own
  // origin.
  build: {
    target: 'es2023',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: scriptGroups() } } },
  },
  server: { proxy: { '/api': platform } },
});
