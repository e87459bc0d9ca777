import { type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { drawPage } from './draw-page.ts';

/** A drawn page with its text above the picture, to be read aloud, selected and marked. */
export interface ReadablePage {
  sheet: HTMLElement;
  /** The words of the page, each where it is drawn. */
  text: HTMLElement;
}

/** Draws a page at this width with its text. Marks are to be put between the two, as first children of `text`’s parent. */
export async function drawReadablePage(page: PDFPageProxy, widthPx: number): Promise<ReadablePage> {
  const scale = widthPx / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const canvas = await drawPage(page, widthPx);
  canvas.className = 'block size-full';
  canvas.setAttribute('aria-hidden', 'true');
  const text = document.createElement('div');
  text.className = 'pdf-text';
  text.style.setProperty('--total-scale-factor', String(scale));
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
  const sheet = document.createElement('div');
  sheet.className = 'relative overflow-hidden bg-white';
  sheet.style.width = `${viewport.width}px`;
  sheet.style.height = `${viewport.height}px`;
  sheet.append(canvas, text);
  return { sheet, text };
}
