import { usePersistedState } from '../../../forms/use-persisted-state.ts';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';

/** A rerun that was started in this tab, and the version that it began with. */
interface StartedRerun {
  runId: string;
  from: number;
}

const read = (text: string) => JSON.parse(text) as StartedRerun | null;

/**
 * The rerun of a file that was started in this tab and whose outcome was not shown yet. It is kept in the tab's storage: the
 * page is built anew when the next version takes the place of the one that was read.
 */
export function useStartedRerun({ engagementId, filename }: FileProps) {
  const name = `rerun ${engagementId} ${filename}`;
  const { value: started, change, forget } = usePersistedState<StartedRerun | null>(name, read, () => null);
  const keep = (next: StartedRerun | null) => {
    change(next);
    if (next === null) forget();
  };
  return [started, keep] as const;
}
