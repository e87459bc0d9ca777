import type { MadeFault } from './faults/fault.ts';
import { type MakeOptions, makeFaults } from './faults/make-faults.ts';
import { type LoadOptions, type LoadResult, runLoad } from './run-load.ts';

export type ChaosOptions = MakeOptions & LoadOptions;
export type ChaosResult = LoadResult & { made: MadeFault[] };

/** Disturbs a working product and checks what clients, receivers and the provider saw (docs/chaos.md). */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  let made: MadeFault[] = [];
  const result = await runLoad(options, async (system) => {
    made = await makeFaults(system, options);
    options.log('the last fault has ended; waiting for the end of all runs');
    return made;
  });
  return { ...result, made };
}
