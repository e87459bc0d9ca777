import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { renderRouting } from './render-routing.ts';
import { summarizeFamily } from './summarize.ts';

/**
 * Plays the router against simple rules in seeded worlds, prints the tables and writes them to docs/benchmarks-routing.md.
 * `--worlds` is the number of worlds of each family.
 */
const { values } = parseArgs({ options: { worlds: { type: 'string', default: '200' } } });
const worlds = Number(values.worlds);
const summaries = (['rivals', 'tiers', 'catalogue', 'changing'] as const).map((family) =>
  summarizeFamily(family, worlds),
);
const text = renderRouting(summaries);
await writeFile(new URL('../../../docs/benchmarks-routing.md', import.meta.url), text);
console.log(text);
