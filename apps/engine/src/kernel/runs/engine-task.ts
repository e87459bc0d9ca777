import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** A task as a run executes it: everything settled. */
export interface EngineTask {
  id: string;
  name: string;
  description: string;
  kind: TaskKind;
  agentSlug: string;
  dependsOn: string[];
  /** Of its deliverable; unique in the run. */
  filename: string;
  /** A rerun of it has a previous version with a reviewer's notes: that one is amended. */
  amends?: true;
}
