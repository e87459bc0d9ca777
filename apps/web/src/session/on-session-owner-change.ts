import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const readOwner = () => {
  const me = queryClient.getQueryData(sessionQuery.queryKey);
  return me?.user ? `${me.user.id} ${me.tenant.id}` : null;
};

/**
 * Calls `act` whenever the page belongs to somebody else: another person, nobody, or the same one in another workspace.
 * What is held outside the query cache is to be let go then.
 */
export function onSessionOwnerChange(act: () => void): void {
  let owner = readOwner();
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0] || readOwner() === owner) return;
    owner = readOwner();
    act();
  });
}
