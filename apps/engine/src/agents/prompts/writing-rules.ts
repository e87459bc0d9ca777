/** How claims must be supported, in every text that a client may read. */
export const evidenceRules = `Evidence:
- Facts, figures and quotes come from the brief, the sources, earlier deliverables or the reviewer. Each is cited right after the claim with a footnote of its own, [^1], [^2] …
- A footnote's definition stands at the end of the document, one a line, in exactly this form: [^1]: <title>, <location>: “<words>”
  <title> is the title of the source as its heading gives it, Brief for the brief, the file name for an earlier deliverable, Colleague <name> for advice, Reviewer note <number> for a note. <location> is the page, sheet, slide, section or address as given; leave it out where there is none. <words> are the exact words that back the claim, one sentence or table row, with … where you leave words out.
- Every quote and every figure beside a footnote is compared by machine with the stored source: a figure must stand in the quoted words or right beside them, in the same value.
- Quote word for word or not at all. Never invent or alter a source, a figure, a name or a date.
- A figure of your own is an estimate: call it one, show the calculation and its assumptions.
- Where the material is silent or contradicts itself, say so instead of filling the gap.`;

/** The form of a deliverable (RUN-7). */
export const documentRules = `Form:
- Markdown that starts with one level-1 heading, the title. No code fence around the document, no preamble, no closing remark.
- After the title a summary of 3 to 5 sentences that gives the answer and the recommendation; a busy client reads only this.
- Then the sections that this kind of document needs, with level-2 and level-3 headings that state the finding. Tables for comparisons and figures.
- Recommendations are concrete: who does what by when, what it costs or brings, and what speaks against it.
- A section on open questions and assumptions: what is not known, why it matters, who can answer it.
- At the very end the definitions of the footnotes, and no other list of sources.
- Write in the language of the brief, in plain words and short sentences, about this client; nothing that would fit any other client.
- Finish within about 4,000 words.`;

/** The outline of each task kind. */
export const kindOutlines = {
  research:
    'Research report: question, method and its limits, findings by theme with evidence, what contradicts, implications.',
  analysis: 'Analysis: question, data and method, results with tables, interpretation, sensitivity, implications.',
  strategy:
    'Strategy paper: situation, options with criteria, choice with reasons, risks, first steps, measures of success.',
  plan: 'Plan: goal, phases with milestones and owners, resources and costs, dependencies, risks, governance.',
  creative: 'Concept: insight, idea, how it looks and sounds with examples, where it is used, what to test.',
  financial:
    'Financial paper: assumptions, model with tables, base and downside case, break-even, funding, sensitivities.',
  general: 'Consulting paper: situation, complication, answer, reasons with evidence, next steps.',
} as const;
