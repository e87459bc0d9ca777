/** Longest text around a document that counts as a model's chatter, in characters. */
const maxChatter = 400;

/** The beginnings of a closing offer of a model, in the languages of the engine. */
const closingOffer =
  /^(let me know|i hope (this|that)|feel free|please (let me|feel)|would you like|if you (would like me|need (any|more|further|help|me)|have any)|is there anything|lassen sie (es )?mich|ich hoffe|bei (weiteren )?fragen (stehe|bin|können|melden)|gerne (kann|passe)|n['’]hésitez pas|j['’]espère|souhaitez-vous|espero que (este|esta|esto|le|les)|no dude|si (necesita|desea) (más|alg|ayuda|que)|ご不明|ご質問|お気軽に|必要であれば[^。]*(お知らせ|お申し付け|ご連絡))/i;

/**
 * Converts a model's document to the form of a deliverable: markdown that starts with front matter or one level-1
 * heading (RUN-7). Removes a code fence around the document, chatter before it and a closing offer after it (contract
 * 7). A document without a title gets `title`. The result ends with one line feed.
 */
export function normalizeMarkdown(text: string, title: string): string {
  const document = withoutClosing(withoutOuterFence(text.replaceAll('\r\n', '\n').trim()));
  if (document.startsWith('---\n') || document.startsWith('# ')) return `${document}\n`;
  const heading = document.search(/^# /m);
  if (heading > 0 && isChatter(document.slice(0, heading))) return `${document.slice(heading)}\n`;
  return `# ${title.replace(/\s+/g, ' ').trim()}\n\n${document}\n`;
}

/** Returns the content of a code fence that encloses the whole document, with chatter at most before and after it. */
function withoutOuterFence(text: string): string {
  const lines = text.split('\n');
  const start = /^`{3,}$/.test(lines[0] ?? '')
    ? 0
    : lines.findIndex((line) => /^`{3,}(markdown|md)$/.test(line.trim()));
  const fence = /^`+/.exec(lines[start]?.trim() ?? '')?.[0];
  if (fence === undefined) return text;
  const end = lines.findLastIndex((line) => line.trim() === fence);
  const inside = lines
    .slice(start + 1, end > start ? end : undefined)
    .join('\n')
    .trim();
  const [before, after] = [lines.slice(0, start).join('\n'), end > start ? lines.slice(end + 1).join('\n') : ''];
  const isDocument = inside.startsWith('# ') || inside.startsWith('---\n');
  return isDocument && isChatter(before) && isChatter(after) ? inside : text;
}

function withoutClosing(text: string): string {
  const start = text.lastIndexOf('\n\n');
  const last = text.slice(start).trim();
  if (start < 0 || last.length > maxChatter || !closingOffer.test(last)) return text;
  return text
    .slice(0, start)
    .trimEnd()
    .replace(/\n-{3,}$/, '')
    .trimEnd();
}

function isChatter(text: string): boolean {
  return text.length <= maxChatter && !/^(#|\||`{3}|\[\^|[-*] )/m.test(text);
}
