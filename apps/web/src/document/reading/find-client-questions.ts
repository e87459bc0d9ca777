/**
 * Headings under which a document lists what its client should say, in the languages of documents.
 */
const heading =
  /^(#{2,4}) +(?:\d+[.)]? +)?(?:open questions?|questions? (?:for|to) (?:the |our )?(?:client|board|council|management)|offene fragen|fragen an (?:den|die|unseren?) \p{L}+|questions (?:ouvertes|en suspens)|questions (?:au|pour le) client|preguntas (?:abiertas|pendientes)|preguntas (?:al|para el) cliente|未解決の(?:質問|問い)|(?:お客様|クライアント)への質問)(?!\p{L})/iu;
const item = /^ {0,3}(?:[-*+]|\d{1,2}[.)]) +(\S.*)$/;
const longest = 1_000;

/**
 * Returns the questions that a document's section of open questions lists, without marks; empty
 * without the section.
 */
export function findClientQuestions(markdown: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const line of markdown.split('\n')) {
    const level = /^#+(?= )/.exec(line)?.[0].length ?? 0;
    if (level > 0) {
      const opens = heading.exec(line)?.[1]?.length ?? 0;
      if (opens > 0) depth = opens;
      else if (level <= depth) depth = 0;
    } else if (depth > 0) {
      const words = item.exec(line)?.[1];
      if (words !== undefined) found.push(plain(words));
    }
  }
  return [...new Set(found)].filter((question) => question !== '' && question.length <= longest);
}

const plain = (text: string): string =>
  text
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\w)(\*\*|__|\*|_|`)(\S(?:.*?\S)?)\1(?!\w)/g, '$2')
    .replace(/\\([^\w\s])/g, '$1')
    .trim();
