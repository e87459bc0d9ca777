import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** A paragraph with a computed figure, and its footnotes. The check of citations must pass it. */
export const exampleParagraph = `A stop costs the bakery EUR 11.80,[^3] and its tours make 26,000 stops a year.[^4] Two delivery windows instead of three would save about EUR 61,000 a year (26,000 × 20 % × EUR 11.80 = EUR 61,360); that a fifth of the stops falls away is our assumption from the pilot in Halle, and at a tenth the saving is EUR 31,000. The saving pays for the new planning tool within a year even in the weaker case, so we recommend to start in March.
…
[^3]: Tour costs 2026.xlsx, sheet Costs: “Cost per stop | 11.80”
[^4]: Interview with the head of logistics, page 2: “we make some 26,000 stops a year”`;

/** The form of a deliverable (RUN-7). */
export const documentRules = `What the document must be
- Markdown that starts with one level-1 heading, the title. No code fence around the document, no preamble, no closing remark.
- First a summary of 3 to 5 sentences: the answer, its size in figures, the recommendation, its price and its greatest risk. A busy reader reads only this and can decide.
- Then the argument. Each heading of level 2 or 3 states a finding, not a topic; the headings alone tell the story. Tables for comparisons and figures, each with units, and one sentence that says what it shows.
- Reason like an adviser, not like a reporter: what follows from the facts, what speaks against it, what would change the answer. Name the rejected alternative.
- Recommendations say who does what by when, what it costs and brings. What you cannot size, you say so.
- A section on open questions and assumptions: what is not known, why it matters for the decision, who can answer it.
- At the very end the definitions of the footnotes, and no other list of sources.
- About this client only; nothing that would fit any other client. Build on earlier documents and do not repeat them; where you depart from one, say why.
- As long as the question needs and no longer: 800 to 2,500 words for most tasks, never more than 4,000.

How a paragraph reads (an example of form, not of content)
${exampleParagraph}`;

/** The outline of each task kind, with the reader's decision that it serves. */
export const kindOutlines: Record<TaskKind, string> = {
  research:
    'The reader decides what to believe and what to look into next. Question and what was looked at, findings by theme with the strength of their evidence, what contradicts them, what it means for this client.',
  analysis:
    'The reader decides which cause or option matters. Question, data and method with their limits, results in tables with the calculation, what explains them, how sensitive they are, what follows.',
  strategy:
    'The reader chooses a course and what to give up for it. Situation and its crux, at least three options that differ in kind with criteria set before, the choice with reasons and what would reverse it, risks with early signs, first steps, measures of success.',
  plan: 'The reader commits people and money. Goal, phases with milestones and owners, resources and costs, critical path and dependencies, risks with their answers, who decides what and when.',
  creative:
    'The reader picks an idea and briefs its makers. Insight about the audience with its evidence, the idea in one sentence, how it looks and sounds with real examples, where it is used, what it costs to test and what would kill it.',
  financial:
    'The reader approves or refuses money. One table of assumptions with unit, period, source, low and high; the model with tables that tie; base and downside case against doing nothing; break-even; funding and its lowest point; drivers ranked by effect.',
  general: 'The reader decides what to do next. Situation, complication, answer, reasons with evidence, next steps.',
  synthesis:
    'The reader decides on the whole engagement and reads only this. The answer first: the recommendation in two or three sentences with its price and its greatest risk; the decisive figures in one table, each as the ledger of figures has it, with the document that gives it; the conclusion of each document in one or two sentences with a footnote to its file; what the documents disagree on, with both values and which one you go on from; what remains open, with the assumptions and who can answer. It sends the reader to a document for the rest and repeats nothing of it.',
};
