const requestPattern =
  /^(?:please|kindly)\b|^(?:we|i|they|the (?:board|client|team|company|ceo|management))\s+(?:(?:now|also|therefore|urgently|really)\s+)?(?:need|want|would like|wish|ask|expect you|request|require|are looking for|am looking for|look for|seek|hope to)s?\b|^(?:help|tell|show|give|advise|recommend|propose|identify|assess|evaluate|analy[sz]e|develop|create|design|define|determine|prepare|write|draft|map|compare|estimate|calculate|investigate|research|find out|explain|outline|produce|deliver|build|set up|review|benchmark|size|quantify|prioriti[sz]e|forecast|model|plan|suggest|describe|list|work out|decide)\b(?!.*\bby (?:us|the client) (?:was|were)\b)|^(?:goal|objective|deliverable|question|task)s?\s*\d*\s*:|\b(?:should (?:deliver|produce|include|cover|contain|answer)|deliverables? (?:are|is|include))\b/i;
/** True for a question or a request, which says what is wanted and is not evidence. */
export function isRequest(sentence: string): boolean {
  return /[?？]["”’)]?$/.test(sentence) || requestPattern.test(sentence);
}

const labelPattern =
  /^(?:posted|published|updated|saved copy|copyright|all rights reserved|written for|imprint|contact)\b|^©|\bupdated on\b[^.]*$|^page \d+ of \d+/i;

/** True for words that only describe a page or a file: a date line, a copyright, a signature, opening hours. */
export function isLabel(sentence: string): boolean {
  return labelPattern.test(sentence) || (sentence.length < 90 && /^[^.!?:;。！？…]*\bopen\b[^.!?]*$/i.test(sentence));
}

/** True for a paragraph of a few words without a full stop or a figure, such as a title or a menu entry. */
export function isTitleLike(paragraph: string): boolean {
  return paragraph.split(/\s+/).length <= 9 && !/\d|[.!?…。！？;)"”’]$/u.test(paragraph);
}

/** True for a heading under which a brief only lists its enclosures. */
export function isEnclosureHeading(heading: string): boolean {
  return /^(?:attached|attachments?|enclosed|enclosures?|files?)\b/i.test(heading);
}

const askHeading =
  /\b(questions?|deliverables?|scope|asks?|requests?|tasks?|outputs?|fragen|aufgaben|questions|preguntas|entregables)\b/i;
const goalHeading = /\b(goals?|objectives?|aims?|needs?|wants?|expects?|outcomes?|ziele?|objectifs?|objetivos?)\b/i;
const contraHeading = /\b(out of scope|not in scope|exclu|non-goals?|background|context|constraints?)\b/i;
const listIntro =
  /\b(?:need|want|deliver|deliverables?|include|cover|questions?|goals?|objectives?|ask|looking for|answer|expect|following|produce)\b[^.?!]{0,80}:$/i;

/** True for a heading under which a brief lists the work that it asks for. */
export function isRequestHeading(heading: string): boolean {
  return askHeading.test(heading) && !contraHeading.test(heading);
}

/** True for a heading under which a brief lists its goals. */
export function isGoalHeading(heading: string): boolean {
  return goalHeading.test(heading) && !contraHeading.test(heading);
}

/** True for a heading under which a brief states what is given or excluded. */
export function isLimitHeading(heading: string): boolean {
  return contraHeading.test(heading);
}

/** True for a paragraph that introduces a list of wishes: "We need the following:". */
export function isListIntro(paragraph: string): boolean {
  return listIntro.test(paragraph);
}
