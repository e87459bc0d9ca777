import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { hasBrowser } from '../browser.ts';
import { receiverHost } from './receiver.ts';
import { startWebProduct } from './web-product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the product that all browser tests share. Each test signs up a separate tenant. */
    webBaseUrl: string;
    /** Its `DATA_DIR`; mails are in the folder `mail`. */
    webDataDir: string;
  }
}

const webDir = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the app if its sources have changed, and starts one product for all browser tests. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasBrowser()) return undefined;
  if (await isStale()) {
    // With vitest's NODE_ENV, the build would contain the development code of the libraries.
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: webDir, stdio: 'pipe', env });
  }
  const product = await startWebProduct({ OUTBOUND_ALLOWED_HOSTS: receiverHost });
  project.provide('webBaseUrl', product.baseUrl);
  project.provide('webDataDir', product.dataDir);
  return () => product.close();
}

async function isStale(): Promise<boolean> {
  const built = join(webDir, 'dist', 'index.html');
  if (!existsSync(built)) return true;
  const { mtimeMs } = await stat(built);
  const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', '../../packages/sdk/src'];
  const newest = await Promise.all(sources.map((path) => newestChangeMs(join(webDir, path))));
  return Math.max(...newest) > mtimeMs;
}

async function newestChangeMs(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const below = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [];
  const times = await Promise.all(below.map(async (name) => (await stat(join(path, name))).mtimeMs));
  return Math.max(mtimeMs, ...times);
}
