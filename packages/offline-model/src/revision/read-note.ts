import { cleanLine, clipText } from '../text/clean-line.ts';
import { isTopicWord, readWords, type Word } from '../text/read-words.ts';
import { joinWords } from '../text/spell-count.ts';

/** The request of a reviewer's note or an observer's issue, as far as extraction can do it. */
export interface NoteRequest {
  /** The note itself on one line. */
  note: string;
  action: 'shorten' | 'remove' | 'table' | 'figures' | 'questions' | 'evidence' | 'topic';
  /** The words that the note is about; empty for a note on the whole document. */
  topic: Word[];
  /** True when the document must begin with the topic. */
  isFirst: boolean;
}

const actions: [NoteRequest['action'], RegExp][] = [
  [
    'shorten',
    /\b(?:shorten|shorter|too long|concise|condense|trim|tighten|cut (?:it )?down|less (?:text|detail)|fewer|half the length|kürzer|kürzen|plus court|más corto)\b/i,
  ],
  [
    'remove',
    /\b(?:remove|delete|drop|leave out|take out|omit|strike|get rid of|entfernen|streichen|supprimer|eliminar)\b/i,
  ],
  ['table', /\b(?:tables?|tabular|matrix|grid|side by side|spreadsheet|tabelle|tableau|tabla)\b/i],
  ['questions', /\bopen (?:questions?|points?|issues?)\b|\bwhat (?:is|remains) (?:open|unknown)\b/i],
  ['figures', /\b(?:figures?|numbers?|quantif\w+|amounts?|statistics|kpis?|metrics|zahlen|chiffres|cifras)\b/i],
  ['evidence', /\b(?:evidence|sources?|quotes?|citations?|references?|belege|quellen|preuves|fuentes)\b/i],
];
const atBeginning =
  /\b(?:start|begin|open|lead)\b.{0,20}\bwith\b|\b(?:say|put|name|state|give|show|tell|mention)\b.{0,60}\bfirst\b|\bat the (?:very )?(?:top|beginning|start)\b/i;
/** Words with which a note refers to the document itself. They are no topic. */
const documentWords = new Set(
  `table tables tabular matrix grid figure figures number numbers quantify shorten shorter long length concise condense trim
  tighten remove delete drop omit strike leave take row rows column columns paragraph bullet bullets list text page pages
  chapter document version reader readers clearer clear clearly deeper depth dig longer extend elaborate summary executive
  title heading headings word words half third twice much many little bit lot really very quite also missing lacks lacking
  add put bring need needs want wants wanted like dont doesn't isn't too less fewer evidence source sources citation
  citations reference references back stands stand check checked correct wrong rewrite rephrase improve strengthen strong
  weak weaker stronger thin discuss discussion speak speaks mention mentions treat treats talk reviewer reviewers comment
  comments great good nice fine otherwise thanks thank perfect excellent ok okay love loved happy agree approved side focus focused attached attachment draft section sections`.split(
    /\s+/,
  ),
);

/** Reads one note. A topic in quotation marks comes before the other words. */
export function readNote(note: string): NoteRequest {
  const line = clipText(cleanLine(note.slice(0, 8000)), 2000);
  const action = actions.find(([, pattern]) => pattern.test(line))?.[0] ?? 'topic';
  const quoted = [...line.matchAll(/[“"]([^”"]{2,120})[”"]/g)].map((match) => match[1] ?? '').join(' ');
  const words = readWords(quoted || line).filter(
    (word) => isTopicWord(word) && !documentWords.has(word.shown.toLowerCase()),
  );
  const unique = new Map(words.map((word) => [word.stem, word] as const));
  return { note: line, action, topic: [...unique.values()].slice(0, 6), isFirst: atBeginning.test(line) };
}

/** Splits a reviewer's note into its separate requests: lines, list items, sentences. */
export function splitNote(note: string): string[] {
  const parts = note
    .slice(0, 8000)
    .split(
      /\r?\n+|(?<=[.!?;])\s+(?=[\p{Lu}“"])|;\s+|,?\s+and\s+(?=(?:add|remove|drop|delete|shorten|include|show|put|make|give|say)\b)/u,
    )
    .map((part) => cleanLine(part.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '')))
    .filter((part) => /\p{L}/u.test(part));
  return parts.slice(0, 12);
}

/** Names the topic in a heading or a sentence: "delivery and returns". */
export function nameTopic(topic: Word[]): string {
  return joinWords(topic.slice(0, 4).map((word) => word.shown));
}
