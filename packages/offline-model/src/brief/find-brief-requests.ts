import type { TimeSlice } from '@ecp/semaphore/time-slice';
import {
  isGoalHeading,
  isLimitHeading,
  isListIntro,
  isRequest,
  isRequestHeading,
} from '../evidence/classify-passage.ts';
import { isInstruction } from '../evidence/detect-instructions.ts';
import { clipText } from '../text/clean-line.ts';
import { readBlocks } from '../text/read-blocks.ts';
import { readTopicWords } from '../text/read-words.ts';
import { capitalize } from '../text/spell-count.ts';
import { splitSentences } from '../text/split-sentences.ts';

/** One thing that a brief requests: the words that request it, and the sentence around them. */
export interface BriefRequest {
  text: string;
  sentence: string;
  stems: Set<string>;
  /** 4: a listed question or deliverable; 3: a question or a request; 2: a listed goal; 1: a goal mentioned in prose. */
  strength: number;
}

const goalPattern =
  /\b(?:goal|aim|objective|target|ambition|priority|mission) (?:is|are|:)|\b(?:must|should|has to|have to|plans? to|aims? to|intends? to|hopes? to|wants? to|needs? to)\b/i;
const maxAsks = 40;
const maxNameLength = 88;
const maxRead = 60_000;

/** Finds the listed goals and deliverables, questions and requests of a brief; strongest first, then in reading order. */
export async function findBriefRequests(brief: string, timeSlice: TimeSlice): Promise<BriefRequest[]> {
  const asks: BriefRequest[] = [];
  let inList = false;
  let underHeading = false;
  let underGoals = false;
  let limited = false;
  for (const block of readBlocks(brief.slice(0, maxRead))) {
    if (asks.length >= maxAsks) break;
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (block.kind === 'rows') continue;
    if (block.kind === 'heading') {
      underHeading = isRequestHeading(block.text);
      underGoals = isGoalHeading(block.text);
      limited = isLimitHeading(block.text);
      inList = false;
      continue;
    }
    const listed = block.kind === 'item' && (inList || underHeading);
    if (block.kind === 'paragraph') inList = isListIntro(block.text);
    const sentences = splitSentences(block.text);
    for (const [index, whole] of sentences.entries()) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      const sentence = clipText(whole, 600);
      const strength = rateAsk(sentence, listed && index === 0, underGoals && block.kind === 'item' && index === 0);
      if (strength === 0 || (limited && strength < 3) || isInstruction(sentence) || /:$/.test(sentence)) continue;
      for (const text of splitEnumeration(sentence)) pushAsk(asks, text, sentence, strength);
    }
  }
  return asks.sort((a, b) => b.strength - a.strength);
}

function pushAsk(asks: BriefRequest[], text: string, sentence: string, strength: number): void {
  const words = readTopicWords(text);
  const stems = new Set(words.map((word) => word.stem));
  if (words.length < 1 || text.length < 6) return;
  const repeat = asks.some((other) => overlap(other.stems, stems) > 0.7);
  if (!repeat) asks.push({ text: clipText(text, 300), sentence: clipText(sentence, 400), stems, strength });
}

function rateAsk(sentence: string, listed: boolean, listedGoal: boolean): number {
  if (listed) return 4;
  if (isRequest(sentence)) return 3;
  if (listedGoal) return isLimit(sentence) ? 0 : 2;
  return goalPattern.test(sentence) && !isLimit(sentence) ? 1 : 0;
}

function isLimit(sentence: string): boolean {
  return /\b(?:must|should|may|can|is|are) ?(?:not|never)\b|^(?:nobody|no one|no|never|keep|everybody|everyone)\b/i.test(
    sentence,
  );
}

