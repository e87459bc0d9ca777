import type { LibraryEntry } from '@ecp/contract/library';

/** A task of a run, as its library entry keeps it. */
export interface PatternTask {
  position: number;
  name: string;
  agent: string;
  /** Positions. */
  dependsOn: number[];
  state: string;
  model: string | null;
  score: number | null;
  criteria: { id: string; score: number }[];
  costUsd: number;
}

/** What runs write into the library: how the work was divided, judged and paid. */
export interface RunPattern {
  formatVersion: 1;
  planned: boolean;
  offlineModel: boolean;
  tasks: PatternTask[];
  models: { model: string; tasks: number; averageScore: number | null; costUsd: number }[];
  totals: { tasks: number; completed: number; averageScore: number | null; costUsd: number; durationMs: number };
}

/** The pattern of an entry; null when it is of another form, as the service keeps any (INS-1). */
export function readPattern({ jsonData }: Pick<LibraryEntry, 'jsonData'>): RunPattern | null {
  const { formatVersion, tasks, models, totals } = jsonData as Partial<Record<keyof RunPattern, unknown>>;
  const isPattern =
    formatVersion === 1 && Array.isArray(tasks) && Array.isArray(models) && typeof totals === 'object' && !!totals;
  return isPattern ? (jsonData as unknown as RunPattern) : null;
}

/** Titles say `<engagement>: <figures>`; the first part names what the entry is about. */
export function nameEntry({ title }: Pick<LibraryEntry, 'title'>): string {
  return title.replace(/: \d+ (?:of \d+ )?tasks? \([^()]*\), [^:]*$/, '');
}
