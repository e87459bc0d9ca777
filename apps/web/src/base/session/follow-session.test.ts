import type { Me } from '@ecp/contract/identity/auth';
import type { AnyRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { followSession, queryClient, sessionQuery } from './session.ts';

const enter = (tenantId: string) =>
  queryClient.setQueryData(sessionQuery.queryKey, {
    user: { id: 'ada' },
    tenant: { id: tenantId },
  } as Me);

test('drops the data of one workspace as soon as the session is in another, whatever the reason', () => {
  followSession(queryClient, {} as AnyRouter);
  enter('one');
  queryClient.setQueryData(['engagements', 'list'], ['of one']);
  enter('one');
  expect(queryClient.getQueryData(['engagements', 'list'])).toEqual(['of one']);
  enter('two');
  expect(queryClient.getQueryData(['engagements', 'list'])).toBeUndefined();
});
