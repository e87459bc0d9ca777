import { pollUntil } from '@ecp/testing/poll-until';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { expect, test } from 'vitest';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';

test('a platform purges expired sessions and mailed links on its own and leaves the valid ones', async () => {
  const freshDatabase = await createFreshDatabase();
  const { asSuperuser } = freshDatabase;
  await asSuperuser(`insert into platform.tenants (id, name, slug) values ('t', 'T', 't')`);
  await asSuperuser(
    `insert into platform.users (id, tenant_id, email, role) values ('u', 't', 'u@example.com', 'owner')`,
  );
  for (const [token, expiresIn] of [
    ['old', '-1 minute'],
    ['new', '1 day'],
  ]) {
    const values = [token, expiresIn];
    await asSuperuser(
      `insert into platform.sessions (token_hash, tenant_id, user_id, expires_at)
        values ($1::text::bytea, 't', 'u', now() + $2::interval)`,
      values,
    );
    await asSuperuser(
      `insert into platform.email_tokens (token_hash, purpose, tenant_id, user_id, expires_at)
        values ($1::text::bytea, 'magic_link', 't', 'u', now() + $2::interval)`,
      values,
    );
  }
  const platform = await startTestPlatform({ freshDatabase });
  try {
    const left = await pollUntil(
      () =>
        asSuperuser(
          `select 1 from platform.sessions union all select 1 from platform.email_tokens`,
        ),
      (rows) => rows.length < 3,
    );
    expect(left).toHaveLength(2);
  } finally {
    await platform.close();
    await freshDatabase.drop();
  }
});
