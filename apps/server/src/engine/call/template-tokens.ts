import { fenceAfter } from '../agents/prompts/prompt-sections.ts';

/**
 * Cleans answers of servers that let the tokens of a model's chat template, or its thoughts,
 * through as text. Code stays as it is, because a document may show such tokens there.
 */

/** Names of tags between which models think, such as `think` and `seed:think`. */
const thoughtTag = '(?:[a-z]{1,12}:)?(?:ant)?(?:think|thinking|thoughts?|reasoning|scratchpad)';
const thoughtStart = String.raw`(?:<${thoughtTag}>|\[THINK\]|<\|(?:begin_of_thought|start_thinking|thought_start|think)\|>|<\|channel>(?:thought|analysis)|◁think▷)`;
const thoughtEnd = String.raw`(?:</${thoughtTag}>|\[/THINK\]|<\|(?:end_of_thought|end_thinking|thought_end|/think)\|>|<channel\|>|◁/think▷)`;

/**
 * A token between bars, ASCII or full-width, as nearly all templates have them: `<|im_end|>`,
 * `<|turn>`.
 */
const barredToken = String.raw`<[|｜]/?\p{L}[\p{L}\p{N}_▁ .:/-]{2,40}[|｜]>|<[|｜]\p{L}[\p{L}\p{N}_▁]{2,40}>|</?\p{L}[\p{L}\p{N}_▁]{2,40}[|｜]>`;
const namedToken =
  '</?(?:start|end)_of_[a-z]{2,20}>|<(?:bos|eos|eop|sop|eod|eoa|unk|pad)>|<</?SYS>>';
/** Not a link or the address of one, `[INST](…)` and `[INST]: …`. */
const bracketToken = String.raw`\[(?:/?(?:INST|THINK|SYSTEM_PROMPT|MODEL_SETTINGS|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CONTENT)|TOOL_CALLS|gMASK)\](?![(:])`;
const token = `(?:${barredToken}|${namedToken}|${bracketToken})`;
/** HTML strikes words out with the same tags. */
const sequenceTag = '</?s>';

const turnOpening =
  '<[|｜]?(?:im_start|start_header_id|header_start|start_of_turn|start_of_role|role_start|start|turn|start_of_turn_token)[|｜]?>';
const headerEnd = String.raw`(?:<[|｜]?(?:end_header_id|header_end|end_of_role|role_end|im_sep)[|｜]?>)?\n?`;
const readerRole = 'user|system|developer|tool|ipython|human|observation|user_token|system_token';
const writerRole = 'assistant|model|chatbot|chatbot_token';
const headerOf = (roles: string): string =>
  String.raw`${turnOpening}[ \t]*(?:${roles})\b[ \t]*${headerEnd}|<[|｜](?:${roles})[|｜]>\n?`;
const readerHeader = String.raw`(?:${headerOf(readerRole)}|\[INST\](?![(:]))`;
const writerHeader = String.raw`(?:${headerOf(writerRole)}|\[/INST\](?![(:]))`;

/** A header of OpenAI's Harmony form. The group is the name of its channel. */
const channelHeader = String.raw`(?:<\|start\|>[^<]{0,60})?<\|channel\|>[ \t]{0,4}([a-z_]{1,20})[^<]{0,100}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>`;
const edgeToken = `(?:${writerHeader}|${token}|${sequenceTag})`;

const patterns = {
  any: new RegExp(`${token}|${sequenceTag}|${thoughtStart}|${thoughtEnd}`, 'iu'),
  leading: new RegExp(`^\\s*(?!${thoughtStart}|${channelHeader})${edgeToken}`, 'iu'),
  trailing: new RegExp(`(?:${token}|${sequenceTag})$`, 'iu'),
  thoughtAtStart: new RegExp(`^\\s*${thoughtStart}`, 'i'),
  thoughtAtLine: new RegExp(`^ {0,3}${thoughtStart}`, 'gim'),
  thoughtEnd: new RegExp(thoughtEnd, 'gi'),
  channel: new RegExp(channelHeader, 'gi'),
  channelEnd: /<\|(?:end|return|call)\|>|<\|start\|>|<\|channel\|>/gi,
  turn: new RegExp(`${readerHeader}|${writerHeader}`, 'giu'),
  writer: new RegExp(`^${writerHeader}`, 'iu'),
  token: new RegExp(token, 'giu'),
  sequenceTag: new RegExp(sequenceTag, 'gi'),
  fenceAndTokens: new RegExp(
    `^([ \\t]{0,3}(?:\`{3,}|~{3,}))(?:[ \\t]*(?:${token}|${sequenceTag}))+[ \\t]*$`,
    'gimu',
  ),
};

/** Tokens at an end of an answer that are removed, one after the other. Real answers have a few. */
const maxEdgeTokens = 20;

