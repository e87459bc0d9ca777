import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readSize } from '../../command-line/read-size.ts';
import { listMisses, renderRouting } from './render-routing.ts';
import { summarizeFamily } from './summarize.ts';
import { type Family, families } from './worlds.ts';

/**
 * Plays the router against its earlier rule, an oracle and simple rules in seeded worlds, prints the tables and writes
 * them to docs/benchmarks-routing.md. Fails if the router misses a criterion. `--worlds` is the number of worlds of
 * each family.
 */
const { values } = parseArgs({ options: { worlds: { type: 'string', default: '120' } } });
const worlds = readSize('worlds', values.worlds);
const summaries = (Object.keys(families) as Family[]).map((family) => summarizeFamily(family, worlds));
const text = renderRouting(summaries);
await writeFile(new URL('../../../docs/benchmarks-routing.md', import.meta.url), text);
console.log(text);
const misses = listMisses(summaries);
for (const miss of misses) console.error(`Missed: ${miss}`);
if (misses.length > 0) process.exitCode = 1;
