import type { Language } from '@ecp/language/language';
import { capitalize, clipText } from '../text/clean-line.ts';

const maxNameLength = 88;

/** Words before the thing that is asked for: "Please prepare", "Bitte erstellen Sie". They are no part of a name. */
const leadIns: Record<Language, RegExp> = {
  en: /^(?:(?:in addition|also|finally|then|and|therefore),?\s+)?(?:(?:please|kindly)\s+|(?:we|i|they|the (?:board|client|team|company|council|family|management))\s+(?:(?:now|also|therefore|urgently|really)\s+)?(?:need|want|would like|wish|ask for|ask|require|are looking for|look for|seek|expect)s?\s+(?:to (?:know|understand)|you to|to|for|that)?\s*|(?:goal|objective|deliverable|question|task)s?\s*\d*\s*:\s*)?(?:(?:prepare|deliver|produce|provide|write|draft|create|develop|give us|show us|tell us)\s+(?:us\s+)?)?(?:(?:an?|the|our)\s+)?/i,
  de: /^(?:(?:außerdem|zudem|und|dann|schließlich)\s+)?(?:bitte\s+)?(?:(?:erstellen|erarbeiten|entwickeln|liefern|schreiben|zeigen|nennen|geben)\s+sie\s+(?:uns\s+)?|(?:wir|ich)\s+(?:brauchen|benötigen|möchten|wünschen|suchen|erwarten)\s+|(?:ziele?|fragen?|aufgaben?)\s*\d*\s*:\s*)?(?:(?:ein|eine|einen|der|die|das|den)\s+)?/i,
  fr: /^(?:(?:merci de|veuillez)\s+)?(?:(?:préparer|préparez|établir|établissez|rédiger|rédigez|élaborer|élaborez|présenter|présentez|proposer|proposez|fournir)\s+|nous (?:avons besoin d['’e]|souhaitons|voulons|demandons|attendons)\s*|(?:objectif|question|tâche|livrable)s?\s*\d*\s*:\s*)?(?:(?:un|une|le|la|les|des)\s+|l['’])?/i,
  es: /^(?:por favor,?\s+)?(?:(?:preparen?|elaboren?|redacten?|presenten?|propongan?|entreguen?)\s+|(?:necesitamos|queremos|deseamos|pedimos|solicitamos|buscamos)\s+|(?:objetivo|pregunta|tarea|entregable)s?\s*\d*\s*:\s*)?(?:(?:un|una|el|la|los|las)\s+)?/i,
  ja: /^(?:また|さらに|そして)?、?/u,
};
/** The end of an order in Japanese: "…を作成してください". */
const japaneseEnd =
  /(?:を|について)?(?:作成|提案|整理|分析|調査|検討|説明|提示|教えて|示)?(?:して)?(?:ください|下さい)?[。．]?$/u;

/** Names a task after a request, in the words of the brief: "Please prepare a roadmap" gives "Roadmap". */
export function nameRequest(text: string, language: Language): string {
  const isQuestion = /[?？]\s*$/.test(text);
  const bare = isQuestion ? text : text.replace(leadIns[language], '').replace(/[\s.;:,。]+$/u, '');
  const name = language === 'ja' && !isQuestion ? bare.replace(japaneseEnd, '') || bare : bare;
  return capitalize(clipName(name.replace(/^["“„«「'(]+|["”“»」')]+$/gu, '').trim()));
}

/** Shortens a name to one line of a list. A long one ends before its last clause. */
function clipName(name: string): string {
  if (name.length <= maxNameLength) return name;
  const clause = /^(.{30,88})(?:[,;:]\s|[、，；])/u.exec(name)?.[1] ?? clipText(name, maxNameLength);
  const isBalanced = (clause.match(/"/g)?.length ?? 0) % 2 === 0;
  return isBalanced ? clause : clause.replaceAll('"', '');
}
