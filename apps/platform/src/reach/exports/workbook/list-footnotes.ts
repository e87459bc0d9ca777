import { type ListedFootnote, listCalculations } from '@ecp/evidence/list-calculations';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import type { TextReader } from '../../../kernel/text-work.ts';

/** Lists the footnotes of documents with their calculations; those of long documents in a child. */
export const footnotesReader: TextReader<{ markdowns: readonly string[] }, ListedFootnote[][]> = {
  name: 'footnotes',
  shortWeight: 20_000,
  read: async ({ markdowns }) => {
    const slice = createTimeSlice(undefined);
    const listed: ListedFootnote[][] = [];
    for (const markdown of markdowns) listed.push(await listCalculations(markdown, slice));
    return listed;
  },
};
