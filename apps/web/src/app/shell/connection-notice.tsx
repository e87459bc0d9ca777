import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isConnected, subscribeToConnection } from '../../api/connection-state.ts';
import { shellTexts } from '../../texts/en/shell.ts';

/** Says at once that the service cannot be reached, over the page, so that nothing moves. */
export function ConnectionNotice() {
  const connected = useSyncExternalStore(subscribeToConnection, isConnected);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center px-3">
      {!connected && (
        <p className="flex items-center gap-2 rounded-lg border bg-surface px-4 py-2 shadow-lg">
          <WifiOff aria-hidden className="size-4 shrink-0 text-danger" />
          {shellTexts.disconnected}
        </p>
      )}
    </div>
  );
}
