import { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { AttachFromUrlBody, Attachment, AttachmentCategory } from '@ecp/contract/work/attachments';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import type { RequestContext } from '../../kernel/context.ts';
import { type FetchedPage, fetchPage } from './fetch-page.ts';
import { type Attacher, attacherOf, recordAttachment } from './record-attachment.ts';
import { requireAttachmentRoom } from './records/claim-name.ts';
import { storeFile } from './storing/store-file.ts';
import { webPageFilename } from './web-page-filename.ts';

/** 500 KB (ATT-27). */
const maxTextBytes = 500 * 1_024;
/** A page takes up to 5 MB of memory while it is fetched. This bounds how much of it one tenant can use. */
const pagesOfTenant = 4;
const retryAfterSeconds = 10;
const fetching = createSemaphore({
  permits: Number.POSITIVE_INFINITY,
  mayAcquire: (_free, [held = 0]) => held < pagesOfTenant,
  maxWaitingPerHolder: 100,
  refusal: () => {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    return new ApiError('rate_limited', { values: { seconds: retryAfterSeconds }, headers });
  },
});

/**
 * Fetches a web page and attaches its text as a .md file with a header of metadata (ATT-23), or the PDF that it is. Each tenant fetches at
 * most four pages at once. Errors: `attachment_limit_reached`, those of fetchPage, storeFile and recordAttachment;
 * `rate_limited` when more than a hundred requests wait.
 */
export async function attachFromUrl(
  context: RequestContext,
  engagementId: string,
  { url: given, category = 'reference' }: AttachFromUrlBody,
): Promise<{ attachment: Attachment }> {
  // A page is not fetched when the engagement cannot hold another attachment.
  await context.transaction((tx) => requireAttachmentRoom(tx, context.tenantId, engagementId));
  const page = await fetching.run(context.tenantId, () => fetchPage(context.services, context.tenantId, given));
  return attachPage(attacherOf(context), engagementId, page, { url: given, category });
}

/**
 * Attaches the text of a fetched page, or its PDF (ATT-23). `url` is the address as it was given. Errors: those of storeFile and
 * recordAttachment.
 */
export async function attachPage(
  attacher: Attacher,
  engagementId: string,
  page: FetchedPage,
  { url, category }: { url: string; category: AttachmentCategory },
): Promise<{ attachment: Attachment }> {
  const content = page.pdf ?? Buffer.from(writeDocument(page, attacher.services.clock.now()));
  const incoming = {
    filename: webPageFilename(page.url, page.pdf ? '.pdf' : '.md'),
    content: Readable.from([content]),
    expectedBytes: content.length,
  };
  const file = await storeFile(attacher, engagementId, incoming);
  const title = page.title ?? page.finalUrl;
  const summary = `Fetched from ${page.url.hostname}: ${title}`;
  return recordAttachment(attacher, engagementId, file, { category, summary, sourceUrl: url.trim() });
}

const headerEnd = '\n---\n\n';

/** Returns the text of the page from the file that attachPage has written, without its header. */
export function readAttachedPage(document: string): string {
  const end = document.indexOf(headerEnd);
  return document.startsWith('---\n') && end !== -1 ? document.slice(end + headerEnd.length) : document;
}

/** Tells whether the file that attachPage has written holds the text of a page, as far as a file takes it. */
export function holdsPage(document: string, { text }: Pick<FetchedPage, 'text'>): boolean {
  return readAttachedPage(document).trim() === truncate(text).trim();
}

/** Writes the text below a YAML header of metadata. JSON quoting is valid in YAML, so no title can break out of it. */
function writeDocument({ url, finalUrl, title, text }: Omit<FetchedPage, 'pdf'>, now: Date): string {
  const entries = { source: url.href, finalUrl, title, fetchedAt: now.toISOString() };
  const header = Object.entries(entries).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${header.join('\n')}${headerEnd}${truncate(text)}\n`;
}

function truncate(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxTextBytes) return text;
  // `stream` drops an incomplete character at the end.
  return new TextDecoder().decode(bytes.subarray(0, maxTextBytes), { stream: true });
}
