import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverPrograms } from '@ecp/testing/server-programs';

/** Starts the product without data as `npm start` does, checks its health, interrupts it, and looks for leftovers. */
const dataDir = await mkdtemp(join(tmpdir(), 'smoke-'));
// The database's user needs access: otherwise a database of root would be in another folder and remain there.
await chmod(dataDir, 0o711);
const port = await freePort();
const enginePort = await freePort();
const startedMs = performance.now();
const product = spawn(process.execPath, [serverPrograms.platform], {
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    ENGINE_PORT: String(enginePort),
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const exited = once(product, 'exit');
try {
  await answers(`http://127.0.0.1:${port}/api/health`);
  await answers(`http://127.0.0.1:${enginePort}/health`);
  console.log(`Ready after ${Math.round(performance.now() - startedMs)} ms`);
} finally {
  product.kill('SIGINT');
}
const [code] = await exited;
await rm(dataDir, { recursive: true, force: true });
if (code !== 0) throw new Error(`The product ended with exit code ${code}`);
for (const used of [port, enginePort]) {
  if (await isTaken(used)) throw new Error(`A process is still listening on port ${used}`);
}
console.log('Stopped; nothing is left');

async function answers(url: string): Promise<void> {
  const deadlineMs = performance.now() + 30_000;
  for (;;) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      if (response.ok) return;
    } catch (error) {
      if (product.exitCode !== null || performance.now() > deadlineMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function isTaken(candidate: number): Promise<boolean> {
  const server = createServer();
  const result = Promise.withResolvers<boolean>();
  server.once('error', () => result.resolve(true));
  server.listen(candidate, '127.0.0.1', () => server.close(() => result.resolve(false)));
  return result.promise;
}
