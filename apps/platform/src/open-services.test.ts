import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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
