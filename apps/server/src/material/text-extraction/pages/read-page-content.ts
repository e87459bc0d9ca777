import { readFileText } from '../read-file-text.ts';
import { cleanText, isBinary, readHtml, readText } from '../text/decode-text.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { type FetchedContent, type PageText, pageLimits } from '../text/page-facts.ts';

/** Lines at the beginning of a text among which its heading is looked for. */
const headingLines = 20;
/**
 * Part of the child's time limit, and the processor time, after which reading a PDF page by page
 * stops.
 */
const pdfReadingMs = 20_000;
const pdfReadingCpuMs = 10_000;

/**
 * Reads a fetched page's text; null if unreadable. Call it in a child process only, because the
 * page is untrusted.
 */
export async function readPageContent(content: FetchedContent): Promise<PageText | null> {
  try {
    if (content.kind === 'pdf') return await readPdf(content);
    if (content.kind === 'html') return await readWebPage(content);
    return await readPlain(content);
  } catch {
    return null;
  }
}

async function readWebPage({ bytes, charset, url }: FetchedContent): Promise<PageText> {
  const { text: html } = await readHtml(bytes, charset);
  const { text, truncated, links, ...facts } = htmlToText({ html, url });
  return { ...facts, links, ...cut(text, truncated) };
}

/** Reads a PDF with a heading for each page; null without text. */
async function readPdf({ bytes }: FetchedContent): Promise<PageText | null> {
  const file = { bytes: Buffer.from(bytes), extension: '.pdf' };
  const limits = {
    textLength: pageLimits.textLength,
    timeMs: pdfReadingMs,
    cpuMs: pdfReadingCpuMs,
  };
  const { state, sections, truncated } = await readFileText(file, limits);
  if (state !== 'extracted') return null;
  const { readPdfFacts } = await import('../formats/pdf.ts');
  const parts = sections.map(({ location, text }) =>
    location === null ? text : `## ${capital(location)}\n\n${text}`,
  );
  return { ...(await readPdfFacts(bytes)), links: [], text: parts.join('\n\n'), truncated };
}

const capital = (location: string) => location.charAt(0).toUpperCase() + location.slice(1);

/** Reads plain text and markdown. The title is the first heading of markdown. */
async function readPlain({ bytes, charset }: FetchedContent): Promise<PageText | null> {
  if (isBinary(bytes, charset)) return null;
  const text = cleanText((await readText(bytes, charset)).text);
  const lines = text.split('\n', headingLines);
  const heading = lines
    .map((line) => /^#{1,2} +(\S.{0,299})/.exec(line)?.[1])
    .find((found) => found !== undefined);
  return {
    title: heading?.trim() ?? null,
    author: null,
    publishedOn: null,
    links: [],
    ...cut(text, false),
  };
}

function cut(text: string, truncated: boolean): { text: string; truncated: boolean } {
  const isLong = text.length > pageLimits.textLength;
  return {
    text: text.slice(0, pageLimits.textLength).toWellFormed(),
    truncated: truncated || isLong,
  };
}
