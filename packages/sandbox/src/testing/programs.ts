import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '../child-program.ts';

const shared = {
  reads: [],
  packages: ['@ecp/sandbox'],
  allowAddons: false,
  heapMb: 100,
  memoryMb: 300,
};

/** Does what its job says (unruly-main.ts). */
export const unruly: ChildProgram = {
  ...shared,
  name: 'unruly',
  main: fileURLToPath(new URL('./unruly-main.ts', import.meta.url)),
};

/** Runs the code of its job (hostile-main.ts). */
export const hostile: ChildProgram = {
  ...shared,
  name: 'hostile',
  main: fileURLToPath(new URL('./hostile-main.ts', import.meta.url)),
};
