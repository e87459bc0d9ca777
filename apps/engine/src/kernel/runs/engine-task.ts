import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** A task that a run executes, with all fields decided. */
export interface EngineTask {
  id: string;
  name: string;
  description: string;
  kind: TaskKind;
  agentSlug: string;
  dependsOn: string[];
  /** File name of its deliverable, unique in the run. */
  filename: string;
  /** Set if another provider's model objects to the document before it is delivered (contract 11). */
  isChallenged?: true;
  /** Set if a rerun amends the previous version, because a reviewer wrote notes. */
  amends?: true;
  /** Set if sections of the previous version stay as they are, because a person wrote them. */
  keepsSections?: true;
}
