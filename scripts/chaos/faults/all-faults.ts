import type { FaultKind } from './fault.ts';
import { networkFaults } from './network-faults.ts';
import { processFaults } from './process-faults.ts';
import { serverFaults } from './server-faults.ts';

/** Every kind of fault (docs/chaos.md). */
export const allFaults: FaultKind[] = [...processFaults, ...networkFaults, ...serverFaults];
