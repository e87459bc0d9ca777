import { getDocumentProxy } from 'unpdf';
import { type PageFacts, tidy } from '../text/page-facts.ts';
import { pageLimits } from '../text/page-limits.ts';
import { readDay } from '../text/read-day.ts';

/** Reads what the information dictionary of a PDF says. Throws for a file that is no PDF. */
export async function readPdfFacts(bytes: Uint8Array): Promise<PageFacts> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const said = (name: string) => {
    const value = (info as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    title: tidy(said('Title'), pageLimits.title),
    author: tidy(said('Author'), pageLimits.author),
    publishedOn: readDay(said('CreationDate')),
  };
}
