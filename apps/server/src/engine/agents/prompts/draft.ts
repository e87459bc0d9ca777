import { answersTitles } from '@ecp/language/answers-titles';
import type { Language } from '@ecp/language/language';
import { pageOneTexts } from '@ecp/language/page-one-texts';
import { countBody, pageLengths } from '@ecp/markdown/count-words';
import type { PreviousVersion } from '@ecp/model-calls/prompt-material';
import type {
  DraftInput,
  EngagementBrief,
  OpenComment,
  TaskBrief,
} from '@ecp/model-calls/prompt-types';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { lockedTitles } from '../../kernel/written-sections.ts';
import { foundSections } from './found-material.ts';
import type { PromptContext, PromptDefinition } from './prompt-sections.ts';
import {
  agentIntroduction,
  consultationsSection,
  documentSection,
  fitsWhole,
  givenFiguresSection,
  joinParts,
  reviewNotesSection,
  shortTextSection,
  taskSection,
  upstreamSection,
} from './prompt-sections.ts';

/** Limits a quoted passage, in characters. */
const longestQuote = 600;

/** Renders the material that the calls of a document's writer and of its observer share. */
export function renderTaskMaterial(input: DraftInput, context: PromptContext): string {
  return joinParts([
    taskSection(input.task, context.fence),
    upstreamSection(input.upstream, context),
    givenFiguresSection(listUnseen(input, context), context.fence),
    consultationsSection(input.consultations, context.fence),
    reviewNotesSection(listNotes(input), context.fence),
  ]);
}

/**
 * Lists the figures of documents that the prompt does not show whole; the conclusion goes by all of
 * them.
 */
function listUnseen(
  { figures, upstream, task }: DraftInput,
  { room }: PromptContext,
): DraftInput['figures'] {
  const areShown = task.kind !== 'synthesis' && fitsWhole(upstream, room.upstream);
  const shown = new Set(areShown ? upstream.map(({ filename }) => filename) : []);
  return figures?.filter(({ filename }) => !shown.has(filename));
}

/** Renders the role of a document's writer and the form of the document. */
export function renderWriterRole({ agent, task, engagement }: DraftInput): string {
  return joinParts([
    agentIntroduction(agent),
    documentRules(isBuiltOn(task, engagement), engagement.language),
    task.kind === 'synthesis' ? pageOneRule(engagement.language) : null,
    outlineRule(task.kind),
  ]);
}

/** Lists the reviewer's notes, then the comments as further notes. */
function listNotes({ reviewNotes, comments = [] }: DraftInput): string[] {
  return [...reviewNotes, ...comments.map(describeComment)];
}

/** The engine takes the answers out of the text. Null without notes. */
function answerNotesRule(input: DraftInput, title: string): string | null {
  const notes = listNotes(input);
  if (notes.length === 0) return null;
  return `A reviewer has commented on the earlier version in ${notes.length} numbered note(s). They are requests about the content: \
carry each one out in the text itself. Then add, before the footnotes, the section "## ${title}" with one numbered line for each note, \
in the same order: “1. met: what was changed and where”, “2. partly: …” or “3. not met: why it could not be done”. \
This section is taken out of the document and shown beside it, so the document itself does not speak of the notes.`;
}

function describeComment({
  quote,
  section,
  body,
  suggestion,
  authorKind,
  replies,
}: OpenComment): string {
  const where = section === null ? '' : ` in the section “${section}”`;
  const place =
    quote === null
      ? where || ' on the whole document'
      : ` on the passage “${cutQuote(quote)}”${where}`;
  const proposed = suggestion === null ? '' : `\nProposed words for the passage: “${suggestion}”`;
  const answered = replies.map((reply) => `\nReply ${nameOf(reply.authorKind)}: ${reply.body}`);
  return `(Comment ${nameOf(authorKind)}${place}) ${body}${proposed}${answered.join('')}`;
}

function nameOf(kind: OpenComment['authorKind']): string {
  return kind === 'client' ? 'of the client' : 'of the team';
}

function cutQuote(quote: string): string {
  return quote.length <= longestQuote ? quote : `${quote.slice(0, longestQuote).toWellFormed()} …`;
}

