import { describeBundle } from '@ecp/sandbox/child-program';

/** The program that reads untrusted files and pages. All of its parsers are JavaScript or WebAssembly. */
export const readingProgram = describeBundle({
  name: 'reading',
  source: new URL('./child-main.ts', import.meta.url),
  reads: [],
  packages: ['@hyzyla/pdfium', '@silvia-odwyer/photon-node', 'officeparser', 'unpdf'],
  allowAddons: false,
  heapMb: 512,
  memoryMb: 1_024,
});
