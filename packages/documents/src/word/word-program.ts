import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '@ecp/sandbox/jobs/child-program';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The program that writes and reads Word files. All of it is JavaScript. */
export const wordProgram: ChildProgram = {
  name: 'word',
  main: pathOf('./child-main.ts'),
  reads: ['.', '../drawings', '../markdown', '../reports', '../typesetting'].map(pathOf),
  packages: [
    '@ecp/language',
    '@ecp/markdown',
    'diff',
    'docx',
    'image-size',
    'mdast-util-from-markdown',
    'mdast-util-gfm',
    'mdast-util-to-markdown',
    'mdast-util-to-string',
    'micromark-extension-gfm',
    'saxes',
    'yaml',
    'yauzl',
  ],
  allowAddons: false,
  heapMb: 768,
  memoryMb: 1_200,
};
