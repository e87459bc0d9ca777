import { useEffect } from 'react';

const keyOf = (id: string) => `portal-place-${id}`;

/**
 * Keeps where a version is being read while the tab is open: a reload, or a way back from the list, continues there. An
 * address with a section or a comment goes before.
 */
export function useResumedReading(id: string): void {
  useEffect(() => {
    const isElsewhere = location.hash !== '' || new URLSearchParams(location.search).has('comment');
    const kept = isElsewhere ? 0 : readPlace(id);
    // The router scrolls to the top after a step to another page; this comes after it.
    const frame = kept > 0 ? requestAnimationFrame(() => scrollTo({ top: kept, behavior: 'instant' })) : 0;
    const keep = () => keepPlace(id, scrollY);
    addEventListener('scrollend', keep);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scrollend', keep);
    };
  }, [id]);
}

function readPlace(id: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(id)) ?? 0);
  } catch {
    // The browser may forbid storage. Then reading starts at the top.
    return 0;
  }
}

function keepPlace(id: string, topPx: number): void {
  try {
    sessionStorage.setItem(keyOf(id), String(Math.round(topPx)));
  } catch {
    // The place is not kept.
  }
}
