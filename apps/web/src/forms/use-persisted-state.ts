import { useCallback, useState } from 'react';
import { useSession } from '../session/session.ts';

interface Kept<T> {
  value: T;
  change: (value: T) => void;
  /** Whether it began with what had been kept before, and not anew since. */
  restored: boolean;
  /** Forgets what is kept; what is shown stays. */
  forget: () => void;
  /** Forgets it, and shows `initial` again. */
  startOver: () => void;
}

/**
 * What somebody is writing, kept in this browser tab, so that a reload does not lose it. `read` makes it of the kept text
 * and gives null for what it does not know. `initial` is where nothing is kept. Who signs in next does not see it.
 */
export function usePersistedState<T>(name: string, read: (text: string) => T | null, initial: () => T): Kept<T> {
  const { user } = useSession();
  const key = `${user.id} ${name}`;
  const [kept] = useState(() => {
    const text = sessionStorage.getItem(key);
    return text === null ? null : read(text);
  });
  const [value, setValue] = useState(() => kept ?? initial());
  const [restored, setRestored] = useState(kept !== null);
  const change = useCallback(
    (next: T) => {
      setValue(next);
      keep(key, JSON.stringify(next));
    },
    [key],
  );
  const forget = useCallback(() => sessionStorage.removeItem(key), [key]);
  const startOver = () => {
    setValue(initial());
    setRestored(false);
    forget();
  };
  return { value, change, restored, forget, startOver };
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch (error) {
    // A full storage keeps the older text; the page goes on with the newer one.
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}
