import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { hasBrowser } from '../browser.ts';
import { receiverHost } from './receiver.ts';
import { type MadeStage, makeStage } from './stage.ts';
import { placeWebProduct, type WebProduct } from './web-product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Address of the product that all browser tests share. Each test signs up a separate tenant.
     */
    webBaseUrl: string;
    /** Its `DATA_DIR`; mails are in the folder `mail`. */
    webDataDir: string;
    /**
     * Address that answers when this product runs (`await-product.ts`), and at `/stage` when it has
     * a stage.
     */
    webStarter: string;
  }
}

const webDir = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds the app if its sources have changed, and provides one product for all browser tests. It
 * starts with the first of them, because it would take processor time from the tests before.
 */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (!hasBrowser()) return undefined;
  if (await isStale()) {
    // With vitest's NODE_ENV, the build would contain the development code of the libraries.
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: webDir, stdio: 'pipe', env });
  }
  const product = await placeWebProduct({ OUTBOUND_ALLOWED_HOSTS: receiverHost });
  const starter = await openStarter(product);
  project.provide('webBaseUrl', product.baseUrl);
  project.provide('webDataDir', product.dataDir);
  project.provide('webStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    await product.close();
  };
}

/**
 * Starts the product at the first request, sets one stage when it is asked for, and answers each
 * when all is ready.
 */
async function openStarter(product: WebProduct): Promise<Server> {
  let started: Promise<void> | undefined;
  let made: Promise<MadeStage> | undefined;
  const server = createServer((request, response) => {
    started ??= product.start();
    const ready = started.then(() => {
      if (request.url !== '/stage') return undefined;
      made ??= makeStage(product.baseUrl);
      return made;
    });
    ready.then(
      (stage) => response.end(JSON.stringify(stage)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

async function isStale(): Promise<boolean> {
  const built = join(webDir, 'dist', 'index.html');
  if (!existsSync(built)) return true;
  const { mtimeMs } = await stat(built);
  const sources = [
    'src',
    'public',
    'index.html',
    'vite.config.ts',
    'package.json',
    '../../packages/sdk/src',
  ];
  const newest = await Promise.all(sources.map((path) => newestChangeMs(join(webDir, path))));
  return Math.max(...newest) > mtimeMs;
}

async function newestChangeMs(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const below = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [];
  const times = await Promise.all(
    below.map(async (name) => (await stat(join(path, name))).mtimeMs),
  );
  return Math.max(mtimeMs, ...times);
}
