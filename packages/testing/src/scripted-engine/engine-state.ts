import type { JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';
import type { ScriptedRun } from './scripted-run.ts';

/** A request that reached the engine. */
export interface EngineCall {
  method: string;
  /** Path and query. */
  url: string;
  tenantId: string | undefined;
  body: unknown;
}

/** The event that takes the place of the normal answer to a call. */
export type Interference =
  | { kind: 'answer'; status: number; body: unknown }
  /** The connection breaks before the work is done. */
  | { kind: 'cut' }
  /** The work is done, but its answer is lost. */
  | { kind: 'lose_answer' }
  /** The call waits until the promise settles, then continues. */
  | { kind: 'hold'; until: Promise<unknown> };

/** The records of the scripted engine, which its routes share. */
export interface EngineState {
  token: string;
  calls: EngineCall[];
  runs: Map<string, ScriptedRun>;
  /** The stored images: tenant, engagement and hash. */
  images: Set<string>;
  /** Ids of the paid plans, by engagement. */
  plans: Map<string, Set<string>>;
  /** Answers a question to the judge; null for no answer. */
  judge: (question: JudgeQuestion) => JudgeAnswer | null;
  /** Runs that were stopped before their start. A later start is refused. */
  stopped: Set<string>;
  script: ((run: ScriptedRun) => void) | undefined;
  choosers: Set<(call: EngineCall) => Interference | undefined>;
  streamEnds: Set<() => void>;
  /** Requests without an answer, such as readers that wait for an event. */
  open: number;
  down: AbortController;
}

export const isActive = (run: ScriptedRun): boolean => run.status === 'running' || run.status === 'paused';
