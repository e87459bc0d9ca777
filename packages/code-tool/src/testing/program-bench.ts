import { openSandbox, type SandboxOptions } from '@ecp/sandbox/sandbox';
import { createProgramRunner, type ProgramRequest, type ProgramResult } from '../run-program.ts';

/** Runs programs in tests. */
interface ProgramBench {
  /** Runs a program without inputs, except for what the test changes. */
  run(code: string, changes?: Partial<ProgramRequest>): Promise<ProgramResult>;
  pids(): number[];
  close(): Promise<void>;
}

/** Opens a bench whose processes have these layers, by default all that the machine allows. */
export function openProgramBench(options: Pick<SandboxOptions, 'layers'> = {}): ProgramBench {
  const sandbox = openSandbox(options);
  const runner = createProgramRunner({ sandbox, slots: 4 });
  return {
    run: (code, changes) =>
      runner.run({
        tenantId: 'acme',
        code,
        texts: {},
        facts: {},
        runDate: '2026-03-01',
        sql: async () => ({ columns: [], rows: [] }),
        ...changes,
      }),
    pids: () => runner.pids(),
    async close() {
      await runner.close();
      await sandbox.close();
    },
  };
}
