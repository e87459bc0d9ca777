import { fileURLToPath } from 'node:url';
import { describeBundle } from '@ecp/sandbox/child-program';
import manifest from '../../package.json' with { type: 'json' };

/** Folders of the host that may have fonts for scripts that ours lack. */
const hostFonts = ['/usr/share/fonts', '/usr/local/share/fonts', '/etc/fonts'];
const nativeAndFonts = /^@(?:myriaddreamin|embedpdf|expo-google-fonts)\//;

/** The program that prints documents. Typst is native code, so that it needs addons. */
export const typesettingProgram = describeBundle({
  name: 'typesetting',
  source: new URL('./child-main.ts', import.meta.url),
  reads: [fileURLToPath(new URL('../../templates', import.meta.url)), ...hostFonts],
  packages: Object.keys(manifest.dependencies).filter((name) => nativeAndFonts.test(name)),
  allowAddons: true,
  heapMb: 512,
  memoryMb: 1_500,
});
