import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox } from '../sandbox.ts';
import { hostile } from '../testing/programs.ts';
import { type Isolation, type IsolationLayer, isolationLayers } from './isolation.ts';

const secret = 'of-the-installation';
let folder: string;
let servers: Server[] = [];
let attacks: Record<string, string>;

/** An installation's folder, and services that listen: what hostile code looks for. */
beforeAll(async () => {
  process.env['STRIPE_SECRET_KEY'] = secret;
  folder = await mkdtemp(join(tmpdir(), 'ecp-hostile-'));
  await chmod(folder, 0o777);
  await writeFile(join(folder, 'secret.key'), secret, { mode: 0o600 });
  await writeFile(join(folder, 'postgres.url'), secret, { mode: 0o600 });
  await writeFile(join(folder, 'other-file'), secret, { mode: 0o644 });
  const socket = join(folder, 'socket');
  const local = createServer().listen(0, '0.0.0.0');
  servers = [local, createServer().listen(socket)];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  await chmod(socket, 0o777);
  const { port } = local.address() as AddressInfo;
  attacks = attacksOn(folder, socket, port);
});

afterAll(async () => {
  delete process.env['STRIPE_SECRET_KEY'];
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

/** Code that succeeds when it returns, by name. */
function attacksOn(at: string, socket: string, port: number): Record<string, string> {
  const module = (name: string) => `const ${name} = process.getBuiltinModule('node:${name}');`;
  const read = (path: string) => `${module('fs')} return fs.readFileSync('${path}', 'utf8');`;
  const connect = (target: string) =>
    `${module('net')} ${module('events')} await events.once(net.connect(${target}), 'connect');`;
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
  return {
    'read the secret key': read(`${at}/secret.key`),
    'read the address of the database': read(`${at}/postgres.url`),
    'read another file': read(`${at}/other-file`),
    'read the environment of the parent': read(`/proc/${process.pid}/environ`),
    'write a file': `${module('fs')} fs.writeFileSync('${at}/' + process.pid, '');`,
    'change its own code': `${module('fs')} fs.appendFileSync('${hostile.main}', '');`,
    'start a process': `const cp = process.getBuiltinModule('node:child_process');
      const { error } = cp.spawnSync('/bin/true'); if (error) throw error;`,
    'start a worker': `const { Worker } = process.getBuiltinModule('node:worker_threads');
      await process.getBuiltinModule('node:events').once(new Worker('', { eval: true }), 'online');`,
    'connect to a local service': connect(`${port}, '127.0.0.1'`),
    'connect to another address': connect(`${port}, '${outside ?? '127.0.0.2'}'`),
    'connect to a Unix socket': connect(`'${socket}'`),
    'send a signal to the parent': `process.kill(${process.pid}, 0);`,
  };
}

const reading = [
  'read the secret key',
  'read the address of the database',
  'read another file',
  'read the environment of the parent',
];
/**
 * The attacks that each layer stops alone. `privileges` bounds the life of a child, which
 * sandbox.test.ts tests.
 */
const holds: Record<IsolationLayer, string[]> = {
  permissions: [
    ...reading,
    'write a file',
    'change its own code',
    'start a process',
    'start a worker',
  ],
  privileges: [],
  user: [
    'read the secret key',
    'read the address of the database',
    'read the environment of the parent',
    'change its own code',
    'send a signal to the parent',
  ],
  network: ['connect to a local service', 'connect to another address'],
  files: [
    ...reading,
    'write a file',
    'change its own code',
    'start a process',
    'connect to a Unix socket',
  ],
};

/** Code that tries each attack and returns the names of those that succeeded. */
function tryEach(): string {
  const tries = Object.entries(attacks).map(
    ([name, code]) => `[${JSON.stringify(name)}, async () => {${code}}]`,
  );
  return `const succeeded = [];
    for (const [name, attack] of [${tries.join()}]) await attack().then(() => succeeded.push(name), () => undefined);
    return succeeded;`;
}

/** Runs all attacks behind these layers in one child. Returns what succeeded. */
async function attack(
  layers: readonly IsolationLayer[],
): Promise<{ succeeded: string[]; isolation: Isolation }> {
  const sandbox = openSandbox({ layers });
  try {
    const isolation = await sandbox.isolation();
    const task = {
      tenantId: 'acme',
      lane: 'long',
      sizeBytes: 0,
      timeMs: 60_000,
      isAwaited: true,
    } as const;
    const { head } = await sandbox.run(hostile, { ...task, job: tryEach() });
    return { succeeded: head as string[], isolation };
  } finally {
    await sandbox.close();
  }
}

describe('hostile code in a child', () => {
  // SBX-1, SBX-2
  test('opens nothing that an active layer holds; with all layers, nothing at all', async () => {
    const { succeeded, isolation } = await attack(isolationLayers);
    const held = isolation.active.flatMap((layer) => holds[layer]);
    expect(succeeded.filter((name) => held.includes(name))).toEqual([]);
    if (isolation.active.length === isolationLayers.length) expect(succeeded).toEqual([]);
    // Every layer is either active or missing for a stated reason. Otherwise nobody has checked it.
    expect([...isolation.active, ...Object.keys(isolation.missing)].sort()).toEqual(
      [...isolationLayers].sort(),
    );
  });

  test('succeeds with every attack without layers, so that the attacks are real', async () => {
    const { succeeded } = await attack([]);
    expect(succeeded).toEqual(Object.keys(attacks));
  });

  // SBX-1
  test.each(isolationLayers)(
    'is held by the layer %s alone as stated, or the layer is missing for a reason',
    async (layer) => {
      const { succeeded, isolation } = await attack(
        layer === 'permissions' ? [layer] : ['privileges', layer],
      );
      if (!isolation.active.includes(layer)) return expect(isolation.missing[layer]).toMatch(/\w/);
      expect(succeeded.filter((name) => holds[layer].includes(name))).toEqual([]);
    },
  );

  // SBX-1
  test('finds an empty environment', async () => {
    const sandbox = openSandbox();
    const code = 'return process.env;';
    const task = {
      tenantId: 'acme',
      job: code,
      lane: 'short',
      sizeBytes: 0,
      timeMs: 20_000,
      isAwaited: true,
    } as const;
    const { head } = await sandbox.run(hostile, task).finally(() => sandbox.close());
    // A shell sets these itself.
    expect(
      Object.keys(head as object).filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name)),
    ).toEqual([]);
  });
});
