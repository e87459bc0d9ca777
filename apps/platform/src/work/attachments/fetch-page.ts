import { ApiError, type ErrorCode } from '@ecp/contract/declaring/errors';
import { SandboxError } from '@ecp/sandbox/child-program';
import { serviceBusy } from '../../kernel/limits/refusals.ts';
import { OutboundError, type OutboundErrorKind, parseOutboundUrl } from '../../kernel/outbound/addresses.ts';
import type { OutboundResponse } from '../../kernel/outbound/outbound-request.ts';
import type { Services } from '../../kernel/services.ts';
import { readContentType } from '../web-pages/read-content-type.ts';

/** A fetched page as text. */
export interface FetchedPage {
  /** The requested address. */
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

/** Bounds of a fetch (ATT-22, ATT-27). */
const timeoutMs = 15_000;
const maxContentBytes = 5 * 1_048_576;
const maxRedirects = 5;
const userAgent = 'EngagementPlatform/1.0 (from-url)';

const textTypes = /^(text\/|application\/(.+\+)?(json|xml|yaml|x-yaml|javascript|ld\+json))/;

/** Errors that name what is wrong with the caller's own address. Every other failure is an unreadable page. */
const refusals: Partial<Record<OutboundErrorKind, ErrorCode>> = {
  invalid_url: 'url_invalid',
  scheme: 'url_scheme_unsupported',
  private_address: 'url_private',
};

/**
 * Fetches a page and turns it into text: HTML without scripts and styles, the text of a PDF, other text as it is. Errors: `url_invalid`,
 * `url_scheme_unsupported`, `url_private` (also for a redirect there), `url_unreadable` (ATT-26, ATT-29,
 * ATT-30), `service_unavailable` while too many files and pages are read.
 */
export async function fetchPage(
  services: Pick<Services, 'outbound' | 'textExtractor'>,
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
      if (error.kind === 'private_address') throw new ApiError('url_private', { cause: error });
      throw unreadable(error.message, error);
    });
  const { status } = response;
  if (status < 200 || status > 299) throw unreadable(`it answered with status ${status}`, new PageStatusError(status));
  const { title, text, pdf = null } = await readText(services, tenantId, response);
  if (text.trim() === '') throw unreadable('it has no text');
  return { url, finalUrl: response.finalUrl, title, text, pdf };
}

const unreadable = (reason: string, cause?: unknown) => new ApiError('url_unreadable', { values: { reason }, cause });

function parse(given: string): URL {
  try {
    return parseOutboundUrl(given.trim());
  } catch (error) {
    const code = error instanceof OutboundError ? refusals[error.kind] : undefined;
    throw code ? new ApiError(code, { cause: error }) : error;
  }
}

async function readText(
  { textExtractor }: Pick<Services, 'textExtractor'>,
  tenantId: string,
  response: OutboundResponse,
): Promise<{ title: string | null; text: string; pdf?: Buffer }> {
  const { body, finalUrl } = response;
  const { header, mediaType, charset, isHtml } = readContentType(response);
  if (isPdf(body, mediaType)) {
    if (response.truncated) throw unreadable(`it is a PDF of more than ${maxContentBytes / 1_048_576} MB`);
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
  throw error instanceof SandboxError ? serviceBusy({ ...retryOf(error), cause: error }) : error;
}

const retryOf = ({ retryAfterMs }: SandboxError) => (retryAfterMs === undefined ? {} : { retryAfterMs });
