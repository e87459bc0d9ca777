import { t, translated } from '../../base/language/translate.ts';

const cells = (count: number) => t('{count, plural, one {# answer} other {# answers}}', { count });
const files = (count: number) => t('{count, plural, one {# file} other {# files}}', { count });
const questions = (count: number) =>
  t('{count, plural, one {# question} other {# questions}}', { count });

export const gridTexts = translated({
  title: 'Grids',
  description:
    'A grid asks the same questions of many files. Each answer comes from one file alone, with the words that say it.',
  count: { cells, files, questions },
  list: {
    label: 'Grids',
    create: 'New grid',
    size: (fileCount: number, questionCount: number) =>
      t('{files} × {questions}', { files: files(fileCount), questions: questions(questionCount) }),
    by: (name: string) => t('by {name}', { name }),
  },
  empty: {
    title: 'No grid yet',
    advice:
      'Ask questions such as “What is the notice period?” of all files at once. You get a table of answers, each with its place in the file.',
    noFiles: 'Add files first. A grid asks its questions of each of them.',
    toFiles: 'Go to the files',
    viewer: 'Members of the team can make grids. You can read them here.',
  },
  status: { running: 'Running', completed: 'Complete', failed: 'Failed', stopped: 'Stopped' },
  progress: {
    label: 'Progress of the answers',
    of: (asked: number, total: number) => t('{asked, number} of {total, number}', { asked, total }),
  },
  state: {
    waiting: 'Waiting',
    not_found: 'Not found',
    get edited() {
      return t('Edited', {}, 'cell');
    },
    get failed() {
      return t('No answer', {}, 'cell');
    },
  },
  explained: {
    waiting: 'This question has not been asked of this file yet.',
    verified: 'The file says this in the quoted words.',
    computed: 'The figure follows from figures in the file.',
    unjudged:
      'The file contains the quoted words. Nobody has judged whether they answer the question.',
    altered: 'The file does not contain the quoted words in this form.',
    unsupported: 'The file contains the quoted words, but they say something else.',
    not_found: 'The file does not say it.',
    edited: 'A person wrote this value. It is not checked.',
    failed: 'The question could not be answered from this file.',
  },
  group: {
    label: 'Show answers',
    all: 'All',
    found: 'Verified',
    unjudged: 'Not judged',
    doubted: 'Doubted',
    not_found: 'Not found',
    get edited() {
      return t('Edited', {}, 'cells');
    },
    get failed() {
      return t('No answer', {}, 'cells');
    },
    waiting: 'Waiting',
    counted: (group: string, count: number) => t('{group} {count, number}', { group, count }),
    /** How a screen reader reads the same. */
    read: (group: string, count: number) =>
      t('{group}: {count, plural, one {# answer} other {# answers}}', { group, count }),
  },
  answers: { yes: 'Yes', no: 'No' },
  types: { text: 'Text', number: 'Number', date: 'Date', boolean: 'Yes or no' },
  table: {
    file: 'File',
    /** The name of a cell for a screen reader. */
    cell: (file: string, column: string, value: string, state: string) =>
      value === ''
        ? t('{file}, {column}: {state}', { file, column, state })
        : t('{file}, {column}: {value}, {state}', { file, column, value, state }),
    column: (name: string, question: string) => t('{name}: {question}', { name, question }),
    shown: (shown: number, all: number) =>
      t('{shown, number} of {all, plural, one {# file} other {# files}}', { shown, all }),
    none: 'No file matches.',
    showAll: 'Show all',
    keys: 'Arrow keys move, Enter opens an answer, F2 or typing edits it, Escape closes.',
    search: 'Find files or answers',
    edit: (column: string, file: string) => t('{column} of {file}', { column, file }),
  },
  column: {
    ascending: 'Sort ascending',
    descending: 'Sort descending',
    unsorted: 'Remove the sorting',
    filter: (group: string) => t('Show only: {group}', { group }),
    wider: 'Wider',
    narrower: 'Narrower',
    filtered: (column: string, group: string) => t('{column}: {group}', { column, group }),
    clear: (column: string, group: string) =>
      t('Remove the filter {column}: {group}', { column, group }),
  },
  actions: {
    stop: 'Stop',
    goOn: 'Go on',
    askFailed: 'Ask these anew',
    addColumn: 'Add questions',
    addFiles: 'Add files',
    download: 'Download',
    csv: 'CSV file',
    xlsx: 'Excel workbook',
    tsv: 'Copy the table',
    copied: 'Copied',
    copiedTable: (rows: number, columns: number) =>
      t(
        '{rows, plural, one {# row} other {# rows}} × {columns, plural, one {# column} other {# columns}}',
        {
          rows,
          columns,
        },
      ),
    all: 'Actions',
    more: 'More actions',
    rename: 'Rename',
    delete: 'Delete the grid',
    stopped: 'The grid is stopped. What is not answered yet waits.',
  },
  use: {
    button: 'Use in a document',
    insert: 'Insert into a document…',
    hint: 'It goes to the end of your draft, each row with its source. You can move it there before you save a version.',
    rows: (shown: number) =>
      t(
        'The table has the {shown, plural, one {# row} other {# rows}} that you see, in their order.',
        { shown },
      ),
    cut: (shown: number, all: number) =>
      t(
        'The table has the first {shown, number} of {all, number} rows that you see, in their order.',
        { shown, all },
      ),
    citation: 'Copy the citation',
    footnote: 'Copy as a footnote',
  },
  waiting: (waiting: number) =>
    t('{waiting, plural, one {# answer waits} other {# answers wait}}.', { waiting }),
  stoppedFor: {
    budget_exceeded: {
      title: 'The budget of the engagement is spent.',
      advice: 'Raise the budget, then go on.',
      raise: 'Raise the budget',
    },
    tenant_spend_limit: {
      title: 'The workspace has spent what a day allows.',
      advice: 'Go on tomorrow; a new day begins at midnight UTC.',
    },
    engine_refused: {
      title: 'The engine did not accept this grid.',
      advice: 'Try again in a moment.',
    },
    internal_error: { title: 'An error ended this grid.', advice: 'What is answered is kept.' },
    person: { title: 'Somebody stopped this grid.' },
  },
  panel: {
    label: 'Answer',
    rowLabel: 'Answers of the file',
    previous: 'Previous file',
    next: 'Next file',
    close: 'Close',
    question: 'Question',
    quote: 'The file says',
    answer: 'As it was answered',
    open: 'Open in the source',
    openFile: 'Open the file',
    edit: 'Edit',
    ask: 'Ask anew',
    cite: 'Copy the citation',
    editedBy: (name: string) => t('Edited by {name}', { name }),
    back: 'Back to the answer',
  },
  edit: {
    label: 'Value',
    empty: 'Leave it empty where the file does not say it.',
    number: 'This is not a number.',
    date: 'This is not a date. Write it as 2026-11-30 or Nov 30, 2026.',
    boolean: 'Write yes or no.',
    save: 'Save',
    cancel: 'Cancel',
  },
  form: {
    new: 'New grid',
    title: 'Title',
    titlePlaceholder: 'Supply contracts: terms and liability',
    questions: 'Questions',
    questionsHint:
      'Paste several lines to make several questions. Each line is a question, or a name and a question with a colon or tab between.',
    name: 'Name',
    namePlaceholder: 'Notice period',
    question: 'Question',
    questionPlaceholder: 'How long is the notice period?',
    type: 'Type of answer',
    add: 'Add a question',
    remove: (name: string) => t('Remove the question {name}', { name }),
    number: (at: number) => t('Question {at}', { at }),
    full: (limit: number) => t('A grid has at most {limit, number} questions.', { limit }),
    startFrom: 'Start from',
    files: 'Files',
    chosen: (count: number, all: number) =>
      t('{count, number} of {all, plural, one {# file} other {# files}}', { count, all }),
    search: 'Find a file',
    chooseAll: 'Choose all',
    chooseNone: 'Choose none',
    noText: 'No text was read from it',
    reading: 'Its text is still being read',
    tooMany: (limit: number) => t('A grid has at most {limit, number} files.', { limit }),
    noMatch: 'No file has this name.',
    total: (fileCount: number, questionCount: number, count: number) =>
      t('{files} × {questions} = {answers}', {
        files: files(fileCount),
        questions: questions(questionCount),
        answers: cells(count),
      }),
    paid: (left: string) =>
      t('Paid from the budget of the engagement, of which {left} is left.', { left }),
    noModel:
      'No model is connected. Answers are found by a search and quoted word for word, at no cost.',
    connect: 'Connect a model',
    submit: 'Ask',
    missingTitle: 'Give the grid a title.',
    missingName: 'Give the question a name.',
    missingQuestion: 'Write the question.',
    missingFiles: 'Choose at least one file.',
    sameName: 'Another question has this name.',
    nothingLeft: 'All files of the engagement are in this grid.',
  },
  /** Each column has the type of its answers, and a line with its name and its question. */
  starts: {
    contracts: {
      label: 'Contracts',
      columns: [
        { value: 'text', line: 'Party: Who is the other party of the contract?' },
        { value: 'date', line: 'Effective date: On which day does the contract take effect?' },
        { value: 'text', line: 'Term: How long does the contract run?' },
        { value: 'text', line: 'Notice period: How long is the notice period for termination?' },
        { value: 'text', line: 'Liability cap: To what amount is liability limited?' },
        { value: 'text', line: 'Governing law: Which law governs the contract?' },
      ],
    },
    reports: {
      label: 'Annual reports',
      columns: [
        { value: 'text', line: 'Revenue: What was the revenue of the year?' },
        { value: 'text', line: 'Operating profit: What was the operating profit of the year?' },
        {
          value: 'number',
          line: 'Employees: How many people were employed at the end of the year?',
        },
        { value: 'text', line: 'Main risk: Which risk is described as the greatest?' },
        { value: 'text', line: 'Outlook: What is expected of the next year?' },
      ],
    },
    interviews: {
      label: 'Interviews',
      columns: [
        { value: 'text', line: 'Role: Which role does the interviewed person have?' },
        { value: 'text', line: 'Main problem: Which problem does the person name first?' },
        { value: 'text', line: 'Wish: What does the person ask for?' },
        { value: 'text', line: 'Quote: Which sentence says best what the person thinks?' },
      ],
    },
    offers: {
      label: 'Offers',
      columns: [
        { value: 'text', line: 'Supplier: Who makes the offer?' },
        { value: 'text', line: 'Price: What is the total price?' },
        { value: 'text', line: 'Delivery: When is it delivered?' },
        { value: 'text', line: 'Payment: What are the terms of payment?' },
        { value: 'text', line: 'Exclusions: What is excluded from the offer?' },
      ],
    },
  },
  rename: { title: 'Rename the grid', label: 'Title', submit: 'Rename' },
  remove: {
    title: (title: string) => t('Delete “{title}”?', { title }),
    advice:
      'All its answers are deleted, also those that people wrote. Documents that cite it lose their source.',
    done: 'The grid is deleted',
  },
  added: {
    columns: (count: number) =>
      t('{count, plural, one {# question is} other {# questions are}} being asked', { count }),
    files: (count: number) =>
      t('{count, plural, one {# file is} other {# files are}} being asked', { count }),
  },
});
