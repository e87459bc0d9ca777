import type { OutboundResponse } from '../../kernel/outbound/outbound-request.ts';

/** The type of a body, from the header of its answer or from its first bytes. */
export interface ContentType {
  /** The Content-Type header in small letters, with its parameters; empty without one. */
  header: string;
  /** The media type alone. */
  mediaType: string;
  charset: string | null;
  isHtml: boolean;
}

const htmlTypes = /^(text\/html|application\/xhtml\+xml)/;

/** Returns the type of a fetched page. If it has no header, a body that begins like HTML counts as HTML. */
export function readContentType({ headers, body }: Pick<OutboundResponse, 'headers' | 'body'>): ContentType {
  const header = String(headers['content-type'] ?? '').toLowerCase();
  const mediaType = (header.split(';')[0] ?? '').trim();
  const charset = /charset\s*=\s*"?([\w:.-]+)/.exec(header)?.[1] ?? null;
  const isHtml = htmlTypes.test(header) || (header === '' && looksLikeHtml(body));
  return { header, mediaType, charset, isHtml };
}

function looksLikeHtml(body: Buffer): boolean {
  return /^\s*(<!doctype html|<html|<head|<body)/i.test(body.subarray(0, 1_024).toString('latin1'));
}
