import type { TaskKind } from '@ecp/model-calls/task-kinds';

/** A paragraph with a result, a proposal and their footnotes. The check of citations must pass it. */
export const exampleParagraph = `We propose to deliver twice a day instead of three times from 1 March 2027.[^1] A stop costs EUR 11.80 today, and the tours make 26,000 stops a year.[^2][^3] If one stop in five falls away, the bakery saves about EUR 61,000 a year.[^4]
…
[^1]: Proposal: the first Monday after the winter sale
[^2]: Tour costs 2026.xlsx, sheet Costs: “Cost per stop | 11.80”
[^3]: Interview with the head of logistics, page 2: “we make some 26,000 stops a year”
[^4]: = 26,000 × 20 % (assumed) × 11.80 EUR = 61,360 EUR; [^2], [^3]`;

/**
 * Returns the form of a deliverable (RUN-7). A paper on which another builds finds, and what is decided stands in one
 * document only, so that two of them never propose different things.
 */
export function documentRules(isBuiltOn: boolean): string {
  const [opening, boldness] = isBuiltOn ? workingPaper : decidingPaper;
  return `What the document must be
- Markdown that starts with one level-1 heading, the title. No code fence around the document, no preamble, no closing remark.
- ${opening}
- The opening is read without effort: one thought a sentence, few figures, and no footnote for a figure that the text below shows with its own. Footnotes follow the text and never shape it: a sentence is not cut to hold them, and one footnote may quote several rows or hold several calculations.
- Then the reasons. Each heading of level 2 or 3 states a finding, not a topic; read alone, the headings tell the story. Say what speaks against the answer, what would change it, and which alternative you reject and why.
- ${boldness}
- Compare like with like: the same measure, period, group and base on both sides. Where the material does not allow it, say what differs before you conclude.
- Write for a reader who decides and has not seen the files. Call things by what they are, never by the names of columns or files; explain a measure where it first appears. One thought a sentence, one message a paragraph.
- A table has at most six columns, with units in the head, and one sentence before it says what it shows. One footnote at the label of a row backs the row; cells carry none of their own unless they come from elsewhere.
- A superlative names the group in which it holds. A group is called what selects it: airports with few reports are not small airports. A result that a tie, a cut or one case can turn says so. The number that is needed to reach something is rounded up.
- A figure that rests on an assumption is as round as the assumption. Several assumptions stand in one table with low, middle and high, and results say from which of them they follow.
- Each question of the brief has its answer, in its words, where its reader looks for it.
- Open questions: only those whose answer would change the decision, each with who can answer it. Do not repeat questions that people have been asked already.
- Take over a list, a table, a range or a name that an earlier document has without a change, or refer to it. Build on earlier documents and do not repeat them. Nothing in the document would fit another client.
- At the very end the definitions of the footnotes, and no other list of sources.
- Length: what the task or the brief says; a page has 450 words, or 800 characters in Japanese. Where they say nothing, 800 to 1,500 words (in Japanese 1,600 to 3,000 characters), and for the paper for who decides at most two pages. Footnotes do not count. Your method is how you think; the paper shows what it found. What the reader does not need for the decision goes out.

How a paragraph reads (an example of form, not of content)
${exampleParagraph}`;
}

/** The opening of the document with which people decide, and what it proposes. */
const decidingPaper = [
  'The decision comes first: at most four numbered motions that can be put to the vote, each one short sentence that a chair can read aloud: who does what, for how much, by when. Two or three sentences below say what it brings, what it costs and what can go wrong. Then each question of the brief has its answer in one or two sentences with the decisive figures, and one table shows what is compared (the countries, sectors, measures, hazards, years) with the figures that the choice rests on. After it, each in a short part: the options; the conditions; by which signs one goes on or stops; what speaks against it; what one should know before one signs, gravest first.',
  'Be bold and simple: propose a split, an amount, a limit and a date, and declare each. Say what each measure consists of and what it must bring to pay. The options are three or four, one of them the plan itself with its own figures, one of them to do nothing. Prefer a rule that the client can apply to its own figures to a gate that hangs on your guess: an assumption of yours never decides by itself whether a condition holds. Conditions are few, at most five, in one table: what, who, by when, what follows if it fails; what can be checked before the vote is checked before it. Run your own plan through: each condition can be met on its date, all amounts follow from one model on one base, what happens over months is computed month by month, and the plan asks for nothing that its own bad case or another document argues against. A usual and a bad case stand beside each other. What a seasoned adviser knows beyond the files belongs here, said as such: law and supervision, the trade, what has happened since the data end.',
] as const;

/** The opening of a paper on which others build, and what it leaves to them. */
const workingPaper = [
  'This is a working paper: a document of the list of tasks builds on it and decides. The answer to its own question comes first, in three to five sentences with the figures that carry it.',
  'Find, compute and compare; say how sure each finding is, with a range where a figure is not certain, and what each course would bring and cost. A rule or a threshold is tried on the past by the outcome that its user cares about, with its misses and its false alarms. Leave motion, split, targets, dates and conditions to the document that decides, unless this task asks for them: they stand in one place.',
] as const;

/** Returns the outline that is usual for a kind of document. The task and the brief go before it. */
export function outlineRule(kind: TaskKind): string {
  return `The usual outline of this kind of document (${kind}); what task and brief ask for goes before it, and what they do not need is left out. ${kindOutlines[kind]}`;
}

/** The outline of each task kind, with the reader's decision that it serves. */
const kindOutlines: Record<TaskKind, string> = {
  research:
    'The reader decides what to believe and what to look into next. Question and what was looked at, findings by theme with the strength of their evidence, what contradicts them, what it means for this client.',
  analysis:
    'The reader decides which cause or option matters. The answer, the data with their limits, results in one or two tables, what explains them, how sensitive they are, what follows.',
  strategy:
    'The reader chooses a course and what to give up for it. The choice, the options that differ in kind with criteria set before, the reasons and what would reverse it, risks with early signs, first steps, measures of success.',
  plan: 'The reader commits people and money. Goal, phases with dates and owners, what depends on what, resources and costs, the few risks that could sink it with their answers, who decides what and when.',
  creative:
    'The reader picks an idea and briefs its makers. Insight about the audience with its evidence, the idea in one sentence, how it looks and sounds with real examples, where it is used, what it costs to test and what would kill it.',
  financial:
    'The reader approves or refuses money. One table of assumptions with unit, period, source, low and high; the model with tables that tie; base and downside case against doing nothing; break-even; funding and its lowest point; drivers ranked by effect.',
  general: 'The reader decides what to do next. Situation, complication, answer, reasons with evidence, next steps.',
  synthesis:
    'The reader decides on the whole engagement and reads only this. The motion with its price and its greatest risk; the decisive figures in one table, each as the ledger of figures has it, with the document that gives it; the conclusion of each document in one or two sentences with a footnote to its file; what the documents disagree on, with both values and which one you go on from; what remains open, and who can answer it. Lists and conditions stand here as the documents have them. It sends the reader to a document for the rest and repeats nothing of it.',
};
