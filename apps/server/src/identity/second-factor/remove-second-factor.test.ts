import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { enrolTotp, useFactorPeople } from '../../../testing/factor-person.ts';

const script = fileURLToPath(
  new URL('../../../../../scripts/remove-second-factor.ts', import.meta.url),
);
const run = promisify(execFile);

const prepare = useFactorPeople();

// SFA-17
test('the command on the host removes the factors of one person in one workspace', async () => {
  const { platform, clock, person } = await prepare();
  await enrolTotp(person.client, clock);
  const { body } = await person.client.get<{ tenant: { slug: string } }>('/api/me');
  const remove = (...args: string[]) =>
    run(process.execPath, [script, ...args], {
      env: { ...process.env, DATABASE_URL: platform.url },
    });
  await expect(remove(person.email)).rejects.toThrow('Usage');
  await expect(remove(person.email, 'another')).rejects.toThrow('No member');
  expect((await person.signIn()).status).toBe(401);
  expect((await remove(person.email, body.tenant.slug)).stdout).toBe(
    'The second factors are removed.\n',
  );
  expect((await person.signIn()).status).toBe(200);
  expect((await remove(person.email, body.tenant.slug)).stdout).toBe(
    'There was no second factor.\n',
  );
  const log = await person.client.get<{ entries: object[] }>(
    '/api/audit-log?action=second_factor.removed_by_host',
  );
  expect(log.body.entries).toHaveLength(1);
});
