import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Finding } from './finding.ts';

/** Node writes its version last when an error that nobody caught ends a process. */
const lastLine = /^Node\.js v\d/;
/** The beginning of such an error, `Error: …` or `TypeError: …`. */
const errorLine = /^\w*error: /i;

/**
 * Checks the logs of services for errors that nobody caught. Such an end has the same code as one that is by design,
 * and a supervisor hides it.
 */
export async function checkCrashes(logs: string): Promise<Finding[]> {
  const names = (await readdir(logs)).filter((name) => /^(?:engine|platform)-/.test(name));
  const found = await Promise.all(names.map((name) => findCrashes(basename(name, '.log'), join(logs, name))));
  return found.flat();
}

async function findCrashes(name: string, path: string): Promise<Finding[]> {
  const counts = new Map<string, number>();
  let error = '';
  const lines = createInterface(createReadStream(path)).on('line', (line) => {
    if (errorLine.test(line)) error = line;
    if (lastLine.test(line)) counts.set(error, (counts.get(error) ?? 0) + 1);
  });
  await once(lines, 'close');
  return [...counts].map(([what, count]) => ({
    rule: 'no service crashes',
    detail: `${name}: ${count} times ${what}`,
  }));
}
