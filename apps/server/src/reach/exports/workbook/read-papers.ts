import type { PaperTable } from '@ecp/documents/workbook/engagement/engagement-book';
import { type DocumentBlock, parseDocument } from '@ecp/evidence/document';
import { type ListedFootnote, listCalculations } from '@ecp/evidence/list-calculations';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import type { TextReader } from '../../../kernel/text-work.ts';

/** The footnotes and tables that a workbook takes from the text of a document. */
interface ReadPaper {
  footnotes: ListedFootnote[];
  tables: PaperTable[];
}

/**
 * Reads the footnotes of documents with their calculations, and their tables; those of long
 * documents in a child.
 */
export const papersReader: TextReader<{ markdowns: readonly string[] }, ReadPaper[]> = {
  name: 'papers',
  shortWeight: 20_000,
  read: async ({ markdowns }) => {
    const slice = createTimeSlice(undefined);
    const papers: ReadPaper[] = [];
    for (const markdown of markdowns) {
      const parsed = await parseDocument(markdown, slice);
      papers.push({
        footnotes: await listCalculations(parsed, slice),
        tables: listTables(parsed.blocks),
      });
    }
    return papers;
  },
};

const cellsOf = ({ text }: DocumentBlock): string[] =>
  text.split(' | ').map((cell) => cell.replace(/\s+/gu, ' ').trim());

/** Lists the tables of a document. The rows below a head name its columns. */
function listTables(blocks: readonly DocumentBlock[]): PaperTable[] {
  const tables: PaperTable[] = [];
  let section: string | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading') section = block.text.trim();
    if (block.kind !== 'row') continue;
    if (block.columns === null) tables.push({ section, columns: cellsOf(block), rows: [] });
    else tables.at(-1)?.rows.push(cellsOf(block));
  }
  return tables.filter(({ rows }) => rows.length > 0);
}
