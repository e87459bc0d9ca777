import { darkStyle } from './chart-theme.ts';

/** The texts of a picture. */
export interface PictureTexts {
  title: string;
  description: string;
  /** The query beneath the chart, which travels in the picture's metadata; null for a client. */
  query: { id: string; title: string | null; sql: string; resultHash: string } | null;
}

/**
 * Puts Vega's drawing into an SVG that stands alone: named for readers who do not see it, with the query in its
 * metadata and, where asked, colours for both themes. It has no script, no reference to anything outside, and no HTML.
 */
export function composeSvg(
  drawing: string,
  texts: PictureTexts,
  { isAdaptive, color }: { isAdaptive: boolean; color: string | null },
): string {
  const [opening = ''] = /^<svg\b[^>]*>/.exec(drawing) ?? [];
  const size = ['width', 'height', 'viewBox'].map((name) => {
    const [, value] = new RegExp(`\\b${name}="([\\d. -]+)"`).exec(opening) ?? [];
    if (value === undefined) throw new Error(`Vega's drawing has no ${name}`);
    return `${name}="${value}"`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="chart-title chart-desc" ${size.join(' ')}>`,
    `<title id="chart-title">${escapeXml(texts.title)}</title>`,
    `<desc id="chart-desc">${escapeXml(texts.description)}</desc>`,
    texts.query ? `<metadata>${escapeXml(JSON.stringify({ query: texts.query }))}</metadata>` : '',
    isAdaptive ? `<style>${darkStyle(color)}</style>` : '',
    withoutRoles(drawing.slice(opening.length)),
  ].join('');
}

/**
 * Removes Vega's names and roles of parts: the picture has one name, and those repeat its title. Vega escapes `<` and
 * `>` in texts and attributes, so that a tag ends at its first `>`.
 */
function withoutRoles(drawing: string): string {
  return drawing.replaceAll(/<[^>]*>/g, (tag) =>
    tag.replaceAll(/ (?:role|aria-(?:hidden|label|roledescription))="[^"]*"/g, ''),
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML. Characters that XML does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return cleanForXml(text).replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Replaces what no XML document may hold: control characters, halves of pairs and noncharacters. */
export function cleanForXml(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd');
}
