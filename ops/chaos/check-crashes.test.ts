import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCrashes } from './leftovers.ts';
import { makeTemporaryFolder } from './seen-tenant.ts';

const folder = makeTemporaryFolder();
const crash = `node:events:505
    throw er; // Unhandled 'error' event
    ^

Error: Connection terminated unexpectedly
    at Connection.<anonymous> (/app/node_modules/pg/lib/client.js:204:73)
Emitted 'error' event on Client instance at:
    at Client._handleErrorEvent (/app/node_modules/pg/lib/client.js:422:10)

Node.js v24.21.0
`;

// FLT-3
test('an error that nobody caught is found in the log of its service', async () => {
  const line =
    '{"level":50,"err":{"message":"Error: Node.js v24 is too old"},"msg":"Request failed"}\n';
  await writeFile(join(folder, 'engine-1.log'), line);
  await writeFile(join(folder, 'postgres.log'), crash);
  expect(await checkCrashes(folder)).toEqual([]);
  await writeFile(join(folder, 'platform-2.log'), `${line}${crash}${line}${crash}`);
  const detail = 'platform-2: 2 times Error: Connection terminated unexpectedly';
  expect(await checkCrashes(folder)).toEqual([{ rule: 'no service crashes', detail }]);
});
