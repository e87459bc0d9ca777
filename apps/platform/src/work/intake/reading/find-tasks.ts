import { type Enumeration, findEnumerations } from './find-items.ts';

/** A task that a request asks for, in its own words. */
export interface RequestedTask {
  name: string;
  description: string;
}

/** More items are data, not tasks. */
const maxTasks = 20;
const longestName = 120;

const start = '(?<![\\p{L}\\p{N}])';
const end = '(?![\\p{L}\\p{N}])';
const anyOf = (words: string[]) => new RegExp(`${start}(?:${words.join('|')})${end}`, 'iu');

/** Words of a line that asks for what follows it. */
const asks = anyOf([
  ...['please', 'could you', 'can you', 'would you', 'we need', "we(?:'d|’d| would) like", 'want(?:s)? to know'],
  ...['questions?', 'help us', 'deliverables', 'tasks', 'scope', 'asks?', 'requests?', 'looking for', 'to answer'],
  ...['bitte', 'könnten sie', 'können sie', 'wir brauchen', 'wir benötigen', 'wir möchten', 'wir hätten gern(?:e)?'],
  ...['fragen', 'aufgaben', 'leistungen', 'leistungsumfang', 'erwarten wir', 'unterstützen', 'klären', 'beantworten'],
]);

/** Words of a line that says what is, and asks for nothing. */
const tells = anyOf([
  ...['attached', 'attachments?', 'enclosed', 'background', 'constraints?', 'limits', 'facts', 'figures', 'situation'],
  ...['we have', 'goals?', 'objectives?', 'participants', 'agenda', 'anbei', 'anlagen?', 'angehängt', 'hintergrund'],
  ...['rahmenbedingungen', 'ausgangslage', 'fakten', 'zahlen', 'wir haben', 'ziele?', 'teilnehmer', 'tagesordnung'],
]);

/** Verbs with which an item asks for work. */
const orders = new RegExp(
  `^(?:an overview|a|analy[sz]e|assess|benchmark|calculate|compare|compute|define|describe|design|determine|develop|draft|estimate|evaluate|examine|explain|forecast|identify|list|map|outline|plan|prepare|price|propose|provide|quantify|recommend|research|review|set out|size|suggest|summari[sz]e|test|write|work out|analysieren|berechnen|bewerten|beschreiben|empfehlen|entwickeln|ermitteln|prüfen|vergleichen|analyse|bewertung|empfehlung|prüfung|vergleich|entwurf|konzept)${end}`,
  'iu',
);

/** Finds the tasks that a request enumerates; none if it enumerates none, so that the planner proposes them. */
export function findTasks(lines: readonly string[]): RequestedTask[] {
  const items = findEnumerations(lines)
    .filter(isRequest)
    .flatMap((enumeration) => enumeration.items);
  return items.length > maxTasks ? [] : items.map((item) => ({ name: nameOf(item), description: item }));
}

function isRequest({ lead, items }: Enumeration): boolean {
  const count = (matches: (item: string) => boolean) => items.filter(matches).length * 2;
  if (count((item) => item.endsWith('?')) >= items.length) return true;
  if (tells.test(lead)) return false;
  return asks.test(lead) || count((item) => orders.test(item)) >= items.length;
}

/** Returns an item's first sentence, or the words of it for which there is room. */
function nameOf(item: string): string {
  const [sentence = item] = item.split(/(?<=[.?!;:]) /, 1);
  const words = sentence.slice(0, countWithout(sentence, '.;:,')) || item;
  return words.length <= longestName ? words : cutAtWord(words, longestName);
}

/** Returns the length of a text without the marks at its end. */
export function countWithout(text: string, marks: string): number {
  let length = text.length;
  while (length > 0 && marks.includes(text.charAt(length - 1))) length -= 1;
  return length;
}

/** Cuts a text after the last word that fits. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return (space > length / 2 ? cut.slice(0, space) : cut).trimEnd();
}
