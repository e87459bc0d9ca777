import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const readOwner = () => {
  const me = queryClient.getQueryData(sessionQuery.queryKey);
  return me?.user ? `${me.user.id} ${me.tenant.id}` : null;
};

/**
 * Calls `act` when the session belongs to somebody else: another person, nobody, or the same person in another
 * workspace. Use it to drop data that is held outside the query cache.
 */
export function onSessionOwnerChange(act: () => void): void {
  let owner = readOwner();
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0] || readOwner() === owner) return;
    owner = readOwner();
    act();
  });
}
