import { asksForWork } from '@ecp/language/asking/requests';
import { splitSentences } from '@ecp/language/split-sentences';
import { type Block, cutBlocks, type Enumeration } from './blocks.ts';

/** A task that a request asks for, in its own words. */
interface RequestedTask {
  name: string;
  description: string;
}

/** The last of these takes what more is asked as parts. */
const maxTasks = 20;
/** A list of more items is data. */
const maxItems = 20;
const longestTaskName = 160;
/** A longer sentence asks only by its question mark. */
const longestSentence = 600;
/** The most characters of a paragraph that are cut into sentences at once. */
const longestParagraph = 4_000;

const wordStart = '(?<![\\p{L}\\p{N}])';
const wordEnd = '(?![\\p{L}\\p{N}])';
const anyOf = (words: string[]) => new RegExp(`${wordStart}(?:${words.join('|')})${wordEnd}`, 'iu');

const asking = anyOf([
  'please',
  'could you',
  'can you',
  'would you',
  'we need',
  "we(?:'d|’d| would) like",
  'want(?:s)? to know',
  'questions?',
  'help us',
  'deliverables',
  'tasks',
  'scope',
  'asks?',
  'requests?',
  'looking for',
  'to answer',
  'bitte',
  'könnten sie',
  'können sie',
  'wir brauchen',
  'wir benötigen',
  'wir möchten',
  'wir hätten gern(?:e)?',
  'attentes',
  'besoins?',
  'demand(?:ons|es?)',
  'attendons',
  'souhaitons',
  'voudrions',
  'merci de',
  'veuillez',
  'pourriez-vous',
  'mission',
  'livrables',
  'preguntas',
  'necesitamos',
  'pedimos',
  'queremos',
  'solicitamos',
  'por favor',
  'rogamos',
  'encargo',
  'tareas',
  'entregables',
  'domande',
  'chiediamo',
  'vorremmo',
  'servono',
  'ci serve',
  'abbiamo bisogno',
  'richieste',
  'incarico',
  'fragen',
  'aufgaben',
  'leistungen',
  'leistungsumfang',
  'erwarten',
  'unterstützen',
  'klären',
  'beantworten',
]);

/** Matches a line that states something and asks for nothing. */
const tells = anyOf([
  'attached',
  'attachments?',
  'enclosed',
  'background',
  'constraints?',
  'limits',
  'facts',
  'figures',
  'situation',
  'we have',
  'goals?',
  'objectives?',
  'participants',
  'agenda',
  'anbei',
  'anlagen?',
  'angehängt',
  'hintergrund',
  'ci-joint',
  'pièces jointes',
  'contexte',
  'contraintes',
  'adjunt[oa]s?',
  'antecedentes',
  'contexto',
  'allegat[oi]',
  'contesto',
  'vincoli',
  'rahmenbedingungen',
  'ausgangslage',
  'fakten',
  'zahlen',
  'wir haben',
  'ziele?',
  'teilnehmer',
  'tagesordnung',
]);

/** The same in Japanese, which has no spaces between words. */
const asksInJapanese = /提案|検討|お願い|ください|下さい|質問|依頼|課題|教えて|知りたい/;
const tellsInJapanese = /添付|資料|背景|前提|条件|現状/;

/** Verbs with which an item asks for work. */
const orders = new RegExp(
  `^(?:an overview|a|analy[sz]e|assess|benchmark|calculate|compare|compute|define|describe|design|determine|develop|draft|estimate|evaluate|examine|explain|forecast|identify|list|map|outline|plan|prepare|price|propose|provide|quantify|recommend|research|review|set out|size|suggest|summari[sz]e|test|write|work out|analysieren|berechnen|bewerten|beschreiben|empfehlen|entwickeln|ermitteln|prüfen|vergleichen|analyse|bewertung|empfehlung|prüfung|vergleich|entwurf|konzept)${wordEnd}`,
  'iu',
);

/**
 * Returns what a request asks for, in its order: each question, order and item of a list that asks;
 * no courtesies.
 */
export function findTasks(subject: string, lines: readonly string[]): RequestedTask[] {
  const blocks = cutBlocks(lines);
  const asked = blocks.flatMap((block, at) => readAsked(block, blocks[at + 1]));
  const all = distinct(asks(subject) ? [subject, ...asked] : asked);
  const named = all.slice(0, maxTasks).map((text) => ({ name: nameOf(text), description: text }));
  const last = named.at(-1);
  if (last) last.description = [last.description, ...all.slice(maxTasks)].join('\n');
  return named;
}

/** Returns what a block asks for. The sentence that leads to a list of requests is none itself. */
function readAsked(block: Block, next: Block | undefined): string[] {
  if (block.kind === 'list') {
    if (isRequest(block)) return block.items;
    return block.items.flatMap((item) => readSentences(item).filter(asks));
  }
  const sentences = readSentences(block.text);
  const leads = next?.kind === 'list' && isRequest(next);
  return (leads ? sentences.slice(0, -1) : sentences).filter(asks);
}

const asks = (sentence: string): boolean =>
  sentence.length <= longestSentence ? asksForWork(sentence) : /[?？]$/.test(sentence);

function readSentences(text: string): string[] {
  const sentences: string[] = [];
  for (let at = 0; at < text.length; at += longestParagraph)
    sentences.push(...splitSentences(text.slice(at, at + longestParagraph).toWellFormed()));
  return sentences.flatMap(splitHasty);
}

/** Cuts sentences of people who write without capitals: "no rush. can we talk?" */
const splitHasty = (sentence: string): string[] =>
  sentence.split(/(?<=\p{L}{3}[.!;…]) +(?=\p{Ll})/u);

function distinct(texts: readonly string[]): string[] {
  const keyOf = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return [...new Map(texts.toReversed().map((text) => [keyOf(text), text])).values()].reverse();
}

function isRequest({ lead, items }: Enumeration): boolean {
  if (items.length > maxItems) return false;
  const count = (matches: (item: string) => boolean) => items.filter(matches).length * 2;
  if (count((item) => /[?？]$/.test(item)) >= items.length) return true;
  if (tells.test(lead) || tellsInJapanese.test(lead)) return false;
  return (
    asking.test(lead) ||
    asksInJapanese.test(lead) ||
    count((item) => orders.test(item)) >= items.length
  );
}

/** Matches a word that joins a sentence to the one before, such as "and". A name leaves it out. */
const joining = /^(?:and|und|et|y|e),? (?=\p{L})/iu;

/**
 * Returns an item's first sentence, or its first words and an ellipsis if it is too long for a
 * name.
 */
function nameOf(item: string): string {
  const [first = item] = item.split(/(?<=[.?!;:]) /, 1);
  const own = first.replace(joining, '');
  const sentence = own === first ? first : own.slice(0, 1).toUpperCase() + own.slice(1);
  const words = sentence.slice(0, countWithout(sentence, '.;:,')) || item;
  return words.length <= longestTaskName ? words : `${cutAtWord(words, longestTaskName - 1)}…`;
}

/** Returns the length of a text without the marks at its end. */
export function countWithout(text: string, marks: string): number {
  let length = text.length;
  while (length > 0 && marks.includes(text.charAt(length - 1))) length -= 1;
  return length;
}

export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return (space > length / 2 ? cut.slice(0, space) : cut).trimEnd();
}
