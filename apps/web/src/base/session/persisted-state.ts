import { useCallback, useEffect, useState } from 'react';
import { useSession } from './session.ts';

interface Kept<T> {
  value: T;
  change: (value: T) => void;
  /** Whether the value was restored from storage and has not been reset since. */
  restored: boolean;
  /** Deletes the stored value. The current value stays. */
  forget: () => void;
  startOver: () => void;
}

const changes = new EventTarget();

/**
 * State stored in this tab for this user, so that a reload does not lose it. `read` returns null
 * for an unknown form.
 */
export function usePersistedState<T>(
  name: string,
  read: (text: string) => T | null,
  initial: () => T,
): Kept<T> {
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
      keep(key, JSON.stringify(next));
      changes.dispatchEvent(new CustomEvent(key, { detail: next }));
    },
    [key],
  );
  useEffect(() => {
    const take = (event: Event) => setValue((event as CustomEvent<T>).detail);
    changes.addEventListener(key, take);
    return () => changes.removeEventListener(key, take);
  }, [key]);
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
    // A full storage keeps the older text. The page continues with the newer one.
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}