/** An answer that begins as JSON. The texts in it may speak of anything. */
const jsonStart = /^\s*[{[]\s*["{[\]}]/;

/** Returns a model's text without its thoughts and without template tokens outside code. */
export function cleanAnswerText(text: string): string {
  return cutTemplateTokens(stripThoughts(text));
}

/**
 * Returns an answer without what comes before and after it: the turns of others, and thoughts in
 * tags, of which some servers omit the first, or in channels. Thoughts without an end are all of an
 * answer, so the result is empty.
 */
export function stripThoughts(text: string): string {
  let answer = readChannels(withoutLeadingTokens(withoutTurnsOfOthers(text)));
  while (patterns.thoughtAtStart.test(answer)) {
    const end = findFrom(patterns.thoughtEnd, answer, 0);
    if (end === null) return '';
    answer = withoutLeadingTokens(answer.slice(end.after));
  }
  if (jsonStart.test(answer) || findFrom(patterns.thoughtEnd, answer, 0) === null)
    return answer.trimStart();
  const end = findFrom(patterns.thoughtEnd, maskCode(answer), 0);
  // A document may name the tag further down. A template's closing tag stands before any heading.
  const isTemplate = end !== null && !/^(#|\{|```)/m.test(answer.slice(0, end.at));
  return isTemplate ? answer.slice(end.after).trimStart() : answer.trimStart();
}

/**
 * Removes the tokens of chat templates, and thoughts that begin a line, outside code. `<s>` and
 * `</s>` stay where each has its counterpart, because HTML strikes words out with the same tags.
 */
export function cutTemplateTokens(text: string): string {
  if (!hasToken(text)) return text;
  const trimmed = withoutEdgeTokens(text).replace(patterns.fenceAndTokens, '$1');
  const hasThoughts = findFrom(patterns.thoughtAtLine, trimmed, 0) !== null;
  const answer = hasThoughts
    ? applyCuts(trimmed, [...lineThoughts(trimmed, maskCode(trimmed))])
    : trimmed;
  const mask = maskCode(answer);
  const cuts = matchesOf(patterns.token, mask);
  if (!hasStrikes(mask)) cuts.push(...matchesOf(patterns.sequenceTag, mask));
  return applyCuts(
    answer,
    cuts.map(rangeOf).sort((one, other) => one.at - other.at),
  );
}

const hasToken = (text: string): boolean => patterns.any.test(text);

interface Range {
  at: number;
  after: number;
}

const rangeOf = (match: RegExpExecArray): Range => ({
  at: match.index,
  after: match.index + match[0].length,
});

/** Marks of one kind that are read. An answer with more is no document. */
const maxMarks = 1_000;

function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    if (matches.push(match) === maxMarks) break;
  }
  return matches;
}

function findFrom(pattern: RegExp, text: string, from: number): Range | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  pattern.lastIndex = 0; // else `matchAll` would begin there
  return match === null ? null : rangeOf(match);
}

/** Removes ranges, which are in order. One that begins in an earlier one removes its rest. */
function applyCuts(text: string, cuts: readonly Range[]): string {
  if (cuts.length === 0) return text;
  let kept = '';
  let from = 0;
  for (const { at, after } of cuts) {
    if (at > from) kept += text.slice(from, at);
    from = Math.max(from, after);
  }
  return kept + text.slice(from);
}

/**
 * Returns the final channel of an answer in OpenAI's Harmony form, which begins with a channel, or
 * the text without its marks. An answer of other channels alone is empty.
 */
function readChannels(text: string): string {
  const headers = matchesOf(patterns.channel, text);
  const [first] = headers;
  if (first === undefined || text.slice(0, first.index).trim() !== '')
    return withoutBareChannels(text);
  const final = headers.find(([, name]) => name?.toLowerCase() === 'final');
  if (final === undefined) return '';
  const { after } = rangeOf(final);
  return text.slice(after, findFrom(patterns.channelEnd, text, after)?.at);
}

/**
 * Servers that drop the tokens of Harmony leave the names of its channels:
 * `analysis…assistantfinal…`.
 */
function withoutBareChannels(text: string): string {
  const start = text.trimStart();
  const mark = 'assistantfinal';
  const end = /^(?:analysis|commentary)\S/.test(start) ? start.indexOf(mark) : -1;
  return end < 0 ? text : start.slice(end + mark.length);
}

function withoutLeadingTokens(text: string): string {
  let rest = text;
  for (let count = 0; count < maxEdgeTokens; count += 1) {
    const found = patterns.leading.exec(rest)?.[0];
    if (found === undefined || (/<s>$/i.test(found) && hasStrikes(rest))) return rest;
    rest = rest.slice(found.length);
  }
  return rest;
}

/**
 * Tokens at the ends are removed even where code seems to be, because they keep a fence from
 * closing.
 */
function withoutEdgeTokens(text: string): string {
  const start = withoutLeadingTokens(text);
  let rest = start.trimEnd();
  for (let count = 0; count < maxEdgeTokens; count += 1) {
    const tail = rest.slice(-60);
    const found = patterns.trailing.exec(tail)?.[0];
    if (found === undefined || (/^<\/?s>$/i.test(found) && hasStrikes(rest))) break;
    rest = rest.slice(0, -found.length).trimEnd();
  }
  return rest.length === start.trimEnd().length ? start : rest;
}

/**
 * Returns true if `<s>` and `</s>` are HTML: as many of one as of the other, and not just around
 * the whole text.
 */
function hasStrikes(text: string): boolean {
  const tags = matchesOf(patterns.sequenceTag, text).map(([tag]) => tag);
  const openings = tags.filter((tag) => tag.length === 3).length;
  const isWrapped =
    openings === 1 && /^\s*<s>/i.test(text) && /<\/s>\s*$/i.test(text) && /\n\s*\n/.test(text);
  return openings > 0 && openings * 2 === tags.length && !isWrapped;
}

function* lineThoughts(text: string, mask: string): Generator<Range> {
  for (const match of matchesOf(patterns.thoughtAtLine, mask)) {
    const end = findFrom(patterns.thoughtEnd, text, match.index);
    if (end === null) return;
    yield { at: match.index, after: end.after };
  }
}

/**
 * Removes the headers of turns, and the turns of other roles: a prompt that is repeated before the
 * answer, and a conversation that the model invents after it. Without a text of the model, nothing
 * is another's.
 */
function withoutTurnsOfOthers(text: string): string {
  if (jsonStart.test(text) || findFrom(patterns.turn, text, 0) === null) return text;
  const headers = matchesOf(patterns.turn, maskCode(text));
  const turns = headers.map((match, index) => {
    const { at, after } = rangeOf(match);
    const end = headers[index + 1]?.index ?? text.length;
    const isEmpty = withoutLeadingTokens(text.slice(after, end)).trim() === '';
    return { at, after, end, isEmpty, isOwn: patterns.writer.test(match[0]) };
  });
  let isAnswered = withoutLeadingTokens(text.slice(0, headers[0]?.index)).trim() !== '';
  if (!isAnswered && !turns.some(({ isOwn, isEmpty }) => isOwn && !isEmpty))
    return applyCuts(text, turns);
  const cuts: Range[] = [];
  for (const { at, after, end, isOwn, isEmpty } of turns) {
    if (!isOwn && isAnswered)
      return applyCuts(text, [...cuts, { at, after: text.length }]).trimEnd();
    cuts.push({ at, after: isOwn ? after : end });
    isAnswered ||= isOwn && !isEmpty;
  }
  return applyCuts(text, cuts);
}

/** A fence around a whole document, which is later removed, makes it no code. */
const documentFence = /^\s*(`{3,})(?:markdown|md)?[ \t]*\n/i;

/**
 * Limits the characters of a text, and the pieces of a paragraph, that are searched for code. A
 * larger one counts as code.
 */
const maxMaskedLength = 300_000;
const maxPieces = 5_000;

const mayHoldCode = /`|~~~|^(?: {4}|\t)/m;
const mayFence = /^ {0,3}[`~]/;

/**
 * Returns the text with spaces in place of code, fenced, indented or in backticks. Lines and length
 * stay the same.
 */
function maskCode(text: string): string {
  if (!mayHoldCode.test(text)) return text;
  if (text.length > maxMaskedLength) return blank(text);
  const outer = documentFence.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let prose: string[] = [];
  let fence: string | null = null;
  let isIndented = false;
  let wasBlank = true;
  const endProse = () => {
    const paragraph = prose.join('\n');
    if (prose.length > 0) lines.push(paragraph.includes('`') ? maskSpans(paragraph) : paragraph);
    prose = [];
  };
  for (const line of text.slice(outer.length).split('\n')) {
    const next: string | null = mayFence.test(line) ? fenceAfter(fence, line) : fence;
    const isBlank = line.trim() === '';
    const mayIndent = line.startsWith('\t') || line.startsWith('    ');
    isIndented = mayIndent && (isIndented || wasBlank) && !/^\s*(?:[-*+]|\d+[.)]) /.test(line);
    wasBlank = isBlank;
    if (fence !== null || next !== null || isIndented) {
      endProse();
      lines.push(' '.repeat(line.length));
    } else if (isBlank) {
      endProse();
      lines.push(line);
    } else prose.push(line);
    fence = next;
  }
  endProse();
  return outer + lines.join('\n');
}

/** Masks the spans between runs of backticks of the same length in a paragraph. */
function maskSpans(paragraph: string): string {
  const pieces = paragraph.match(/`+|[^`]+/g) ?? [];
  if (pieces.length > maxPieces) return blank(paragraph);
  const nextOfLength = new Map<number, number>();
  const partners = new Array<number>(pieces.length).fill(-1);
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index] ?? '';
    if (!piece.startsWith('`')) continue;
    partners[index] = nextOfLength.get(piece.length) ?? -1;
    nextOfLength.set(piece.length, index);
  }
  const masked: string[] = [];
  let end = -1;
  for (const [index, piece] of pieces.entries()) {
    if (index > end && (partners[index] ?? -1) >= 0) end = partners[index] ?? -1;
    masked.push(index > end ? piece : blank(piece));
  }
  return masked.join('');
}

const blank = (text: string): string =>
  text.includes('\n') ? text.replace(/[^\n]/g, ' ') : ' '.repeat(text.length);
