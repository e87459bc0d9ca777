import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { loadAtStart } from './machine/load-at-start.ts';

/**
 * Describes what the figures depend on, one line each, for the report. `postgres` is the result of `select version()`.
 */
export async function describeMachine(postgres: string): Promise<string[]> {
  const memoryGb = Math.round(totalmem() / 1_073_741_824);
  const [fastify, driver, autocannon] = await Promise.all(['fastify', 'pg', 'autocannon'].map(readVersion));
  return [
    `Machine: ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memoryGb} GB, ${type()} ${release()}`,
    `Load at the start: ${loadAtStart
      .map((load) => load.toFixed(1))
      .join(', ')} (1, 5 and 15 minutes; above 0.5, other work affected the figures)`,
    `Versions: Node ${process.versions.node}, ${postgres.split(' on ')[0]}, fastify ${fastify}, pg ${driver}, autocannon ${autocannon}`,
    `Date: ${new Date().toISOString().slice(0, 10)}`,
  ];
}

async function readVersion(name: string): Promise<string> {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
