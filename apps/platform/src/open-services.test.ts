import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeProcessFolder } from '@ecp/sandbox/temporary/process-folders';
import { expect, test } from 'vitest';
import { startTestPlatform } from '../testing/start-test-platform.ts';

const listModules = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  await import(process.argv[1]);
  process.exit();`;

test('clients of optional services are loaded only when they are used', () => {
  const program = fileURLToPath(new URL('open-services.ts', import.meta.url));
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', listModules, program], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(loaded).toContain('/pg/');
  for (const name of ['@aws-sdk', '@redis/client', 'stripe']) expect(loaded).not.toContain(`node_modules/${name}/`);
});

test('a platform purges the temporary folders of dead processes when it starts', async () => {
  const own = makeProcessFolder('read');
  // In a container the next process gets the process id of the one before.
  const left = own.replace(/-[0-9a-f]{8}-\w{6}$/, '-00000000-aaaaaa');
  mkdirSync(left);
  const platform = await startTestPlatform();
  const names = readdirSync(tmpdir());
  expect([own, left].map((path) => names.includes(basename(path)))).toEqual([true, false]);
  await platform.close();
  rmSync(own, { recursive: true });
});
