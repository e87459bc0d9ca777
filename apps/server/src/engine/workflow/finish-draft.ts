import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import type { PreviousVersion } from '@ecp/model-calls/prompt-material';
import type { TextReader } from '@ecp/sandbox/text-readers';
import {
  pageOneIssueOf,
  truncationIssueOf,
  type WrittenText,
  withTruncationNote,
} from '../call/answers.ts';
import { type AmendedPoint, takeAnswers, withLocked } from '../kernel/written-sections.ts';

/** A model's text with what makes a document of it. */
interface ModelText extends WrittenText {
  /** The title of a document that has none. */
  title: string;
  /** What the text answers, if a reviewer wrote notes. */
  points: readonly AmendedPoint[];
  /** The earlier version, whose sections of people stay. */
  previous: PreviousVersion | null;
  /** The document is the one that concludes an engagement. */
  isDeciding: boolean;
}

/** A document as a model wrote it, in form. */
export interface WrittenVersion extends WrittenText {
  noteAnswers: NoteAnswer[];
  /** The document for its readers: a truncated one says so at its end. */
  shown: string;
  /** A reason to revise it whatever its score, such as its truncation; else null. */
  fault: string | null;
}

/** Makes a document of a model's text. */
function finishDraft({
  content,
  cut,
  title,
  points,
  previous,
  isDeciding,
}: ModelText): WrittenVersion {
  const { content: text, noteAnswers } = takeAnswers(normalizeMarkdown(content, title), points);
  const written = { content: withLocked(text, previous), cut };
  const fault = isDeciding ? pageOneIssueOf(written) : null;
  return {
    ...written,
    noteAnswers,
    shown: withTruncationNote(written),
    fault: cut ? truncationIssueOf(written) : fault,
  };
}

export const draftReader: TextReader<ModelText, WrittenVersion> = {
  name: 'draft',
  shortWeight: 10_000,
  read: finishDraft,
};

/** Limits the characters of a model's text around a document that is removed. */
const maxChatter = 400;

/** The beginnings of a closing offer of a model, in the languages of the engine. */
const closingOffer =
  /^(let me know|i hope (this|that)|feel free|please (let me|feel)|would you like|if you (would like me|need (any|more|further|help|me)|have any)|is there anything|lassen sie (es )?mich|ich hoffe|bei (weiteren )?fragen (stehe|bin|können|melden)|gerne (kann|passe)|n['’]hésitez pas|j['’]espère|souhaitez-vous|espero que (este|esta|esto|le|les)|no dude|si (necesita|desea) (más|alg|ayuda|que)|ご不明|ご質問|お気軽に|必要であれば[^。]*(お知らせ|お申し付け|ご連絡))/i;

/**
 * Makes a document start with front matter or one level-1 heading (else `title`), without an outer
 * code fence, a preamble or a closing offer.
 */
export function normalizeMarkdown(text: string, title: string): string {
  const document = withoutClosing(withoutOuterFence(text.replaceAll('\r\n', '\n').trim()));
  if (document.startsWith('---\n') || document.startsWith('# ')) return `${document}\n`;
  const heading = document.search(/^# /m);
  if (heading > 0 && isChatter(document.slice(0, heading))) return `${document.slice(heading)}\n`;
  return `# ${title.replace(/\s+/g, ' ').trim()}\n\n${document}\n`;
}

/**
 * Returns the content of a code fence that encloses the whole document, with little text before and
 * after it.
 */
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
  const [before, after] = [
    lines.slice(0, start).join('\n'),
    end > start ? lines.slice(end + 1).join('\n') : '',
  ];
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
