import { useEffect, useSyncExternalStore } from 'react';

/** A module that the first load does not need. */
interface Deferred<T> {
  /** Loads the module unless it is there. Resolves when it has come or failed. */
  load: () => Promise<void>;
  /** Returns the module, or null until it is loaded. Loads it when `wanted`. */
  useModule: (wanted: boolean) => T | null;
}

type State<T> = { module: T } | { error: unknown } | null;

/**
 * Loads a module when it is first wanted. Unlike with `lazy`, it appears as soon as it is loaded,
 * without the 300 ms for which React shows a fallback. If loading fails, every component that waits
 * for the module throws the error, and the next attempt loads it again.
 */
export function defer<T>(fetchModule: () => Promise<T>): Deferred<T> {
  let state: State<T> = null;
  let coming: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const settle = (next: State<T>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const load = () => {
    coming ??= fetchModule().then(
      (module) => settle({ module }),
      (error: unknown) => {
        coming = null;
        settle({ error });
        setTimeout(() => {
          if (state && 'error' in state) state = null;
        });
      },
    );
    return coming;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const useModule = (wanted: boolean) => {
    const now = useSyncExternalStore(subscribe, () => state);
    useEffect(() => {
      if (wanted) void load();
    }, [wanted]);
    if (now === null) return null;
    if ('module' in now) return now.module;
    if (wanted) throw now.error;
    return null;
  };
  return { load, useModule };
}
