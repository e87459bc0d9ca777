import { describeBundle } from '@ecp/sandbox/child-program';

/** The program that reads long texts of tenants and models. All of it is JavaScript. */
export const textProgram = describeBundle({
  name: 'engine-texts',
  source: new URL('./text-main.ts', import.meta.url),
  reads: [],
  packages: [],
  allowAddons: false,
  heapMb: 768,
  memoryMb: 1_200,
});
