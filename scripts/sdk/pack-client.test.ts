import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allEndpoints } from '@ecp/contract/all-endpoints';
import { type Exchange, writeCodeSamples } from '@ecp/contract/declaring/code-samples';
import exchanges from '@ecp/contract/exchanges.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientName, packClient } from './pack-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let project: string;
let installed: string;

/** Unpacks the package into a fresh project, beside the public packages that it depends on. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'project-'));
  installed = join(project, 'node_modules', clientName);
  await mkdir(installed, { recursive: true });
  const tarball = await packClient(project);
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    await cp(join(root, 'node_modules', name), join(project, 'node_modules', name), {
      recursive: true,
    });
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Compiles modules of the project, in strict mode. Throws with what the compiler says. */
function compile(modules: string[]): void {
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,esnext.disposable',
  ];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...modules], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
}

describe('the client as a package', () => {
  // SVC-7
  test('depends on public packages alone', async () => {
    const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies).sort()).toEqual(['eventsource-parser', 'typebox']);
    const files = (await readdir(installed, { recursive: true })).filter((path) =>
      /\.(js|ts|json)$/.test(path),
    );
    expect(files.length).toBeGreaterThan(20);
    const texts = await Promise.all(files.map((path) => readFile(join(installed, path), 'utf8')));
    for (const [index, text] of texts.entries()) expect(text, files[index]).not.toContain('@ecp/');
  });

  // SVC-8, SVC-11
  test('has types that a strict project compiles against, with every call of the description’s samples, and makes calls', async () => {
    const calls = allEndpoints.flatMap((endpoint) => {
      const exchange = (exchanges as Record<string, Exchange>)[endpoint.name];
      const samples = exchange ? writeCodeSamples(endpoint, exchange) : [];
      const sample = samples.find(({ lang }) => lang === 'typescript');
      return sample ? [`export async function ${endpoint.name}() {\n  ${sample.source}\n}\n`] : [];
    });
    expect(calls.length).toBeGreaterThan(250);
    const head = [
      `import { createClient } from '${clientName}';`,
      "const client = createClient({ baseUrl: '' });",
      'declare const file: File;\n',
    ];
    await writeFile(join(project, 'samples.ts'), [...head, ...calls].join('\n'));
    const service = createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ error: 'Invalid API key', code: 'invalid_api_key', requestId: 'r1' }),
      );
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo;
    await writeFile(
      join(project, 'main.ts'),
      `import { createClient, isApiError } from '${clientName}';
import { verifyWebhook, WebhookVerificationError } from '${clientName}/verify-webhook';
const client = createClient({ baseUrl: 'http://127.0.0.1:${port}', apiKey: 'svc_live_unknown' });
try {
  const [first] = await client.listEngagements({});
  console.log(first?.name.toUpperCase());
} catch (error) {
  console.log(isApiError(error, 'invalid_api_key') ? error.requestId : String(error));
}
try {
  await verifyWebhook({ payload: '{}', headers: {}, secret: 'whsec_x' });
} catch (error) {
  console.log(error instanceof WebhookVerificationError ? error.code : String(error));
}
`,
    );
    compile(['main.ts', 'samples.ts']);
    const { stdout } = await promisify(execFile)(process.execPath, ['main.js'], { cwd: project });
    service.close();
    expect(stdout.trim().split('\n')).toEqual(['r1', 'signature_missing']);
  });
});
