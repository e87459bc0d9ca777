import { Readable } from 'node:stream';
import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import type {
  AttachFromUrlBody,
  Attachment,
  AttachmentCategory,
} from '@ecp/contract/work/attachments';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import type { RequestContext } from '../../kernel/context.ts';
import { serviceBusy, toRefusal } from '../../kernel/limits/refusals.ts';
import {
  OutboundError,
  type OutboundErrorKind,
  parseOutboundUrl,
} from '../../kernel/outbound/addresses.ts';
import type { OutboundResponse } from '../../kernel/outbound/outbound-request.ts';
import type { Services } from '../../kernel/services.ts';
import { createTextExtractor } from '../text-extraction/text-extractor.ts';
import { requireAttachmentRoom } from './attachment-rows.ts';
import { type AttachmentFields, commitAttachment } from './attachments.ts';
import { type StoredFile, storeFile } from './store-file.ts';

const maxTextBytes = 500 * 1_024;
/**
 * A page takes up to 5 MB of memory while it is fetched. This bounds how much of it one tenant can
 * use.
 */
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
 * Attaches a page's text as .md with a header, or its PDF. A tenant fetches four pages at once.
 * Errors: `attachment_limit_reached`, those of fetchPage, storeFile and commitAttachment;
 * `rate_limited` when more than a hundred requests wait.
 */
export async function attachFromUrl(
  context: RequestContext,
  engagementId: string,
  { url: given, category = 'reference' }: AttachFromUrlBody,
): Promise<{ attachment: Attachment }> {
  // A page is not fetched when the engagement cannot hold another attachment.
  await context.transaction((tx) => requireAttachmentRoom(tx, context.tenantId, engagementId));
  const page = await fetching.run(context.tenantId, () =>
    fetchPage(context.services, context.tenantId, given),
  );
  const { file, fields } = await storePage(context, engagementId, page, { url: given, category });
  return commitAttachment(context, engagementId, file, fields);
}

/**
 * Stores a fetched page's text or PDF for attachment; `url` is the given address. Errors: those of
 * storeFile.
 */
export async function storePage(
  context: Pick<RequestContext, 'services' | 'tenantId'>,
  engagementId: string,
  page: FetchedPage,
  { url, category }: { url: string; category: AttachmentCategory },
): Promise<{ file: StoredFile; fields: AttachmentFields }> {
  const content = page.pdf ?? Buffer.from(writeDocument(page, context.services.clock.now()));
  const incoming = {
    filename: webPageFilename(page.url, page.pdf ? '.pdf' : '.md'),
    content: Readable.from([content]),
    expectedBytes: content.length,
  };
  const file = await storeFile(context, engagementId, incoming);
  const title = page.title ?? page.finalUrl;
  const summary = `Fetched from ${page.url.hostname}: ${title}`;
  return { file, fields: { category, summary, sourceUrl: url.trim() } };
}

const headerEnd = '\n---\n\n';

/** Returns the text of the page from the file that storePage has written, without its header. */
export function readAttachedPage(document: string): string {
  const end = document.indexOf(headerEnd);
  return document.startsWith('---\n') && end !== -1
    ? document.slice(end + headerEnd.length)
    : document;
}

/**
 * Tells whether the file that storePage has written holds the text of a page, as far as a file
 * takes it.
 */
export function holdsPage(document: string, { text }: Pick<FetchedPage, 'text'>): boolean {
  return readAttachedPage(document).trim() === truncate(text).trim();
}

/**
 * Writes the text below a YAML header of metadata. JSON quoting is valid in YAML, so no title can
 * break out of it.
 */
function writeDocument(
  { url, finalUrl, title, text }: Omit<FetchedPage, 'pdf'>,
  now: Date,
): string {
  const entries = { source: url.href, finalUrl, title, fetchedAt: now.toISOString() };
  const header = Object.entries(entries).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  return `---\n${header.join('\n')}${headerEnd}${truncate(text)}\n`;
}

function truncate(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxTextBytes) return text;
  // `stream` drops an incomplete character at the end.
  return new TextDecoder().decode(bytes.subarray(0, maxTextBytes), { stream: true });
}

export interface FetchedPage {
  url: URL;
  finalUrl: string;
  title: string | null;
  text: string;
  /** The PDF that the page is; null for a page that is kept as text. */
  pdf: Buffer | null;
}

/** The cause of `url_unreadable` for a page that answers with another status than success. */
export class PageStatusError extends Error {
  override readonly name = 'PageStatusError';
  readonly status: number;

  constructor(status: number) {
    super(`Status ${status}`);
    this.status = status;
  }
}

const timeoutMs = 15_000;
const maxContentBytes = 5 * 1_048_576;
const maxRedirects = 5;
const userAgent = 'EngagementPlatform/1.0 (from-url)';

const textTypes = /^(text\/|application\/(.+\+)?(json|xml|yaml|x-yaml|javascript|ld\+json))/;

/**
 * Errors that name what is wrong with the caller's own address. Every other failure is an
 * unreadable page.
 */
const refusals: Partial<Record<OutboundErrorKind, ErrorCode>> = {
  invalid_url: 'url_invalid',
  scheme: 'url_scheme_unsupported',
  credentials: 'url_has_credentials',
  private_address: 'url_private',
};

