import { getDocumentProxy } from 'unpdf';

/** What a reader finds in a PDF. */
export interface ReadPdf {
  /** All text, spaces made single, invisible break places removed. */
  text: string;
  pages: string[];
  info: Record<string, unknown>;
}

/** Reads a PDF back with pdf.js, which shares no code with what printed it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
    pages.push(clean(text));
  }
  const { info } = await document.getMetadata();
  await document.loadingTask.destroy();
  return { text: pages.join(' '), pages, info: info as Record<string, unknown> };
}

const clean = (text: string) =>
  text
    .replaceAll(/[\u200b\u00ad]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
