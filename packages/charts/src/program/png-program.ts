import { fontFolders } from '@ecp/documents/typesetting/font-folders';
import { describeBundle } from '@ecp/sandbox/jobs/child-program';

/** The program that turns drawings into pixels. resvg is native code, so that it is apart from the one that draws. */
export const pngProgram = describeBundle({
  name: 'chart-pixels',
  source: new URL('./png-main.ts', import.meta.url),
  reads: fontFolders(),
  packages: ['@resvg/resvg-js'],
  allowAddons: true,
  heapMb: 128,
  memoryMb: 768,
});
