import { describeBundle } from '@ecp/sandbox/jobs/child-program';

/** The program that draws charts. It is JavaScript only and may load no native code. */
export const drawingProgram = describeBundle({
  name: 'charts',
  source: new URL('./drawing-main.ts', import.meta.url),
  reads: [],
  packages: [],
  allowAddons: false,
  heapMb: 256,
  memoryMb: 512,
});
