import { useEffect, useState } from 'react';
import { compareTexts } from '../../texts/en/compare.ts';
import { usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';

/** Steps through the changes by buttons and the keys `n` and `p`, and wraps around. Null before the first step. */
export function useChangeSteps(count: number) {
  const [current, setCurrent] = useState<number | null>(null);
  const go = (step: 1 | -1) => {
    if (count === 0) return;
    const from = current ?? (step === 1 ? -1 : count);
    setCurrent((from + step + count) % count);
  };
  useEffect(() => {
    if (current === null) return;
    const row = document.querySelector<HTMLElement>(`[data-change="${current}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }, [current]);
  const next = () => go(1);
  const previous = () => go(-1);
  const steps = [
    { key: 'n', does: compareTexts.next, act: next },
    { key: 'p', does: compareTexts.previous, act: previous },
  ];
  usePageShortcuts(count === 0 ? [] : steps);
  return { current, next, previous };
}

export type ChangeSteps = ReturnType<typeof useChangeSteps>;