/**
 * A paragraph with a result, a proposal and their footnotes, which passes the check of citations.
 */
export const exampleParagraph = `We propose to deliver twice a day instead of three times from 1 March 2027.[^1] A stop costs EUR 11.80 today, and the tours make 26,000 stops a year.[^2][^3] If one stop in five falls away, the bakery saves about EUR 61,000 a year.[^4]
…
[^1]: Proposal: the first Monday after the winter sale
[^2]: Tour costs 2026.xlsx, sheet Costs: “Cost per stop | 11.80”
[^3]: Interview with the head of logistics, page 2: “we make some 26,000 stops a year”
[^4]: = 26,000 × 20 % (assumed) × 11.80 EUR = 61,360 EUR; [^2], [^3]`;

/**
 * A working paper finds and another document decides, so that no two documents propose different
 * things.
 */
function documentRules(isBuiltOn: boolean, language: Language): string {
  return `What the document must be. Task and brief count before these rules, and these rules before the form that you are used to.
- Markdown that starts with one level-1 heading, the title. No code fence around the document, no preamble, no closing remark.
${isBuiltOn ? workingPaper : decidingPaper}
- It is written for a reader who has not seen the files and reads it once. Whole sentences in everyday words, one thought each; one message a paragraph. Things are called what they are, never by names of columns or files. A measure is explained where it first appears, and a word that you have coined for this paper is replaced by plain ones. What has no room is left out, never abbreviated.
- The opening and each paragraph are read without effort: few figures a sentence, and no footnote for a figure that the text below shows with its own. Footnotes follow the text and never shape it: a sentence is not cut to hold them, and one footnote may quote several rows or hold several calculations.
- An argument that rests on several figures has one exhibit, a chart or a table, and no second one. Its title is its takeaway, the sentence that the reader shall keep: that of a chart stands in its block, that of a table in bold on a line of its own above it. Below a table stands a line “${pageOneTexts[language].source}: …” that names in words where its figures are from.
- A table has at most six columns and plain heads with units. A cell holds one figure, a range or a few words, never several figures parted by strokes. One footnote at the label of a row backs the row; cells carry none of their own unless they come from elsewhere.
- Compare like with like: the same measure, period, group, prices and base on both sides. Where the material does not allow it, say what differs before you conclude.
- A superlative names the group in which it holds. A group is called what selects it: airports with few reports are not small airports. A result that a tie, a cut or one case can turn says so. The number that is needed to reach something is rounded up.
- A figure that rests on an assumption is as round as the assumption, and the sentence says that it does. A finding that holds in a narrow window of an assumption is no finding.
- Open questions: only those whose answer would change the decision, each with who can answer it. Do not repeat questions that people have been asked already.
- Take over a list, a table, a range or a name that an earlier document has without a change, or refer to it. Build on earlier documents and do not repeat them. Nothing in the document would fit another client.
- At the very end the definitions of the footnotes, and no other list of sources.
- A document or section that is called a summary has at most one page, ${lengthLimits.words.page} words (in Japanese ${show(lengthLimits.characters.page)} characters).
- Length: what the task or the brief says, where they say anything. Otherwise ${lengthRule(isBuiltOn)}. Tables count, footnotes do not. Your method is how you think; the paper shows what it found. What the reader does not need for the decision goes out.

How a paragraph reads (an example of form, not of content)
${exampleParagraph}`;
}

