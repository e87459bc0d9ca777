import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseTestPort } from '@ecp/testing/choose-test-port';
import { expect, it } from 'vitest';
import { root } from './testing/product.ts';

// SET-1, SET-19
it('npm run demo -- --recorded does the main job on a product of its own with answers written by hand, and ends it', async () => {
  // A key of a provider is there, and must not be used.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const inherited = { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1' };
  // No product responds there, so that the demo starts its own.
  const nowhere = `http://127.0.0.1:${await chooseTestPort()}`;
  const env = { ...inherited, ANTHROPIC_API_KEY: 'never-sent', DEMO_URL: nowhere };
  const demo = spawn('npm', ['run', '--silent', 'demo', '--', '--recorded'], { cwd: root, env });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(demo, 'close');
  expect(code, output).toBe(0);
  expect(output.match(/Written by hand to show the form/g)).toHaveLength(2);
  expect(output).toContain('corporate-strategist, written-by-hand');
  expect(output).toMatch(/Average score 8\d\.\d, total cost \$0\.0000/);
  const paths = [...output.matchAll(/^ {2}(\S+\.md)$/gm)].map(([, path = '']) => path);
  expect(paths).toHaveLength(4);
  for (const path of paths)
    expect(await readFile(join(root, path), 'utf8')).toContain(
      '*Written by hand to show the form.',
    );
  const address = /Product\s+(http:\S+)/.exec(output)?.[1] ?? '';
  await expect(fetch(`${address}/api/health`)).rejects.toThrow();
  expect(await readdir(join(root, '.data', 'recorded-demo'))).not.toContain('postgres.url');
});
