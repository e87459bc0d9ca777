const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** The subject of a question: its name in the words of the brief, and the noun in it. */
export interface AskedName {
  name: string;
  noun: string;
}

/** Puts verb and article before a name: "is the budget for the programme". */
const withVerb = ({ name, noun }: AskedName) => `${/[^su]s$/i.test(noun) ? 'are' : 'is'} the ${name}`;

const ask = (word: string) => (asked: AskedName, sentence: string) =>
  `${word} ${withVerb(asked)}? The brief says: ${sentence}.`;

/** A change of a figure from one period to another, in words and numbers that are ready for a sentence. */
export interface ToldChange {
  name: string;
  from: string;
  to: string;
  start: string;
  end: string;
  change: string;
}

/**
 * Every word that the offline model writes itself, in English; the other languages have the same. Arguments are shown
 * as they are: words of the material must be escaped before, and numbers come in the form of the language.
 */
export const english = {
  /** The heading of a pack for a task whose own name promises a recommendation. */
  evidenceFor: (task: string) => `Evidence for: ${task}`,
  notice: (material: string) =>
    `**Evidence pack**, extracted without a language model from ${material}. It states what stands there and what is missing, and holds no judgement and no advice. Quotes are word for word; computed figures say how they were computed.`,
  brief: 'the brief',
  briefHeading: 'Brief',
  sources: (number: number) => count(number, 'attached source'),
  earlierDocuments: (number: number) => count(number, 'earlier document'),
  pages: (number: number) => count(number, 'web page'),
  answers: (number: number) => count(number, 'answer', 'answers'),
  askedOf: (question: string) => `Nobody has answered the question: ${question}`,
  generated: (material: string) => `by extraction from ${material}`,
  untitled: 'Untitled',
  headings: {
    question: 'The question',
    facts: 'Facts',
    tables: 'Tables',
    conflicts: 'Conflicts between sources',
    gaps: 'Gaps',
    questions: 'Open questions for the client',
    upstream: 'Earlier documents',
    answers: 'Answers',
    assumptions: 'Assumptions',
    answer: 'The answer',
    figures: 'The figures that decide',
    differences: 'Where the documents disagree',
    open: 'What remains open',
    conclusions: 'Conclusions of the documents',
  },
  nothing: {
    facts: 'No statement of the brief or the sources shares words with this task.',
    tables: 'No table of the sources concerns this task.',
    conflicts: 'No two places were found that give different figures for the same thing.',
    gaps: 'Everything that the task names is mentioned in the brief or the sources. Whether it suffices was not judged.',
    questions: 'None follow from a comparison of the task with the material.',
  },
  table: {
    figure: 'Computed figure',
    value: 'Value',
    total: 'Total',
    computed: 'Computed over all rows, without rows of totals:',
    shownRows: 'Only the first rows are shown.',
    hiddenColumns: (number: number) => `${count(number, 'further column')} in the source.`,
    elsewhere: (tables: string) => `Shown and computed in earlier documents: ${tables}.`,
    partial: 'Nothing was computed, because not all rows or columns of this table were readable.',
    unclear: (columns: string) =>
      `Not computed: ${columns}. The numbers can be read in two ways, or have several units.`,
    sum: (column: string) => `${column}: sum`,
    mean: (column: string) => `${column}: mean`,
    weightedMean: (column: string, weight: string) => `${column}: mean weighted by ${weight}`,
    ends: (column: string) => `${column}: highest and lowest`,
    highest: 'highest',
    lowest: 'lowest',
    range: (highest: string, lowest: string) => `highest ${highest}, lowest ${lowest}`,
    shares: (column: string) => `${column}: shares`,
    change: (row: string, from: string, to: string) => `${row}: change from ${from} to ${to}`,
    by: (column: string, category: string) => `${column} by ${category}`,
    shareOf: (part: string, whole: string) => `${part} as a share of ${whole}`,
    per: (money: string, unit: string) => `${money} per ${unit}`,
  },
  query: {
    source: (file: string) => `Computed by queries over all rows of ${file}.`,
    rows: 'row count',
    mean: (column: string) => `${column} (mean)`,
    weighted: (column: string, weight: string) => `${column} (mean weighted by ${weight})`,
    allRows: 'All rows',
    period: 'period',
    lowest: (column: string) => `${column} (lowest)`,
    highest: (column: string) => `${column} (highest)`,
    share: 'share in %',
    groups: 'number of groups',
    change: 'change since the start',
    changePercent: 'change in %',
    totalsOf: (table: string) => `Totals of ${table}`,
    by: (value: string, column: string) => `${value} by ${column}`,
    changesOf: (table: string, from: string, to: string) => `${table}: changes from ${from} to ${to}`,
    sumIs: (column: string, sum: string) => `${column}: ${sum} over all rows.`,
    meanIs: (column: string, mean: string, lowest: string, highest: string) =>
      `The mean of ${column}, each row counted once, is ${mean}; the lowest is ${lowest}, the highest ${highest}.`,
    weightedIs: (column: string, weight: string, weighted: string, mean: string, lowest: string, highest: string) =>
      `The mean of ${column}, weighted by ${weight}, is ${weighted}; each row counted once, it is ${mean}; the lowest is ${lowest}, the highest ${highest}.`,
    shareIs: (name: string, share: string, divided: string, range: string) =>
      `${name}: ${share} (${divided})${range && `; ${range}`}.`,
    perIs: (name: string, divided: string, list: string, all: string) =>
      `${name} (${divided}): ${list}; over all rows ${all}.`,
    group: (name: string, value: string, share: string) => `${name} ${value} (share ${share})`,
    each: (value: string, column: string, list: string) => `${value} by ${column}: ${list}.`,
    largest: (value: string, column: string, list: string) => `${value} by ${column}, the largest: ${list}.`,
    changeIs: ({ name, from, to, start, end, change }: ToldChange) =>
      `${name}: from ${start} in ${from} to ${end} in ${to}, a change of ${change}.`,
  },
  conflicts: {
    intro: 'These figures differ, or do not measure the same. Which one holds was not judged.',
    or: (one: string, other: string) => `${one} or ${other}`,
    sumOfRows: 'the sum of the rows',
    wrongTotal: (table: string, column: string, sum: string, given: string) =>
      `**${table}, ${column}**: the rows add up to ${sum}, the table gives ${given} as its total`,
  },
  gaps: {
    silent: (asked: string) => `*${asked}*: the task asks for it; no statement or table was found.`,
    words: (words: string) => `Named in the task and nowhere in the material: ${words}.`,
    stated: 'What the material itself calls unknown:',
  },
  asking: {
    question: { amount: ask('What'), target: ask('What'), date: ask('When'), choice: ask('Which') },
    assumption: {
      amount: 'We go on without a limit: options are compared by price, and none is ruled out.',
      target: 'We go on without this figure: options are compared with each other, and none is measured by it.',
      date: 'We go on without a date: steps are put in order, and none is called late.',
      choice: 'We go on without this choice: everything that the sources name is treated alike.',
    },
    impact: {
      amount: 'With the amount we can say which options it covers.',
      target: 'With the figure we can say which options meet it.',
      date: 'With the date we can say what is ready in time.',
      choice: 'With the choice we look at it closely, and at the others for comparison only.',
    },
  },
  questions: {
    // It has no colon, because the ledger would read the first figure as the value of a label.
    conflict: (figures: string) => `Which figure holds, ${figures}?`,
    total: (table: string, column: string, sum: string, given: string) =>
      `Which total of ${column} in ${table} holds: ${sum} or ${given}?`,
    gap: (asked: string) => `What can you tell us or send us on *${asked}*?`,
    unclear: (table: string, columns: string) => `How are the numbers of ${columns} in ${table} to be read?`,
    partial: (table: string) => `Can you send ${table} as a complete table, with one head and all rows?`,
    steered: (names: string) =>
      `Can ${names} be trusted? Text that looks like instructions was ignored there: words that try to direct the writer; they were not followed.`,
  },
  holds: (headings: string) => `holds ${headings}.`,
  consult: {
    found: 'Statements in the material on this question, word for word:',
    nothing: 'The brief and the sources hold no statement on this question.',
  },
  plan: {
    evidence: 'What is known',
    evidenceTask: 'Collect what the brief and the sources state, with their sources, and say what they do not cover.',
    asks: (quote: string) => `The brief asks: “${quote}”`,
    requestTask: 'Collect the evidence on it, compare the figures of the sources, and name what is missing.',
    synthesis: 'Overview',
    synthesisTask: 'Bring the other documents together: what they answer, where they differ, and what stays open.',
  },
  synthesis: {
    notice: (material: string) =>
      `**Board paper**, put together without a language model from ${material}. It says in the documents' own words what they conclude, and adds no judgement.`,
    asks: (quote: string) => `The brief asks: ${quote}`,
    inFigures: 'In figures, the documents say:',
    silentOn: (points: string) => `They hold no statement on: ${points}.`,
    noAnswer:
      'No document draws a conclusion or gives a recommendation: they hold the evidence, and choosing needs a judgement that extraction does not make.',
    further: 'Further statements',
    evidenceOnly: (documents: string) => `Evidence without a conclusion: ${documents}.`,
    above: 'Its conclusion is the answer above.',
    figure: 'Figure',
    value: 'Value',
    period: 'Period',
    document: 'Document',
    unverified: (value: string) => `${value} (not verified)`,
    noFigures: 'The documents give no figures.',
    noDifferences: 'No figure was found for which two documents give different values.',
    noOpen: 'The documents name nothing that is open.',
  },
  measured: (references: number, documents: number, rows: number, open: number) =>
    `${count(references, 'reference')} to ${count(documents, 'document')}, ${count(rows, 'row')} of tables, ${count(open, 'entry', 'entries')} on gaps and open questions`,
  observe: {
    removeFigure: (figure: string) => `Remove the figure “${figure}”: it stands neither in the brief nor in a source.`,
    addEvidence: 'Add evidence: quote the statements that bear on the task, each with its source.',
    listQuestions: 'Add a section on the open questions: what the material leaves unknown for this task.',
  },
  evaluate: {
    noJudgement: 'Judgement was not measured, because counts cannot tell it',
    feedback: (task: string, words: number, references: number) =>
      `“${task}” has ${count(words, 'word')} and ${count(references, 'reference')}. These scores are counts and say nothing about the quality of thought. A person must judge what the evidence means.`,
  },
  amend: {
    added: (section: string, number: number) =>
      `The section “${section}” now holds ${count(number, 'statement')} on it.`,
    nothingOn: (topic: string) =>
      `Neither the brief nor the sources say anything on ${topic}. Attach a source on it and run the task again.`,
    needsWriter: 'This asks for judgement or wording, which extraction cannot supply; it needs a writer.',
    sectionRemoved: (sections: string) => `Section ${sections} taken out.`,
    entriesRemoved: (number: number) => `${count(number, 'entry', 'entries')} taken out.`,
    nothingToRemove: (topic: string) => `Nothing on ${topic} was found that could be taken out.`,
    cannotShorten: 'The lists are already as short as they can be without losing a finding.',
    sourceGone: (day: string | null) =>
      day === null ? ' (The source no longer exists.)' : ` (The source no longer exists; it was read on ${day}.)`,
    sourceSilent: ' (The source no longer says this.)',
    quotesNew: (number: number) =>
      `${count(number, 'statement now quotes', 'statements now quote')} the new words of the source.`,
    remarked: (number: number) => `A remark on the source now follows ${count(number, 'statement')}.`,
    noNewWords: 'What the source says now was not quoted: there is no copy to cite.',
    wordsReplaced: 'The proposed words now stand in the place of the passage.',
    noStatement: (number: number) =>
      `For ${count(number, 'change')}, no statement with these words and footnotes was found, so nothing was changed.`,
  },
};

/** The words of one language. */
export type Frame = typeof english;

export type SectionName = keyof Frame['headings'];
