import { describeBundle } from '@ecp/sandbox/jobs/child-program';

/** The program that writes and reads Word files. All of it is JavaScript. */
export const wordProgram = describeBundle({
  name: 'word',
  source: new URL('./child-main.ts', import.meta.url),
  reads: [],
  packages: [],
  allowAddons: false,
  heapMb: 768,
  memoryMb: 1_200,
});
