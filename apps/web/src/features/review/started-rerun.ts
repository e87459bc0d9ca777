import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import type { FileProps } from './review-props.ts';

/** A rerun that was started in this tab, and the version that it began with. */
export interface StartedRerun {
  runId: string;
  from: number;
}

/**
 * The rerun of a file that was started in this tab and whose outcome was not shown yet. It is kept in the tab's storage: the
 * page is built anew when the next version takes the place of the one that was read.
 */
export function useStartedRerun({ engagementId, filename }: FileProps) {
  const { user } = useSession();
  const key = `rerun ${user.id} ${engagementId} ${filename}`;
  const [started, setStarted] = useState<StartedRerun | null>(() => {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as StartedRerun);
  });
  const keep = (next: StartedRerun | null) => {
    setStarted(next);
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
  };
  return [started, keep] as const;
}
