import type { GridFile } from '@ecp/contract/engine/engine-grid-answers';
import { type CellAnswer, type CheckedCell, checkCell, openFile } from '@ecp/evidence/grid-cells';
import type { Language } from '@ecp/language/language';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { createTimeSlice } from '@ecp/semaphore/semaphore';

/** Answers from a file, and the file. */
interface CellsToCheck {
  file: Pick<GridFile, 'filename' | 'parts'>;
  answers: readonly CellAnswer[];
  language: Language;
  /** The day of the run, YYYY-MM-DD. */
  date: string;
}

/** Time slice of the checks, in milliseconds. */
const sliceMs = 4;

/** Checks answers against their file, in their order. */
export const cellsReader: TextReader<CellsToCheck, CheckedCell[]> = {
  name: 'cells',
  shortWeight: 20_000,
  async read({ file, answers, language, date }) {
    const opened = openFile(file.filename, file.parts);
    const cells: CheckedCell[] = [];
    for (const answer of answers) {
      cells.push(
        await checkCell(opened, answer, {
          language,
          date,
          slice: createTimeSlice(undefined, sliceMs),
        }),
      );
    }
    return cells;
  },
};
