import type { Language } from '@ecp/language/language';
import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { readMaterial } from '../evidence/read-material.ts';
import type { Origin, Passage } from '../material/passage.ts';
import { flattenText } from '../text/clean-line.ts';
import { readStems } from '../text/read-words.ts';
import type { CitedStatement } from './cited-statement.ts';
import { definitionStart, readStatements, references } from './read-statements.ts';

/** A document of the engagement with its sentences. */
export interface ReadDocument {
  taskName: string;
  filename: string;
  /** The sentences in reading order, without footnotes and their marks. */
  passages: Passage[];
  /** Its statements with the sources that they cite. */
  statements: CitedStatement[];
  /** True for an evidence pack of the offline model, which draws no conclusion. */
  isPack: boolean;
}

const packMark = /^---\n(?:.*\n){0,12}?offline: true\n/;

/** Reads the documents that a synthesis brings together into sentences, in slices. */
export async function readUpstream(
  upstream: readonly UpstreamDeliverable[],
  language: Language,
  timeSlice: TimeSlice,
): Promise<ReadDocument[]> {
  const read: ReadDocument[] = [];
  for (const document of upstream) {
    const { taskName, filename, content } = document;
    const origin: Origin = {
      ...{ kind: 'deliverable', label: flattenText(filename, 200), location: null },
      ...{ language, decimalSign: null },
    };
    const text = content
      .split('\n')
      .filter((line) => !definitionStart.test(line))
      .join('\n')
      .replace(references, '');
    const { passages } = await readMaterial([{ origin, text }], timeSlice);
    const stated = passages.filter(({ isInstruction, isLabel }) => !isInstruction && !isLabel);
    const named = stated.map((passage) => ({ ...passage, stems: readStems(passage.text) }));
    const isPack = packMark.test(content);
    read.push({
      ...{ taskName, filename, isPack, passages: named },
      statements: await readStatements(document, language, timeSlice),
    });
  }
  return read;
}
