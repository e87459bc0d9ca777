import type { GridQuestion } from '@ecp/contract/work/grids';

const types: readonly [GridQuestion['type'], RegExp][] = [
  ['number', /^(number|amount|zahl|betrag|nombre|montant|número|numero|importe|数値|数)$/i],
  ['date', /^(date|day|datum|tag|jour|fecha|día|日付)$/i],
  [
    'boolean',
    /^(boolean|yes\/no|yes or no|ja\/nein|ja oder nein|oui\/non|oui ou non|sí\/no|sí o no|はい\/いいえ)$/i,
  ],
  ['text', /^(text|texte|texto|テキスト)$/i],
];

/** Matches the question words of each language, so that a column's name can leave them out. */
const asking = [
  /^(?:what|which|who|when|where|how (?:many|much|long|often)|on which|to what)\b(?:\s+(?:is|are|was|were|does|do|did|has|have))?(?:\s+(?:the|a|an|there))?\s+/i,
  /^(?:was|wer|wann|wo|wie (?:viele?|lange?|hoch|groß|oft)|welche[mnrs]?)\s+(?:ist|sind|war|waren|hat|haben|beträgt|lautet)\s+(?:(?:der|die|das|den|ein|eine|einen)\s+)?/i,
  /^(?:quel(?:le)?s?|combien|qui|quand|où)\s+(?:est|sont|était|a|ont)\s+(?:(?:le|la|les|un|une)\s+|l['’])?/i,
  /^(?:cuál(?:es)?|qué|quién|cuándo|dónde|cuánt[oa]s?)\s+(?:es|son|era|fue|ha|han)\s+(?:(?:el|la|los|las|un|una)\s+)?/i,
  /は(?:何|なん|いつ|誰|だれ|どこ|どれ|どの|いく).*$/,
];
/** Characters of a name that is made of a question. */
const nameLength = 40;

/** Names a column by its question: “What is the notice period?” becomes “Notice period”. */
function nameQuestion(question: string): string {
  const words = question.replace(/^¿|[?？]\s*$/g, '').trim();
  const short = asking.reduce((left, part) => left.replace(part, ''), words) || words;
  const cut = short.length > nameLength ? short.slice(0, nameLength).replace(/\s+\S*$/, '') : short;
  return `${cut.charAt(0).toUpperCase()}${cut.slice(1)}`;
}

/**
 * Reads questions from lines, one a line: a question alone, or a name and a question with a tab or
 * colon between, and perhaps a type behind a further tab.
 */
export function readQuestions(text: string): GridQuestion[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '')
    .map(readLine);
}

function readLine(line: string): GridQuestion {
  const parts = line.split('\t').map((part) => part.trim());
  const type = types.find(([, words]) => words.test(parts.at(-1) ?? ''))?.[0];
  const said = (type !== undefined && parts.length > 1 ? parts.slice(0, -1) : parts).filter(
    Boolean,
  );
  const [name = '', ...rest] = said.length > 1 ? said : splitAtColon(said[0] ?? line);
  const question = rest.join(' ');
  if (question === '')
    return { name: nameQuestion(name), question: name, type: type ?? guessType(name) };
  return { name, question, type: type ?? guessType(question) };
}

/** Splits “Notice period: How long is it?” A colon late in a line belongs to the question. */
function splitAtColon(text: string): string[] {
  const [, name, question] =
    /^([^:：?？]{1,60})[:：]\s+(.+)$/u.exec(text) ?? /^([^:：?？]{1,60})：(.+)$/u.exec(text) ?? [];
  return name !== undefined && question !== undefined ? [name.trim(), question.trim()] : [text];
}

/** Guesses the type of the answer by the words with which a question begins. */
function guessType(question: string): GridQuestion['type'] {
  return guesses.find(([, words]) => words.test(question))?.[0] ?? 'text';
}

const guesses: readonly [GridQuestion['type'], RegExp][] = [
  ['number', /^¿?(?:how many|wie viele|combien de|cuánt[oa]s)\s|は(?:いくつ|何[人件個社台])/i],
  [
    'date',
    /^¿?(?:(?:on|by) which (?:day|date)|when|what is the date)\b|^(?:(?:bis )?wann|an welchem (?:tag|datum))\s/i,
  ],
  ['date', /^¿?(?:quand|à quelle date|cuándo|en qué fecha)\s|はいつ/i],
  ['boolean', /^(?:is|are|does|do|has|have|can|may|must|were|was (?:it|there|this|the|an?))\s/i],
  [
    'boolean',
    /^(?:ist|sind|war|waren|hat|haben|wird|werden|darf|kann|muss|gilt|gibt es|enthält)\s/i,
  ],
  ['boolean', /^(?:est-ce qu|y a-t-il|¿hay|¿existen?)/i],
];
