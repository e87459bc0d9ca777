import { percent, renderTable, whole } from '../report/render-table.ts';
import { type PdfFigures, pdfSizes } from './measure-pdf.ts';

/** Renders the section of printed documents. Null says that there was no Chromium. */
export function renderPdf(figures: PdfFigures[] | null): string {
  if (figures === null) return 'Not measured: no Chromium is installed.';
  const rows = figures.map(({ pages, oursMs, chromiumMs, spread }) => [
    `${pages.ours} pages, with Chromium ${pages.chromium}`,
    whole(oursMs),
    whole(chromiumMs),
    (chromiumMs / oursMs).toFixed(2),
    `${percent(spread.ours)}, ${percent(spread.chromium)}`,
  ]);
  return [
    `The same text with headings, lists, tables and footnotes is printed in turn, ${pdfSizes.rounds} times, by the product in its sandbox and by a Chromium that keeps running and opens a page for each print. Both make tagged PDF with bookmarks and page numbers. Chromium gets the text as HTML and uses fonts of the system; its footnotes are at the end. Figures are medians.`,
    renderTable([['PDF', 'ours, ms', 'Chromium, ms', 'times as fast', 'spread of each'], ...rows]),
  ].join('\n\n');
}