/**
 * Fetches a page as text: HTML without scripts and styles, a PDF's text, other text as it is.
 * Errors: `url_invalid`, `url_scheme_unsupported`, `outbound_off`, `url_private` (also by
 * redirect), `url_unreadable`, `service_unavailable` under load.
 */
export async function fetchPage(
  services: Pick<Services, 'outbound' | 'sandbox'>,
  tenantId: string,
  given: string,
): Promise<FetchedPage> {
  const url = parse(given);
  const response = await services.outbound
    .request({
      url: url.href,
      headers: {
        accept: 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/*;q=0.9, */*;q=0.5',
        'user-agent': userAgent,
      },
      timeoutMs,
      maxBodyBytes: maxContentBytes,
      followRedirects: maxRedirects,
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      if (error.kind === 'off') throw new ApiError('outbound_off', { cause: error });
      if (error.kind === 'private_address') throw new ApiError('url_private', { cause: error });
      throw unreadable(error.message, error);
    });
  const { status } = response;
  if (status < 200 || status > 299)
    throw unreadable(`it answered with status ${status}`, new PageStatusError(status));
  const { title, text, pdf = null } = await readAnswer(services, tenantId, response);
  if (text.trim() === '') throw unreadable('it has no text');
  return { url, finalUrl: response.finalUrl, title, text, pdf };
}

const unreadable = (reason: string, cause?: unknown) =>
  new ApiError('url_unreadable', { values: { reason }, cause });

function parse(given: string): URL {
  try {
    return parseOutboundUrl(given.trim());
  } catch (error) {
    const code = error instanceof OutboundError ? refusals[error.kind] : undefined;
    throw code ? new ApiError(code, { cause: error }) : error;
  }
}

async function readAnswer(
  services: Pick<Services, 'sandbox'>,
  tenantId: string,
  response: OutboundResponse,
): Promise<{ title: string | null; text: string; pdf?: Buffer }> {
  const textExtractor = createTextExtractor(services);
  const { body, finalUrl } = response;
  const { header, mediaType, charset, isHtml } = readContentType(response);
  if (isPdf(body, mediaType)) {
    if (response.truncated)
      throw unreadable(`it is a PDF of more than ${maxContentBytes / 1_048_576} MB`);
    const content = { kind: 'pdf', bytes: body, charset: null, url: finalUrl } as const;
    const page = await textExtractor.readPage(tenantId, content).catch(refuseBusy);
    if (!page) throw unreadable('it is a PDF without text that can be read');
    return { title: page.title, text: page.text, pdf: body };
  }
  if (!isHtml && header !== '' && !textTypes.test(header))
    throw unreadable(`it is of type ${mediaType}, which has no text`);
  const reading = isHtml
    ? textExtractor.htmlToText(tenantId, { html: body, charset, url: finalUrl })
    : textExtractor.readPage(tenantId, { kind: 'text', bytes: body, charset, url: finalUrl });
  const page = await reading.catch(refuseBusy);
  if (!page) throw unreadable(isHtml ? 'it could not be read' : 'it has no text');
  return { title: isHtml ? page.title : null, text: page.text };
}

/** A PDF is known by its first bytes; behind others only if its type says so. */
function isPdf(body: Buffer, mediaType: string): boolean {
  const at = body.subarray(0, 1_024).indexOf('%PDF-');
  return at === 0 || (at > 0 && /^application\/(?:x-)?pdf$/.test(mediaType));
}

function refuseBusy(error: unknown): never {
  throw toRefusal(error, (cause) => serviceBusy({ cause }));
}

const maxStemLength = 120;

/** A file name from the host and path of a page: `example.com_docs_prices.md`. */
export function webPageFilename(url: URL, extension: '.md' | '.pdf' = '.md'): string {
  const path = decode(url.pathname).replace(extension === '.pdf' ? /\.pdf$/i : /\.html?$/i, '');
  const stem = `${url.hostname.replace(/^\[|\]$/g, '')}${path}`
    .replace(/[^\p{L}\p{N}.-]+/gu, '_')
    .replace(/^[_.]+|(?<![_.])[_.]+$/g, '')
    .slice(0, maxStemLength)
    .toWellFormed();
  return `${stem || 'page'}${extension}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The type of a body, from the header of its answer or from its first bytes. */
export interface ContentType {
  /** The Content-Type header in small letters, with its parameters; empty without one. */
  header: string;
  mediaType: string;
  charset: string | null;
  isHtml: boolean;
}

const htmlTypes = /^(text\/html|application\/xhtml\+xml)/;

/**
 * Returns the type of a fetched page. If it has no header, a body that begins like HTML counts as
 * HTML.
 */
export function readContentType({
  headers,
  body,
}: Pick<OutboundResponse, 'headers' | 'body'>): ContentType {
  const header = String(headers['content-type'] ?? '').toLowerCase();
  const mediaType = (header.split(';')[0] ?? '').trim();
  const charset = /charset\s*=\s*"?([\w:.-]+)/.exec(header)?.[1] ?? null;
  const isHtml = htmlTypes.test(header) || (header === '' && looksLikeHtml(body));
  return { header, mediaType, charset, isHtml };
}

function looksLikeHtml(body: Buffer): boolean {
  return /^\s*(<!doctype html|<html|<head|<body)/i.test(body.subarray(0, 1_024).toString('latin1'));
}