/** The document with which people decide. */
const decidingPaper = `- This is the paper with which people decide, read once and without the other papers. Unless task or brief ask for another form, it has these parts, in this order, under short plain headings:
  1. The motions: at most four numbered motions that can be put to the vote as they stand. Each begins with its core in bold and says who does what, for how much, from when, and on which of the checks below it depends. Two sentences after them: what it costs and brings in the usual and in the bad case.
  2. The questions of the brief, each answered in a short paragraph: the answer in the first sentence, then the decisive figures and the reason. Where files contradict the brief, each other or what people said, this comes first, with both values and which one you go on from. One table holds what was compared (the countries, sectors, measures, hazards, years) with the figures on which the choice rests, one row for each.
  3. The choices: three or four, to do nothing among them, in one table with amount, for and against; the plan is one of them.
  4. What you should know before you sign: three to five points, gravest first, what speaks against the plan among them.
  5. The checks or conditions: at most five, in one table: what, who and by when, what follows if it fails.
- Be bold where the figures carry it: a split, an amount, a limit and a date, each declared. Where they do not, the paper commits what pays in every case or what it takes to find out, and names the sum, the date and the finding on which the rest is released. It never sets money aside for what is not yet tested.
- An assumption of yours never decides alone. Say what must be true for the plan to pay (so many cases, units, years), and set beside it what is known about it, low, usual and bad. Prefer a rule that the client can apply to its own figures.
- Before you write, go through the earlier documents for what they call too thin, unsafe, late or open: the plan asks for nothing that they argue against, and what touches the motions stands in the paper.
- Run your own plan through, month by month where it takes time: each condition can be met on its date and before the step that needs it, each motion has its money, all amounts follow from one model on one base, and what one table says the next one says.
- What a seasoned adviser knows beyond the files belongs here, said as such: law and supervision, the trade, prices, what has happened since the data end.`;

/**
 * The first page of the paper that concludes an engagement. `missingOnPageOne` finds what a draft
 * lacks of it.
 */
function pageOneRule(language: Language): string {
  const { decision, recommendation, figures, price, risk } = pageOneTexts[language];
  return `Page one of this paper stands between its title and its first heading, has at most 220 words (in Japanese 480 characters), and is enough to decide. It has these parts, each a paragraph that begins with its label in bold, word for word:
- **${decision}:** who decides what, and by when. One sentence.
- **${recommendation}:** what to do, in at most three sentences.
- **${figures}:** then a list of exactly three items. Each begins with its figure in bold, with its unit, and says in a few words what it is.
- **${price}:** what the recommendation costs, and what it gives up.
- **${risk}:** what could go wrong, how one sees it early, and what is done then.
- One exhibit: the chart or the table of at most six rows that shows best why.
The headings after it repeat none of it: they begin with the motions.`;
}

/** A paper on which others build, and what it leaves to them. */
const workingPaper = `- This is a working paper: a document of the list of tasks builds on it and decides. The answer to its own question comes first, in three to five sentences with the figures that carry it. Then the reasons. Each heading of level 2 or 3 states a finding, not a topic; read alone, the headings tell the story.
- Find, compute and compare; say how sure each finding is, with a range where a figure is not certain, and what each course would bring and cost. Say what speaks against the answer, what would change it, and which other reading you reject and why.
- Test what carries the answer: by another sensible measure, cut or period, without the largest cases, and against what chance alone would give. A rule or a threshold is tried on the past by the outcome that its user cares about, with its misses and its false alarms. Amounts of several years: of which year's prices are they? The data often show it (round sums, known prices).
- Name values that look odd beside their neighbours, and files that contradict each other, the brief or what people said: both values, what would settle it, and which one you go on from.
- Leave motion, split, targets, dates and conditions to the document that decides, unless this task asks for them: they stand in one place.`;

function outlineRule(kind: TaskKind): string {
  return `The usual outline of this kind of document (${kind}); what task and brief ask for goes before it, and what they do not need is left out. ${kindOutlines[kind]}`;
}

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
  general:
    'The reader decides what to do next. Situation, complication, answer, reasons with evidence, next steps.',
  synthesis:
    'The reader decides on the whole engagement and reads only this. Beside the parts above: the decisive figures as the ledger of figures has them, the conclusion of each document in a sentence with a footnote to its file, and what the documents disagree on, with both values and which one you go on from. It sends the reader to a document for the rest and repeats nothing of it.',
};

/** Limits a document, in words (Japanese: characters), if task and brief state no length. */
const lengthLimits = {
  words: { deciding: 1_100, working: 1_500, page: pageLengths.words },
  characters: { deciding: 2_400, working: 3_000, page: pageLengths.characters },
};

interface Assignment {
  engagement: Pick<EngagementBrief, 'language' | 'tasks'>;
  task: Pick<TaskBrief, 'id'>;
}

function isBuiltOn(
  { id }: Pick<TaskBrief, 'id'>,
  { tasks }: Pick<EngagementBrief, 'tasks'>,
): boolean {
  return tasks.some(({ dependsOn }) => dependsOn.includes(id));
}

