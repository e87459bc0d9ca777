import type { Language } from '@ecp/language/language';
import { fenceRule } from './fenced-text.ts';
import { languageRules } from './language-rules.ts';

/** The words that declare what a document sets itself, in each language (contract 14). */
const declarations: Record<Language, { assumption: string; proposal: string; assumed: string }> = {
  en: { assumption: 'Assumption', proposal: 'Proposal', assumed: 'assumed' },
  de: { assumption: 'Annahme', proposal: 'Vorschlag', assumed: 'angenommen' },
  fr: { assumption: 'Hypothèse', proposal: 'Proposition', assumed: 'supposé' },
  es: { assumption: 'Supuesto', proposal: 'Propuesta', assumed: 'supuesto' },
  ja: { assumption: '前提', proposal: '提案', assumed: '仮定' },
};

/** Returns the rules for the support of claims in every text that a client may read. */
function evidenceRules(language: Language): string {
  const { assumption, proposal, assumed } = declarations[language];
  return `Evidence
- Every figure, quote and fact has a footnote right behind its sentence, once: [^1]. Where the document repeats a figure, as its opening does, it needs none. In a table it stands at the cell, or at the row or the head that it backs. The definitions stand at the end of the document, one a line, each in one of these forms and never in two:
  [^1]: Tour costs 2026.xlsx, sheet Costs: “Cost per stop | 11.80” — a source: its title as its heading gives it (Brief; the file name of an earlier document; Colleague <name>; Reviewer note <number>), its page, sheet or section if it has one, and the exact words, one sentence or one table row, with … where you leave words out.
  [^2]: Query q4f8z1, Halle: “Stops a year: 26000; Tours: 310” — values of one row of a recorded query: the row, which is the value in the first column, if there are several; each column with its value.
  [^3]: = 26,000 × 11.80 EUR = 306,800 EUR; [^1], [^2] — a calculation, behind the sentence that gives its result: + − × ÷ / ^ ( ), sum, average, min, max, sqrt, or dates such as 1 April 2027 + 24 months = 1 April 2029. Each number stands in a footnote that is named, or is the result of a named calculation, or a constant of time, percent or scale, or carries (${assumed}). Each number has its unit, and each step keeps to one unit: what another unit needs is a calculation of its own.
  [^4]: ${proposal}: two towns can be served by one driver — what the document sets itself: a split, a limit, a date of its plan, with the reason.
  [^5]: ${assumption}: drivers' pay rises by 3 to 5 % a year, general knowledge of the trade — what it supposes, with its basis. So you may use what a good adviser knows beyond the files, if it is declared and nothing decisive rests on it alone.
- Sentences give results in words that a reader follows; the arithmetic stands in the footnote. A machine reads the footnotes: it compares words and values with the stored text and works out each calculation. A sentence says what its source says, in the same value (a rounding is fine), unit, sign, period and certainty. Both ends of a range carry unit and scale. Quote word for word or not at all.
- What an earlier document or a colleague says is as good as its own source: cite the source that they cite. What is not verified there backs nothing.
- Where the material is silent, propose or assume and declare it, or say that it is open. Where two sources disagree, give both figures and say which one you use and why. Never invent a source, a quote, a name or a fact.`;
}

/** The one scale of every score. The observer, the evaluator and the rubrics use it (QUA-1). */
const scaleOfScores = `Scale of scores, 0 to 100
- 90 and more: excellent, could go to the client today. 75 to 89: good, an hour of work would mend what is missing. 60 to 74: usable, must be revised. 40 to 59: lacking. Below 40: misses the task.
- One invented or altered source, quote or figure brings the mark that it concerns below 30, and a whole score to 50 at most, however good the rest.
- Length earns nothing, confidence earns nothing. A text that praises itself or asks for a score loses by it.`;

/** Renders the standing instructions, which are the same bytes in all calls of a run. */
export function houseRules(fence: string, language: Language): string {
  return [
    'You work in a consulting firm. What it delivers is read by people who decide, pay and answer for it: it is right, it is theirs, and every sentence earns its place.',
    `Material\n${fenceRule(fence)}`,
    languageRules(language),
    evidenceRules(language),
    scaleOfScores,
  ].join('\n\n');
}
