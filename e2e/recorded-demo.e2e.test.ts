import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './testing/product.ts';

// SET-19
it('npm run demo -- --recorded replays answers written by hand on a product of its own and says so', async () => {
  // A key of a provider is there, and must not be used.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const inherited = { PATH, HOME, NODE_COMPILE_CACHE, NO_COLOR: '1' };
  const env = { ...inherited, ANTHROPIC_API_KEY: 'never-sent', DEMO_URL: 'http://127.0.0.1:9' };
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
});
