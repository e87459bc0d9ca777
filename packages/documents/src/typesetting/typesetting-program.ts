import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '@ecp/sandbox/jobs/child-program';
import manifest from '../../package.json' with { type: 'json' };

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Folders of the host that may have fonts for scripts that ours lack. */
const hostFonts = ['/usr/share/fonts', '/usr/local/share/fonts', '/etc/fonts'];

/** The program that prints documents. Typst is native code, so that it needs addons. */
export const typesettingProgram: ChildProgram = {
  name: 'typesetting',
  main: pathOf('./child-main.ts'),
  reads: [
    ...['../drawings', '../markdown', '../reports', '../typesetting', '../../templates'].map(pathOf),
    ...hostFonts,
  ],
  packages: Object.keys(manifest.dependencies),
  allowAddons: true,
  heapMb: 512,
  memoryMb: 1_500,
};
