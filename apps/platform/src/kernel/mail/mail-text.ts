/** One paragraph, or a link that the reader is meant to follow. */
export type MailBlock = string | { label: string; url: string };

/** The content of a mail, before it becomes plain text and HTML. */
export interface MailContent {
  subject: string;
  blocks: MailBlock[];
}

/** The most characters of a name in a mail. Longer names are cut. */
const maxNameLength = 120;

/**
 * Makes a name or an agent's text safe for one line: at most `maxLength` characters, no control or direction marks, and
 * no links: `example.com` becomes `example. com`.
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

/** Returns a number with its noun: `1 document`, `2 documents`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Renders the plain part, with each link on its own line. */
export function renderText({ blocks }: MailContent): string {
  const lines = blocks.map((block) => (typeof block === 'string' ? block : `${block.label}:\n${block.url}`));
  return `${lines.join('\n\n')}\n`;
}

/** Renders the HTML part. All input is escaped. */
export function renderHtml({ subject, blocks }: MailContent): string {
  const body = blocks.map((block) =>
    typeof block === 'string'
      ? `<p>${escapeHtml(block)}</p>`
      : `<p><a href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a></p>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
${body.join('\n')}
</body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
