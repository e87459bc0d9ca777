import type { FileProps } from '../../../domain/deliverables/version-props.ts';
import { usePersistedState } from '../../../forms/use-persisted-state.ts';

/** A rerun that was started in this tab, with the version that it started from. */
interface StartedRerun {
  runId: string;
  from: number;
}

const read = (text: string) => JSON.parse(text) as StartedRerun | null;

/**
 * The rerun of a file that was started in this tab and whose outcome is not shown yet. It is stored in the tab's
 * storage, because the page remounts when the next version replaces the current one.
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
