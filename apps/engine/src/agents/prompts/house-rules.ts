import type { Language } from '@ecp/language/language';
import { fenceRule } from './fenced-text.ts';
import { languageRules } from './language-rules.ts';

/** The rules for the support of claims in every text that a client may read. */
const evidenceRules = `Evidence
- Facts, figures and quotes come from the brief, the sources, earlier documents, colleagues or the reviewer, and from nowhere else. Each is cited right behind the claim with a footnote of its own: [^1], [^2] …
- The definitions of the footnotes stand at the end of the document, one a line, in exactly this form: [^1]: <title>, <location>: “<words>”
  <title> is the title of the source as its heading gives it; Brief for the brief; the file name for an earlier document; Colleague <name> for advice; Reviewer note <number> for a note. <location> is the page, sheet, slide, section or address as given; leave it out where there is none. <words> are the exact words that back the claim, one sentence or one table row, with … where you leave words out.
- A machine compares every quote and every figure beside a footnote with the stored text. A figure must stand in the quoted words or right beside them, in the same value; a sentence says what its quote says, with the same direction, unit, period and certainty. Quote word for word or not at all.
- What an earlier document or a colleague says is as good as its own source: cite the source that they cite. Their word alone, and what is not verified in an earlier document, backs nothing.
- A figure that you compute names its inputs, which are cited, and its calculation where that is not plain. A figure that you estimate or assume is called so and shows its basis. Any other figure, and any fact about the outside world, has a footnote.
- Where the material is silent or contradicts itself, say so. Where two sources disagree, give both figures and say which one you use and why. Never fill a gap with an invented source, figure, name or date.`;

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
    evidenceRules,
    scaleOfScores,
  ].join('\n\n');
}
