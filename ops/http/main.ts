import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { onInterrupt, readSize } from '../command-line.ts';
import { describeMachine, isQuiet } from '../machine.ts';
import { measureHttp } from './http.ts';
import { measureIdle } from './idle.ts';
import { renderKept, renderSection, replaceSection, type Section } from './report.ts';
import { type Bench, openBenchDatabase } from './servers.ts';

/** The parts in the order in which they are measured. */
const parts: Record<string, (bench: Bench) => Promise<Section>> = {
  http: measureHttp,
  idle: measureIdle,
};

/**
 * Measures the parts named on the command line, or all, and prints their sections. The goals of
 * each replace its section of docs/benchmarks.md, unless the machine was busy at the start or a size
 * differs from the default.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
  },
});
const defaults: Bench['plan'] = {
  rounds: 5,
  seconds: 4,
  connections: 50,
};
const plan = { ...defaults };
for (const [name, value] of Object.entries(values))
  plan[name as keyof typeof plan] = readSize(name, value);
const chosen = positionals.length === 0 ? Object.keys(parts) : positionals;
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join()}; parts are ${Object.keys(parts).join(', ')}`);

const reportFile = new URL('../../docs/benchmarks.md', import.meta.url);
const report = (line: string) => console.error(line);
const database = await openBenchDatabase();
// Ctrl-C also ends the servers and the load. Postgres runs in a separate session and must be
// closed.
onInterrupt(() => void database.close().finally(() => process.exit(130)));
try {
  const sections: Section[] = [];
  for (const name of chosen) {
    const section = await parts[name]?.({ database, plan, report });
    if (section) sections.push(section);
  }
  const machine = await describeMachine();
  console.log(sections.map((section) => renderSection(section, machine)).join('\n\n'));
  const kept = sections
    .filter(({ goals }) => goals.length > 0)
    .map((section) => renderKept(section, machine));
  if (isQuiet && Object.keys(values).length === 0)
    await writeFile(reportFile, kept.reduce(replaceSection, await readFile(reportFile, 'utf8')));
  else
    report(
      'Not kept: only figures of the default sizes on a machine that was idle replace those of the page.',
    );
} finally {
  await database.close();
}
