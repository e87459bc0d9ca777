import { getDocumentProxy } from 'unpdf';
import { type ExtractedSection, encryptedFailure, type FormatReading, type SourceFile } from '../text/extraction.ts';
import { readTaggedText } from './pdf-structure.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * Reads .pdf, a section for each page: with headings, lists and tables when the file is tagged, else line by line.
 * Scans without a text layer give no text, which the note says.
 */
export async function readPdf(file: SourceFile): Promise<FormatReading> {
  const pdf = await getDocumentProxy(new Uint8Array(file.bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'PasswordException' ? encryptedFailure() : error;
  });
  const pages = pdf.numPages === 1 ? '1 page' : `${pdf.numPages} pages`;
  return { sections: readPages(pdf), note: `PDF document, ${pages}.` };
}

async function* readPages(pdf: Pdf): AsyncGenerator<ExtractedSection> {
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const tagged = readTaggedText(await readTree(page), items);
    const text = tagged ?? items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    page.cleanup();
    yield { location: `page ${number}`, text };
  }
}

/** Reads the page's tags; returns null when they cannot be read. */
async function readTree(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<unknown> {
  return page.getStructTree().catch(() => null);
}
