import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '@ecp/sandbox/jobs/child-program';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The program that draws charts. It is JavaScript only and may load no native code. */
export const drawingProgram: ChildProgram = {
  name: 'charts',
  main: pathOf('./drawing-main.ts'),
  reads: ['../drawing', '../reading', '../program'].map(pathOf),
  packages: ['vega', 'vega-interpreter', 'vega-lite', 'vega-scenegraph'],
  allowAddons: false,
  heapMb: 256,
  memoryMb: 512,
};
