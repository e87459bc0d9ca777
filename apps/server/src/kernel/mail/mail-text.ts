import { brandColors } from '@ecp/documents/typesetting/brand-colors';
import type { Language } from '@ecp/language/language';

/**
 * One paragraph of one or more lines, a remark in small print, or a link that the reader is meant
 * to follow.
 */
export type MailBlock = string | { note: string } | { label: string; url: string };

/** The content of a mail, before it becomes plain text and HTML. */
export interface MailContent {
  subject: string;
  blocks: MailBlock[];
  /** The look of a mail from a firm to its client; others have none. */
  look?: { title: string; brand: MailBrand };
}

/**
 * How a firm's mails look. The logo is attached as `logo`; a wide one stands in place of the name.
 */
export interface MailBrand {
  companyName: string;
  primaryColor: string | null;
  logo: { width: number; height: number; isWide: boolean } | null;
}

/** The most characters of a name in a mail. Longer names are cut. */
const maxNameLength = 120;

/**
 * Makes a name or an agent's text safe for one line: at most `maxLength` characters, no control or
 * direction marks, and no links: `example.com` becomes `example. com`.
 */
export function toOneLine(name: string, maxLength = maxNameLength): string {
  const line = name
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('@', ' at ')
    .replace(/\/(?=\/)/g, '/ ')
    .replace(/[.\u3002](?=\p{L})/gu, '. ')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** Returns the address of a sender such as `Engagements <no-reply@example.com>`. */
export const addressOf = (sender: string): string => /<([^<>]+)>/.exec(sender)?.[1] ?? sender;

/** Renders the plain part, with each link on its own line. */
export function renderText({ blocks }: MailContent): string {
  const lines = blocks.map((block) => {
    if (typeof block === 'string') return block;
    return 'note' in block ? block.note : `${block.label}:\n${block.url}`;
  });
  return `${lines.join('\n\n')}\n`;
}

/** Renders the HTML part. All input is escaped. */
export function renderHtml({ subject, blocks, look }: MailContent, language: Language): string {
  const colors = look && brandColors(look.brand.primaryColor);
  const body = blocks.map((block) => renderBlock(block, colors?.text)).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5${look ? '; margin: 0; background: #f4f5f7' : ''}">
${look && colors ? frame(look, colors.bar, body) : body}
</body>
</html>
`;
}

/** Renders a block; a link of a mail with a color becomes a button of it. */
function renderBlock(block: MailBlock, color: string | undefined): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`;
  if ('note' in block)
    return `<p style="color: #5b626d; font-size: 13px">${escapeHtml(block.note)}</p>`;
  const button =
    color &&
    ` style="display: inline-block; padding: 11px 20px; border-radius: 6px; background: ${color}; color: #ffffff; font-weight: bold; text-decoration: none"`;
  return `<p><a href="${escapeHtml(block.url)}"${button ?? ''}>${escapeHtml(block.label)}</a></p>`;
}

/** The largest logo in a mail, in pixels. */
const logoRoom = { width: 220, height: 44 };

/** Puts a mail into a firm's letterhead. Mail programs know tables better than anything else. */
function frame(
  { title, brand }: NonNullable<MailContent['look']>,
  bar: string,
  body: string,
): string {
  const { logo } = brand;
  const name = escapeHtml(brand.companyName);
  const scale = logo ? Math.min(logoRoom.width / logo.width, logoRoom.height / logo.height) : 0;
  const [width, height] = [logo?.width ?? 0, logo?.height ?? 0].map((pixels) =>
    Math.max(1, Math.round(pixels * scale)),
  );
  const picture = logo
    ? `<img src="cid:${logoId}" alt="${name}" width="${width}" height="${height}" style="vertical-align: middle">`
    : '';
  const words = logo?.isWide
    ? ''
    : `<strong style="font-size: 17px; padding-left: ${logo ? 10 : 0}px">${name}</strong>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding: 24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; background: #ffffff; color: #1c1f24; border-top: 5px solid ${bar}">
<tr><td style="padding: 22px 28px 0">${picture}${words}</td></tr>
<tr><td style="padding: 6px 28px 18px">
<h1 style="font-size: 22px; line-height: 1.25; margin: 18px 0 8px">${escapeHtml(title)}</h1>
${body}
</td></tr></table>
</td></tr></table>`;
}

/** The id by which the HTML of a mail names the firm's attached logo. */
export const logoId = 'logo';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