/** Returns the share of the smaller set that is also in the other set. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

/** Splits a sentence with several requests: "We need (1) a scan, (2) a model", "Please deliver a scan and a model". */
function splitEnumeration(sentence: string): string[] {
  const numbered = sentence.split(/\s*[,;]?\s*(?:and\s+)?\(\s*(?:\d|[a-h]|i{1,3}|iv|v)\s*\)\s*/i).slice(1);
  if (numbered.length > 1) return numbered;
  const order =
    /^(?:.{0,60}?\b(?:need|want|deliver|produce|prepare|provide|would like|looking for|propose|recommend|asks? for))\s+(.+)$/i.exec(
      sentence,
    )?.[1];
  if (!order || /[?]$/.test(sentence)) return [sentence];
  const parts = order.replace(/[.]$/, '').split(/\s*(?:;|,\s*(?:and\s+)?|\sand\s)(?=(?:an?|the)\s)/);
  const separate = parts.length > 1 && parts.every((part) => part.split(/\s+/).length >= 2);
  return separate ? parts.map((part) => part.replace(/,$/, '')) : [sentence];
}

const leadIn =
  /^(?:(?:in addition|also|finally|first|second|third|then|and|furthermore|moreover|therefore),?\s+)?(?:(?:please|kindly)\s+|(?:we|i|they|the (?:board|client|team|company|ceo|management)(?: \w+)?)\s+(?:(?:now|also|therefore|urgently|really)\s+)?(?:need|want|would like|wish|ask for|ask|require|are looking for|am looking for|look for|seek|expect|must|should|have|has|plan|aim|intend|hope)s?\s+(?:to know|to understand|you to|to|for|that)?\s*|(?:the |our )?(?:goal|objective|aim|deliverable|question|task|target)s?\s*\d*\s*(?:is|are|:)\s*(?:to\s+)?)/i;
const orderVerb =
  /^(?:prepare|deliver|produce|provide|write|draft|create|develop|build|make|give us|show us|tell us)\s+(?:us\s+)?/i;
const goalVerb =
  /^(?:reduce|cut|increase|grow|raise|lower|improve|double|triple|halve|win|reach|achieve|become|enter|launch|retain|keep|save|speed up|shorten|expand|modernise|modernize|migrate|move|open|sell|hire|protect|strengthen|boost|stop|avoid)\b/i;

/** Names a task after a request: "Which dealers should we sign first?" gives "Which dealers to sign first". */
export function nameBriefRequest(text: string): string {
  let name = text
    .replace(/^["“'(]+|["”')]+$/g, '')
    .replace(leadIn, '')
    .replace(/[\s.?!;:,]+$/, '');
  name = name.replace(orderVerb, '');
  if (/[?？]/.test(text)) name = nameQuestion(name);
  else if (goalVerb.test(name)) name = `How to ${lowerFirst(name)}`;
  name = name.replace(/^(?:an?|the)\s+/i, '').replace(/\b(?:our|your)\b/gi, 'the');
  return capitalize(clipName(name));
}

const strongBreak =
  /^(.{24,88}?)(?::|,? (?:once|without|while|so that|because|which|and how|and what|and which|and if so|as soon as)) /i;

/** Shortens a name to one line of a list. A long name ends before its last clause. */
function clipName(name: string): string {
  if (name.length <= maxNameLength) return name;
  const clause = (strongBreak.exec(name) ?? /^(.{30,88}),\s/.exec(name))?.[1] ?? clipText(name, maxNameLength);
  const balanced = (clause.match(/"/g)?.length ?? 0) % 2 === 0 ? clause : clause.replaceAll('"', '');
  return balanced.replace(/(?:\s(?:the|a|an|of|to|for|and|or|in|by|with))*[\s.!;:,…]*$/i, '');
}

/** Turns a question into a title where the title reads well; otherwise returns the question. */
function nameQuestion(question: string): string {
  const title = question
    .replace(/^(how|where|when) (?:can|could|do|should|shall|must|may|might) (?:we|i|they)\s+/i, '$1 to ')
    .replace(/^((?:which|what|who)\b.*?)\s+(?:can|could|should|shall|do|must) (?:we|i|they)\s+/i, '$1 to ')
    .replace(/^what (?:is|are) (?:the\s+|our\s+|your\s+)?/i, '')
    .replace(/^(?:can|could|should|shall|do|must) (?:we|i|they)\s+/i, 'Whether to ');
  return title === question ? `${clipName(question)}?` : title;
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
