import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A call of an agent, as it is sent to the process that makes it. */
export interface AgentCall {
  number: number;
  run: { tenantId: string; engagementId: string; runId: string };
  kind: 'page' | 'search';
  body: { id?: string; taskId?: string; url?: string; query?: string };
}

/** The answer to the call with the same number; the first one, without a call, says “ready”. */
export interface AgentAnswer {
  number: number;
  answer: object;
}

/** A process that calls the product's functions for agents, as a worker does. */
export interface AgentProcess {
  /** Resolves with the answer; rejects if the process ends before. */
  call(call: Omit<AgentCall, 'number'>): Promise<object>;
  /** Kills the process with -9; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts the process with the settings of a running product, and waits until it can call. */
export async function forkAgent(
  environment: Record<string, string | undefined>,
): Promise<AgentProcess> {
  const program = fileURLToPath(new URL('agent-process.ts', import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(program, { env: { PATH, NODE_COMPILE_CACHE, ...environment } });
  const ended = once(child, 'exit');
  const waiting = new Map<number, PromiseWithResolvers<object>>();
  child.on('message', ({ number, answer }: AgentAnswer) => waiting.get(number)?.resolve(answer));
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The agent has ended'));
  });
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The agent did not start'))),
  ]);
  return {
    call(call) {
      const number = waiting.size + 1;
      const answer = Promise.withResolvers<object>();
      waiting.set(number, answer);
      child.send({ number, ...call });
      return answer.promise;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
