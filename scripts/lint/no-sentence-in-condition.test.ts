import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const biome = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));
const plugin = fileURLToPath(new URL('no-sentence-in-condition.grit', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-rule-'));
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ plugins: [plugin] }));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the lines of `source`, counted from 1, where the rule finds something. */
async function findLines(source: string[]): Promise<number[]> {
  const path = join(folder, 'sample.ts');
  await writeFile(path, `${source.join('\n')}\n`);
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = await run(process.execPath, [biome, ...options], { cwd: folder }).catch(
    (failure) => failure,
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { start: Start } }[];
  };
  return diagnostics
    .filter(({ category }) => category === 'plugin')
    .map(({ location }) => location.start.line);
}
interface Start {
  line: number;
}

test('finds conditions on messages and errors, in code and in SQL', async () => {
  const forbidden = [
    `export const a = (error: string) => error === 'Stopped by user';`,
    `export const b = (x: { error: string }) => x.error !== 'Stopped by user';`,
    `export const c = (x: { error: string | null }) => x.error?.startsWith('Budget');`,
    `export const d = (x: { error: string | null }) => (x.error ?? '').endsWith('y');`,
    `export const e = (x: { message: string }) => x.message.toLowerCase().includes('failed');`,
    'export const f = (x: { message: string }) => /failed/.test(x.message);',
    `export const g = (errorMessage: string) => ['one', 'two'].includes(errorMessage);`,
    `export const h = "select 1 from runs where coalesce(error, '') like 'Budget%'";`,
    "export const i = `select 1 from runs where error is distinct from 'Stopped by user'`;",
    "export const j = `select 1 from events where data->>'message' ~ 'failed'`;",
    `export const k = (error: string) => { switch (error) { default: return 1; } };`,
  ];
  expect(await findLines(forbidden)).toEqual(forbidden.map((_, index) => index + 1));
});

test('allows facts, texts that are passed on, and marked exceptions', async () => {
  const allowed = [
    `export const a = (x: { error: string | null; failureReason: string }) => x.error && x.failureReason === 'stopped';`,
    `export const b = (error: Error) => error.name === 'AbortError' || ('code' in error && error.code === 'ENOENT');`,
    `export const c = (x: { message: string }) => 'Failed: ' + x.message.slice(0, 100);`,
    `export const d = (message: string) => (message === '' ? null : message);`,
    `export const e = (x: unknown) => typeof x === 'object';`,
    "export const f = `update runs set error = $1 where status = 'failed'`;",
    '// biome-ignore lint/plugin: the library gives nothing but a message',
    'export const g = (error: Error) => /password/.test(error.message);',
  ];
  expect(await findLines(allowed)).toEqual([]);
});
