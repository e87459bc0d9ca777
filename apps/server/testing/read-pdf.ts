import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** The content of a PDF. */
export interface ReadPdf {
  /** All text, with single spaces and without invisible break characters. */
  text: string;
  pages: string[];
  info: Record<string, unknown>;
  /**
   * The colours of texts and areas on the first page as #rrggbb, and the number of its pictures.
   */
  cover: { colours: Set<string>; pictures: number };
}

/** Reads a PDF with pdf.js, which shares no code with the renderer. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
      .join('');
    pages.push(clean(text));
  }
  const { info } = await document.getMetadata();
  const cover = await readPaint(document);
  await document.loadingTask.destroy();
  return { text: pages.join(' '), pages, info: info as Record<string, unknown>, cover };
}

async function readPaint(
  document: Awaited<ReturnType<typeof getDocumentProxy>>,
): Promise<ReadPdf['cover']> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  const colours = fnArray.flatMap((fn, at) =>
    fn === OPS.setFillRGBColor ? [String(argsArray[at])] : [],
  );
  return {
    colours: new Set(colours),
    pictures: fnArray.filter((fn) => fn === OPS.paintImageXObject).length,
  };
}

const clean = (text: string) =>
  text
    .replaceAll(/[\u200b\u00ad]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
