import { fileURLToPath } from 'node:url';
import type { ChildProgram } from '@ecp/sandbox/jobs/child-program';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The program that reads untrusted files and pages. All of its parsers are JavaScript or WebAssembly. */
export const readingProgram: ChildProgram = {
  name: 'reading',
  main: pathOf('./child-main.ts'),
  reads: [
    './extraction-jobs.ts',
    './read-file-text.ts',
    './read-page-content.ts',
    './formats',
    './images',
    './pages',
    './text',
  ].map(pathOf),
  packages: [
    '@e965/xlsx',
    '@ecp/markdown',
    '@hyzyla/pdfium',
    '@silvia-odwyer/photon-node',
    'hast-util-from-html',
    'hast-util-to-mdast',
    'image-size',
    'mdast-util-gfm-table',
    'mdast-util-to-markdown',
    'officeparser',
    'robots-parser',
    'unpdf',
    'word-extractor',
    'yauzl',
  ],
  allowAddons: false,
  heapMb: 512,
  memoryMb: 1_024,
};
