import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 767px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether two columns of text have no room beside each other. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
