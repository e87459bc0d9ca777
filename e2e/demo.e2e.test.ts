import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { expect, it } from 'vitest';
import { root } from './testing/product.ts';

// SET-1
it('npm run demo starts a product and does the main job on it', async () => {
  // No product responds there, so that the demo starts its own.
  const nowhere = `http://127.0.0.1:${await chooseTestPort()}`;
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1', DEMO_URL: nowhere };
  const demo = spawn('npm', ['run', '--silent', 'demo'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(demo, 'close');
  expect(output).toMatch(/Average score \d/);
  expect(code).toBe(0);
  const paths = [...output.matchAll(/^ {2}(\S+\.md)$/gm)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThanOrEqual(4);
  for (const path of paths)
    expect((await readFile(join(root, path), 'utf8')).length).toBeGreaterThan(500);
  const address = /Product\s+(http:\S+)/.exec(output)?.[1] ?? '';
  await expect(fetch(`${address}/api/health`)).rejects.toThrow();
  expect(await readdir(join(root, '.data', 'demo'))).not.toContain('postgres.url');
});
