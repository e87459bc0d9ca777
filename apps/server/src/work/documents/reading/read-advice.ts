import { splitSentences } from '@ecp/language/split-sentences';
import { pageOnePartOf } from '@ecp/markdown/page-one';
import { type MarkdownLine, readLines } from '@ecp/markdown/parse-markdown';
import { renderText, unwrapLines } from '@ecp/markdown/rendered-text';
import { foldTitle, frontMatterOf } from '@ecp/markdown/sectioned-document';

/** Limits the advice: sentences, and characters beyond which no other sentence is taken. */
const most = { sentences: 3, characters: 480 };
/** Limits the text of a paragraph that is read, in characters. */
const longestParagraph = 3_000;

/** Match the heading of a section with advice, the surest first. */
const adviceTitles = [
  /recommend|empfehl|recommand|recomend|推奨|提言|勧告/,
  /^(the |our |die |unsere |la |notre |nuestra )?(answer|antwort|réponse|respuesta|advice)$|結論|回答/,
];

/**
 * Returns the advice of a decision paper as plain text: the first sentences of what it labels as
 * recommendation, else of a section of recommendations, else of the text below its title. Null for
 * an evidence pack of the offline model, and without a paragraph.
 * @param markdown the beginning of the paper
 */
export function readAdvice(markdown: string): string | null {
  const frontMatter = frontMatterOf(markdown);
  if (/^offline: true[ \t]*$/m.test(frontMatter)) return null;
  const sections = cutParts(readLines(markdown.slice(frontMatter.length)));
  const titled = adviceTitles.flatMap((title) =>
    sections.filter((section) => title.test(foldTitle(section.title))),
  );
  const labelled = sections.flatMap(({ lines }) => listParagraphs(lines)).flatMap(readLabelled);
  const paragraph =
    labelled[0] ?? [...titled, ...sections].flatMap(({ lines }) => listParagraphs(lines))[0];
  return paragraph === undefined ? null : cutSentences(toPlainText(paragraph));
}

/**
 * Returns the words of a paragraph that its label makes the recommendation, as on the first page of
 * a paper.
 */
function readLabelled(paragraph: string): string[] {
  const [opening = '', label = ''] = /^\*\*(.{1,60}?)\*\*[:：]?/u.exec(paragraph) ?? [];
  const words = paragraph.slice(opening.length).trim();
  return pageOnePartOf(label) === 'recommendation' && words !== '' ? [words] : [];
}

interface Part {
  title: string;
  lines: MarkdownLine[];
}

function cutParts(lines: readonly MarkdownLine[]): Part[] {
  const parts: Part[] = [{ title: '', lines: [] }];
  for (const line of lines) {
    // The title of the paper has the lead below it.
    if (line.level > 0) parts.push({ title: line.level === 1 ? '' : line.title, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts;
}

/**
 * Matches a line that begins no sentence: a quote, a table, a comment, a footnote, the line of an
 * underlined heading.
 */
const noText = /^\s*(?:>|\||<|\[\^[^\]]+\]:|[-=]{3,}\s*$|!\[)/;
const listMark = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;

/** Returns the paragraphs of prose and lists of a part. */
function listParagraphs(lines: readonly MarkdownLine[]): string[] {
  const paragraphs: string[] = [];
  let open: string[] = [];
  const close = () => {
    const text = open.join('').trim();
    // A paragraph in italics is a remark about the paper.
    if (text !== '' && !/^([*_])(?!\1)[^*_]+\1$/.test(text)) paragraphs.push(text);
    open = [];
  };
  for (const { raw, isCode } of lines) {
    if (isCode || raw.trim() === '' || noText.test(raw)) close();
    else open.push(listMark.test(raw) ? `${raw.replace(listMark, '').trimEnd()}\n` : raw);
  }
  close();
  return paragraphs;
}

function toPlainText(paragraph: string): string {
  const words = paragraph.slice(0, longestParagraph).replace(/\[\^[^\]\s]{1,100}\]/g, '');
  return unwrapLines(renderText(words).text).replace(/\s+/g, ' ').trim();
}

function cutSentences(text: string): string | null {
  const taken: string[] = [];
  for (const sentence of splitSentences(text).slice(0, most.sentences)) {
    if (taken.length > 0 && [...taken, sentence].join(' ').length > most.characters) break;
    taken.push(sentence);
  }
  const advice = taken.join(' ');
  if (advice.length <= most.characters) return advice || null;
  return `${advice.slice(0, most.characters).replace(/\s+\S*$/, '')} …`;
}
