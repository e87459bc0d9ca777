import { isComplete } from '@ecp/sandbox/isolation/isolation';
import { openSandbox } from '@ecp/sandbox/sandbox';
import pino from 'pino';
import { expect, test } from 'vitest';
import { reportIsolation } from './sandbox-programs.ts';

/** Reports on a sandbox with these options. */
async function report(options: Parameters<typeof openSandbox>[0], isRequired: boolean) {
  const lines: Record<string, unknown>[] = [];
  const sandbox = openSandbox(options);
  const outcome = await reportIsolation(
    sandbox,
    pino({}, { write: (line) => lines.push(JSON.parse(line)) }),
    isRequired,
  ).then(
    () => 'starts',
    (error: Error) => error.message,
  );
  return { lines, outcome, isolation: await sandbox.isolation() };
}

// SBX-2
test('the walls around children are logged, and a start that requires them fails where one is open', async () => {
  const { lines, outcome } = await report({ layers: ['permissions'] }, true);
  expect(lines).toMatchObject([
    {
      level: 40,
      msg: 'Isolation of child processes',
      active: ['permissions'],
      openToCode: ['connect by TCP', 'connect to a Unix socket'],
    },
  ]);
  expect(outcome).toMatch(
    /^SANDBOX=required, but a child process could connect by TCP, .*read a file/,
  );
  expect((await report({ layers: ['permissions'] }, false)).outcome).toBe('starts');
});

// SBX-2
test('a start that requires isolation succeeds where nothing is open', async () => {
  const { lines, outcome, isolation } = await report({}, true);
  expect(outcome === 'starts').toBe(isComplete(isolation));
  expect(lines[0]).toMatchObject({ active: isolation.active, missing: isolation.missing });
});
