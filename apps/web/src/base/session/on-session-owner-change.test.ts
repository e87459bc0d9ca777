import type { Me } from '@ecp/contract/identity/auth';
import { expect, test, vi } from 'vitest';
import { onSessionOwnerChange, queryClient, sessionQuery } from './session.ts';

const enter = (userId: string, tenantId: string, name = 'Ada') =>
  queryClient.setQueryData(sessionQuery.queryKey, {
    user: { id: userId, name },
    tenant: { id: tenantId },
  } as Me);

test('reports another person, another workspace and a sign-out, but not a session that is only read again', () => {
  const act = vi.fn();
  enter('ada', 'one');
  onSessionOwnerChange(act);
  enter('ada', 'one', 'Ada L.');
  queryClient.setQueryData(['engagements'], []);
  expect(act).toHaveBeenCalledTimes(0);
  enter('ada', 'two');
  expect(act).toHaveBeenCalledTimes(1);
  queryClient.setQueryData(sessionQuery.queryKey, null);
  expect(act).toHaveBeenCalledTimes(2);
  enter('bea', 'two');
  expect(act).toHaveBeenCalledTimes(3);
});
