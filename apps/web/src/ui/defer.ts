import { useEffect, useSyncExternalStore } from 'react';

/** Code that no first load needs. */
export interface Deferred<T> {
  /** Asks for it ahead of time. */
  load: () => void;
  /** The code, null until it has come; asked for when it is `wanted`. */
  useModule: (wanted: boolean) => T | null;
}

type State<T> = { module: T } | { error: unknown } | null;

/**
 * Code that comes when it is first wanted. Unlike what `lazy` brings, it appears the moment it has come, not after the third
 * of a second for which a fallback stays. Code that cannot be fetched is the error of who waits for it; it is forgotten at
 * once, so that whoever tries again asks again.
 */
export function defer<T>(fetchModule: () => Promise<T>): Deferred<T> {
  let state: State<T> = null;
  let isComing = false;
  const listeners = new Set<() => void>();
  const settle = (next: State<T>) => {
    state = next;
    isComing = false;
    for (const listener of listeners) listener();
  };
  const load = () => {
    if (isComing || (state && 'module' in state)) return;
    isComing = true;
    fetchModule().then(
      (module) => settle({ module }),
      (error: unknown) => {
        settle({ error });
        setTimeout(() => {
          if (state && 'error' in state) state = null;
        });
      },
    );
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const useModule = (wanted: boolean) => {
    const now = useSyncExternalStore(subscribe, () => state);
    useEffect(() => {
      if (wanted) load();
    }, [wanted]);
    if (now === null) return null;
    if ('module' in now) return now.module;
    if (wanted) throw now.error;
    return null;
  };
  return { load, useModule };
}