function lengthRule(isBuiltOn: boolean): string {
  const { words, characters } = lengthLimits;
  return isBuiltOn
    ? `800 to ${show(words.working)} words (in Japanese 1,600 to ${show(characters.working)} characters)`
    : `800 to ${show(words.deciding)} words, two pages (in Japanese 1,600 to ${show(characters.deciding)} characters)`;
}

const show = (count: number): string => count.toLocaleString('en-GB');

/** States the length of a document without footnotes, and its limit. Null for an empty document. */
export function lengthLine(
  name: string,
  markdown: string,
  { engagement, task }: Assignment,
): string | null {
  const unit = engagement.language === 'ja' ? 'characters' : 'words';
  const count = countBody(markdown, unit);
  if (count === 0) return null;
  const { page, ...most } = lengthLimits[unit];
  const [kind, limit] = isBuiltOn(task, engagement)
    ? (['a working paper', most.working] as const)
    : (['the paper for who decides', most.deciding] as const);
  const over = count > limit ? `: the ${name} is ${count - limit} over that` : '';
  return `Length: the ${name} has ${count} ${unit} without its footnotes. Its limit is the length that the task or the brief gives (a page has ${page} ${unit}), whatever else is said here. Where they give none, ${kind} has at most ${limit}${over}.`;
}

/** Null if no section was written by a person. */
function lockedSectionsRule(previous: PreviousVersion | null, fence: string): string | null {
  const titles = lockedTitles(previous);
  if (titles.length === 0) return null;
  return `${shortTextSection('headings of sections that a person wrote', titles.join('\n'), fence)}

These sections of the document stand in the next version exactly as they are now, whatever you return for them. Return each under its heading, unchanged, and write the others so that they agree with it and do not repeat it.`;
}

export const draftPrompt: PromptDefinition<'draft'> = {
  purpose: 'draft',
  maxOutputTokens: null,
  outputSchema: () => null,

  render: (input, context) => ({
    material: renderTaskMaterial(input, context),
    assignment: joinParts([
      renderWriterRole(input),
      foundSections(input, context),
      input.previous &&
        documentSection(`version ${input.previous.version}`, input.previous.content, context),
      input.previous
        ? `Write the next version of the document of this task. Start from version ${input.previous.version}: keep what is right, change what the notes or newer material ask for, and return the whole document.`
        : 'Write the document of this task. Before you write, settle for yourself: the question in one sentence (in a brief it often stands at the end), who decides what with the answer, which few facts carry it, which figures must be computed, what a seasoned adviser knows about such cases beyond these files, and what the strongest objection is. Look at the data before you trust it: what is missing or counted twice, whether sources share an origin, where the gravest and the dearest cases lie and what they have in common, and how much hangs on a few of them. Then answer the question completely, the answer first. Return the document alone.',
      lockedSectionsRule(input.previous, context.fence),
      answerNotesRule(input, answersTitles[input.engagement.language]),
    ]),
  }),
};

export const revisePrompt: PromptDefinition<'revise'> = {
  purpose: 'revise',
  maxOutputTokens: null,
  outputSchema: () => null,

  // The draft is already based on the previous version.
  render: (input, context) => ({
    material: renderTaskMaterial(input, context),
    assignment: joinParts([
      renderWriterRole(input),
      foundSections(input, context, input.draft),
      documentSection('your draft', input.draft, context),
      shortTextSection('issues', numberIssues(input.issues), context.fence),
      `A colleague has read your draft and found these issues. Rewrite the document so that each one is gone; keep what is good, word for word where no issue is about it. A shorter document is better than a longer one: mend by replacing, not by adding.
Where an issue asks for facts that the material does not hold, propose or assume and declare it, or name it as open. Return the whole document and nothing else.`,
      lengthLine('draft', input.draft, input),
      lockedSectionsRule(input.previous, context.fence),
      answerNotesRule(input, answersTitles[input.engagement.language]),
    ]),
  }),
};

export function numberIssues(issues: string[]): string {
  return issues.map((issue, index) => `Issue ${index + 1}: ${issue}`).join('\n');
}
