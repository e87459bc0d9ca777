import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findDeno, programHosts } from './program-hosts.ts';
import { standaloneProgram } from './standalone-program.ts';
import { openProgramBench } from './testing/program-bench.ts';

const bench = openProgramBench();
// Deno reads nothing below /dev, where temporary files of tests may lie.
const folder = mkdtempSync(join(dirname(programHosts.standalone.main), '../repetition-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bench.close();
});

/** Starts the folder as its README says, with a cache of its own. */
function repeat() {
  return spawnSync(findDeno(), ['run', '--no-prompt', '--allow-read=.', 'run.ts'], {
    cwd: folder,
    env: { DENO_DIR: join(folder, '.deno'), NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    encoding: 'utf8',
  });
}

test('a person repeats a program without the product and gets the same', async () => {
  const table = {
    sql: 'select * from sites',
    columns: ['site', 'kwh'],
    rows: Array.from({ length: 2_500 }, (_, at) => [`Site ${at % 3}`, BigInt(at)]),
  };
  const inputs = {
    code: `import { from, op } from 'arquero';
      const rows = await sql('select * from sites');
      table('totals', from(rows).groupby('site').rollup({ kwh: (d) => op.sum(d.kwh) }));
      facts.set('draw', { label: 'Draw', value: Math.random(), unit: null, period: null });
      console.log(texts['../a.txt'], facts.get('share'), new Date());`,
    texts: { '../a.txt': 'Ein Text' },
    facts: { share: { label: 'Share', value: 0.5, unit: null, period: null } },
    runDate: '2026-03-01',
    seed: 7,
  };
  const files = await standaloneProgram({ ...inputs, tables: [table] });
  expect(files.map(({ path }) => path)).toEqual([
    'README.md',
    'run.ts',
    'program.ts',
    'inputs.json',
    'host.mjs',
    'texts/1.txt',
    'queries/1.json',
  ]);
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { output, tables, facts } = await bench.run(inputs.code, {
    ...inputs,
    sql: async () => table,
  });
  const { stdout, stderr, status } = repeat();
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout.slice(0, output.length)).toBe(output);
  expect(JSON.parse(stdout.slice(output.length))).toEqual({ tables, facts });

  // A program that asks for more than the folder has is told so.
  writeFileSync(join(folder, 'program.ts'), `await sql('select 2')`);
  expect(repeat()).toMatchObject({
    status: 1,
    stderr: 'The program failed in line 1: Error: The folder has no result of this statement.\n',
  });
});
