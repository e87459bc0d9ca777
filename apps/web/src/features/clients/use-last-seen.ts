import { useEffect, useState } from 'react';

/** When this browser was last shown what clients said, as it was on coming here; remembers the newest that is shown now. */
export function useLastSeen(engagementId: string, newest: string | undefined): string {
  const key = `clients-seen:${engagementId}`;
  const [before] = useState(() => localStorage.getItem(key) ?? '');
  useEffect(() => {
    if (newest !== undefined && newest > before) localStorage.setItem(key, newest);
  }, [key, newest, before]);
  return before;
}
