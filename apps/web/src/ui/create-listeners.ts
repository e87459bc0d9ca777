/** Those who are told when something outside of React changes, for `useSyncExternalStore`. */
export interface Listeners {
  /** Returns what ends the listening. */
  subscribe: (listener: () => void) => () => void;
  /** Tells all. */
  notify: () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
