import { type ChartBlock, readChartBlocks } from '@ecp/charts/reading/read-chart-blocks';
import { guessLanguage } from '@ecp/documents/markdown/build-inlines';
import { findLanguage } from '@ecp/language/detect-language';
import type { TextReader } from '../../../kernel/text-work.ts';

/** The charts of a document in its order, and the language for their numbers. */
interface DocumentCharts {
  blocks: ChartBlock[];
  locale: string;
}

/** Reads the charts of documents; those of long ones in a child. */
export const documentChartsReader: TextReader<
  { markdowns: readonly string[] },
  { documents: DocumentCharts[] }
> = {
  name: 'document-charts',
  shortWeight: 200_000,
  read: ({ markdowns }) => ({
    documents: markdowns.map((markdown) => {
      const blocks = readChartBlocks(markdown);
      return { blocks, locale: blocks.length > 0 ? languageOfDocument(markdown) : 'en' };
    }),
  }),
};

/** Characters of a document that tell its language. */
const sampleLength = 4_000;

/**
 * Returns the language of a document for the numbers of its charts: by its words, else by its
 * script, else English.
 */
function languageOfDocument(markdown: string): string {
  const sample = markdown
    .replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '')
    .slice(0, sampleLength);
  return findLanguage(sample) ?? guessLanguage(sample);
}
