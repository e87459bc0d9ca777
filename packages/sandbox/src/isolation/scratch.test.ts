import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSandbox, type Sandbox } from '../sandbox.ts';
import { hostile } from '../testing/programs.ts';
import { type IsolationLayer, isolationLayers } from './isolation.ts';

const program = { ...hostile, name: 'writing', scratchMb: 4 };
let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function run(code: string, tenantId = 'acme'): Promise<unknown> {
  const task = {
    tenantId,
    job: code,
    lane: 'short',
    sizeBytes: 0,
    timeMs: 20_000,
    isAwaited: true,
  } as const;
  return (await sandbox.run(program, task)).head;
}

const inScratch = `const fs = process.getBuiltinModule('node:fs'); const scratch = process.argv[2];`;

// SBX-1
test.each([
  ['all layers', isolationLayers],
  ['no files of its own', ['permissions', 'privileges', 'user']],
] as const)(
  'a child with %s writes in its scratch folder and sees no other child',
  async (_, layers) => {
    sandbox = openSandbox({ layers: layers as readonly IsolationLayer[] });
    expect(
      await run(
        `${inScratch} fs.writeFileSync(scratch + '/a', 'kept'); return fs.readdirSync(scratch);`,
      ),
    ).toEqual(['a']);
    expect(await run(`${inScratch} return fs.readFileSync(scratch + '/a', 'utf8');`)).toBe('kept');
    expect(await run(`${inScratch} return fs.readdirSync(scratch);`, 'other')).toEqual([]);
    await expect(run(`${inScratch} fs.writeFileSync('/tmp/' + process.pid, '');`)).rejects.toThrow(
      /denied|restricted|ENOENT/,
    );
  },
);

test('a scratch folder is no larger than its program says', async () => {
  sandbox = openSandbox();
  const { active } = await sandbox.isolation();
  const writing = run(`${inScratch} fs.writeFileSync(scratch + '/a', Buffer.alloc(5_000_000));`);
  if (active.includes('files')) await expect(writing).rejects.toThrow(/ENOSPC/);
  else await writing;
});

test('a scratch folder on the host goes with its child', async () => {
  sandbox = openSandbox({ layers: ['permissions'] });
  const folder = String(await run('return process.argv[2];'));
  expect(existsSync(folder)).toBe(true);
  await sandbox.close();
  expect(existsSync(folder)).toBe(false);
});

test('a process that ends while it probes the isolation leaves no file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ended-'));
  const code = `import { readdirSync } from 'node:fs';
    import { openSandbox } from ${JSON.stringify(new URL('../sandbox.ts', import.meta.url).href)};
    void openSandbox().isolation();
    setInterval(() => readdirSync(${JSON.stringify(folder)}).length > 0 && process.exit(), 1);`;
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: folder };
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, timeout: 20_000 });
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
