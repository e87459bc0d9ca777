import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type AuditAnswer,
  type Exception,
  exceptionsFile,
  findAdvisoryProblems,
  readAudit,
} from './advisories/read-audit.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const auditLimitMs = 60_000;

/**
 * Asks the registry through npm about the production dependencies; no answer within a minute is
 * none.
 */
function audit(): Promise<AuditAnswer> {
  const { promise, resolve } = Promise.withResolvers<AuditAnswer>();
  const options = { cwd: root, timeout: auditLimitMs, maxBuffer: 64 * 1024 * 1024 };
  // npm ends with 1 for advisories and for a failure alike: only its output tells them apart.
  execFile('npm', ['audit', '--omit=dev', '--json'], options, (error, output) =>
    resolve(
      error?.killed
        ? { kind: 'no answer', reason: `none within ${auditLimitMs} ms` }
        : readAudit(output),
    ),
  );
  return promise;
}

async function main(): Promise<void> {
  const exceptions = JSON.parse(await readFile(root + exceptionsFile, 'utf8')) as Exception[];
  const answer = await audit();
  if (answer.kind === 'no answer') {
    console.log(`Advisories: not checked, because the registry gave no answer (${answer.reason})`);
    return;
  }
  const problems = findAdvisoryProblems(
    answer.advisories,
    exceptions,
    new Date().toISOString().slice(0, 10),
  );
  for (const problem of problems) console.error(problem);
  console.log(
    `Advisories: ${answer.advisories.length} in production dependencies, ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

await main();
