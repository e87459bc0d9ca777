const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

interface Counts {
  words: number;
  references: number;
  documents: number;
}

/** A change of a figure between two periods, in words and numbers that are ready for a sentence. */
interface ToldChange {
  name: string;
  from: string;
  to: string;
  start: string;
  end: string;
  change: string;
}

/**
 * Every word that the offline model writes itself. Arguments must be escaped and numbers formatted
 * before.
 */
export const english = {
  evidenceFor: (task: string) => `Evidence for: ${task}`,
  notice: (material: string) =>
    `**Evidence pack**, a demonstration: extracted without a language model from ${material}. It quotes what stands there word for word, computes over tables by queries, and says what is not in the material. It holds no judgment and no advice.`,
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
    answers: 'Answers',
    assumptions: 'Assumptions',
    facts: 'Facts',
    tables: 'Tables',
    gaps: 'Gaps',
    upstream: 'Earlier documents',
    answer: 'The answer',
    figures: 'The figures that decide',
    differences: 'Where the documents disagree',
    open: 'What remains open',
    findings: 'What the documents say',
  },
  nothing: {
    facts: 'No statement of the brief or the sources shares words with this task.',
    tables: 'Either no table of the sources concerns this task, or earlier documents show it.',
    gaps: 'Every question of the task shares words with the material. Whether that answers it was not judged.',
  },
  notAnswered:
    '**Not in the material.** No statement, table or earlier document has half of the words of this question.',
  notInMaterial: (asked: string) => `*${asked}*: not in the material.`,
  steered: (names: string) =>
    `Can ${names} be trusted? Text that looks like instructions was ignored there: words that try to direct the writer; they were not followed.`,
  shownRows: 'Only the first rows and columns are shown.',
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
    changesOf: (table: string, from: string, to: string) =>
      `${table}: changes from ${from} to ${to}`,
    range: (highest: string, lowest: string) => `highest ${highest}, lowest ${lowest}`,
    shareOf: (part: string, whole: string) => `${part} as a share of ${whole}`,
    per: (money: string, unit: string) => `${money} per ${unit}`,
    sumIs: (column: string, sum: string) => `${column}: ${sum} over all rows.`,
    meanIs: (column: string, mean: string, lowest: string, highest: string) =>
      `The mean of ${column}, each row counted once, is ${mean}; the lowest is ${lowest}, the highest ${highest}.`,
    weightedIs: (
      column: string,
      weight: string,
      weighted: string,
      mean: string,
      lowest: string,
      highest: string,
    ) =>
      `The mean of ${column}, weighted by ${weight}, is ${weighted}; each row counted once, it is ${mean}; the lowest is ${lowest}, the highest ${highest}.`,
    shareIs: (name: string, share: string, divided: string, range: string) =>
      `${name}: ${share} (${divided})${range && `; ${range}`}.`,
    perIs: (name: string, divided: string, list: string, all: string) =>
      `${name} (${divided}): ${list}; over all rows ${all}.`,
    group: (name: string, value: string, share: string) => `${name} ${value} (share ${share})`,
    each: (value: string, column: string, list: string) => `${value} by ${column}: ${list}.`,
    largest: (value: string, column: string, list: string) =>
      `${value} by ${column}, the largest: ${list}.`,
    changeIs: ({ name, from, to, start, end, change }: ToldChange) =>
      `${name}: from ${start} in ${from} to ${end} in ${to}, a change of ${change}.`,
  },
  budget: {
    word: /\bbudget\b/i,
    question: (sentence: string) => `What is the budget? The brief says: ${sentence}`,
    assumption: 'We go on without a limit: options are compared by price, and none is ruled out.',
    impact: 'With the amount we can say which options it covers.',
  },
  consult: {
    found: 'Statements in the material on this question, word for word:',
    nothing: 'Not in the material: no statement of the brief or the sources is on this question.',
  },
  plan: {
    evidence: 'What is known',
    evidenceTask:
      'Collect what the brief and the sources state, with their sources, and say what they do not cover.',
    asks: (quote: string) => `The brief asks: “${quote}”`,
    requestTask: 'Collect the evidence on it, and name what is not in the material.',
    synthesis: 'Overview',
    synthesisTask:
      'Bring the other documents together: what they answer, where they differ, and what stays open.',
  },
  synthesis: {
    notice: (material: string) =>
      `**Evidence pack**, a demonstration of a board paper: put together without a language model from ${material}. It lists what the documents say, with their sources, and concludes nothing.`,
    asks: (quote: string) => `The brief asks: ${quote}`,
    noAnswer:
      'The documents are listed below and not weighed: this is a demonstration, and an answer needs a language model or a person.',
    figure: 'Figure',
    value: 'Value',
    period: 'Period',
    document: 'Document',
    unverified: (value: string) => `${value} (not verified)`,
    noFigures: 'The documents give no figures.',
    noDifferences: 'No figure was found for which two documents give different values.',
    noOpen: 'No question is without an answer.',
    noFindings: 'It cites no source.',
  },
  counted: ({ words, references, documents }: Counts) =>
    `${count(words, 'word')}, ${count(references, 'reference')} to ${count(documents, 'document')}.`,
  observe: {
    addEvidence: 'Add evidence: quote the statements that bear on the task, each with its source.',
  },
  evaluate: {
    noJudgement: 'Judgment was not measured, because counts cannot tell it.',
    feedback: (task: string) =>
      `The score of “${task}” counts words and references. It says nothing about the quality of thought. A person must judge what the evidence means.`,
  },
  amend: {
    /** Words of a note that asks to add something, which extraction can do. */
    asksToAdd:
      /\b(?:add|include|mention|cover|expand|elaborate|missing|lacks?|more (?:on|about|detail))\b/i,
    added: (section: string, number: number) =>
      `The section “${section}” now holds ${count(number, 'statement')} on it.`,
    nothingOn: (topic: string) =>
      `Neither the brief nor the sources say anything on ${topic}. Attach a source on it and run the task again.`,
    needsWriter:
      'This asks for judgment or wording, which extraction cannot supply; it needs a writer.',
    sourceGone: (day: string | null) =>
      day === null
        ? ' (The source no longer exists.)'
        : ` (The source no longer exists; it was read on ${day}.)`,
    sourceSilent: ' (The source no longer says this.)',
    quotesNew: (number: number) =>
      `${count(number, 'statement now quotes', 'statements now quote')} the new words of the source.`,
    remarked: (number: number) =>
      `A remark on the source now follows ${count(number, 'statement')}.`,
    noNewWords: 'What the source says now was not quoted: there is no copy to cite.',
    wordsReplaced: 'The proposed words now stand in the place of the passage.',
    noStatement: (number: number) =>
      `For ${count(number, 'change')}, no statement with these words and footnotes was found, so nothing was changed.`,
  },
};

export type Frame = typeof english;

export type SectionName = keyof Frame['headings'];
