import { dirname } from 'node:path';
import { drawingProgram } from '@ecp/charts/program/drawing-program';
import { pngProgram } from '@ecp/charts/program/png-program';
import { typesettingProgram } from '@ecp/documents/typesetting/typesetting-program';
import { wordProgram } from '@ecp/documents/word/word-program';
import { buildingProgram } from '@ecp/tables/building/building-program';
import { queryProgram } from '@ecp/tables/querying/query-program';
import { readingProgram } from '../../apps/platform/src/work/text-extraction/reading-program.ts';
import { bundle } from './bundle.ts';

/** Every program whose children the product starts. */
const programs = [
  ...[readingProgram, typesettingProgram, wordProgram],
  ...[drawingProgram, pngProgram, buildingProgram, queryProgram],
];

await Promise.all(
  programs.map(({ source, main, packages }) => {
    const external = packages.map((name) => new RegExp(`^${name}(?:/|$)`));
    return bundle({ source, folder: dirname(main), external });
  }),
);
