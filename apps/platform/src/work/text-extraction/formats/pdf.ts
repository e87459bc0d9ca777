import { getDocumentProxy } from 'unpdf';
import { type ExtractedSection, encryptedFailure, type FormatReading, type SourceFile } from '../text/extraction.ts';
import { readAnnotations } from './pdf-fields.ts';
import { placeTexts, spellRaisedItems } from './pdf-items.ts';
import { readTaggedText } from './pdf-structure.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * Reads .pdf, a section for each page: with headings, lists and tables when the file is tagged, else line by line.
 * Scans without a text layer give no text, which the note says. The values of fields stand where the page shows them, and
 * superscripts join no number.
 */
export async function readPdf(file: SourceFile): Promise<FormatReading> {
  const pdf = await getDocumentProxy(new Uint8Array(file.bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'PasswordException' ? encryptedFailure() : error;
  });
  const pages = pdf.numPages === 1 ? '1 page' : `${pdf.numPages} pages`;
  const remarks: string[] = [];
  return { sections: readPages(pdf, remarks), note: `PDF document, ${pages}.`, remarks };
}

/** Reads page by page, and adds what the pages do not say to the remarks. */
async function* readPages(pdf: Pdf, remarks: string[]): AsyncGenerator<ExtractedSection> {
  let hasFields = false;
  let hasComments = false;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent({ includeMarkedContent: true });
    const said = readAnnotations(await page.getAnnotations().catch(() => []));
    hasFields ||= said.hasFields;
    hasComments ||= said.hasComments;
    const items = placeTexts(spellRaisedItems(content.items), said.texts);
    const tagged = readTaggedText(await readTree(page), items);
    const text = tagged ?? items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
    page.cleanup();
    yield { location: `page ${number}`, text };
  }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const isXfa = 'IsXFAPresent' in info && info.IsXFAPresent === true;
  if (isXfa && !hasFields) remarks.push('It holds a form of the kind XFA, whose fields cannot be read.');
  if (hasComments) remarks.push('Its comments were left out.');
}

/** Reads the page's tags; returns null when they cannot be read. */
async function readTree(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<unknown> {
  return page.getStructTree().catch(() => null);
}
