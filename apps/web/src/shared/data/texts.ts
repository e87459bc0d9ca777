import { formatCount } from '../../base/format/format.ts';
import { listed } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';

export const dataTexts = translated({
  parts: {
    label: 'Parts of the data',
    query: 'Query',
    table: 'Sheets',
    history: 'Recorded queries',
  },
  empty: {
    title: 'No tables yet',
    advice:
      'Attach a workbook (.xlsx, .xls, .ods) or a delimited file (.csv, .txt). Its sheets appear here as tables.',
    action: 'Go to the files',
  },
  tables: {
    rows: (count: number) => t('{count, plural, one {# row} other {# rows}}', { count }),
    columns: (count: number) => t('{count, plural, one {# column} other {# columns}}', { count }),
    hidden: 'Hidden sheet',
    hiddenHint: 'The sheet is hidden in the workbook. Its rows are included anyway.',
    query: 'Query this sheet',
    queryLabel: (name: string) => t('Query this sheet: {name}', { name }),
    types: { text: 'text', number: 'number', date: 'date', boolean: 'true or false' },
  },
  sheet: {
    choose: 'Sheet',
    name: 'In queries:',
    sum: 'Sum',
    mean: 'Mean',
    range: (first: string, last: string) => t('{first} to {last}', { first, last }),
    filled: (count: number) => t('{count, number} filled', { count }),
    noChart: 'No chart fits this sheet: it has no numbers beside a few names or dates.',
    noSummary: 'The totals of this sheet cannot be computed now.',
  },
  withoutTable: {
    title: 'Not in a table',
    reasons: {
      empty: 'it is empty',
      no_table: 'nothing in it is a table',
      too_large: 'it, or a part of it, is too large for a table',
      encrypted: 'it is protected by a password',
      damaged: 'it is damaged',
      timeout: 'reading it took too long',
      memory: 'reading it took too much memory',
      unsupported: 'it is neither a workbook nor a delimited file',
      unknown_encoding: 'its character encoding is unknown',
    },
  },
  leftOut: {
    title: (count: number) =>
      t(
        '{count, plural, one {# row} other {# rows}} of the file {count, plural, one {is} other {are}} not in this table',
        { count },
      ),
    reasons: {
      total: 'Totals, so that sums do not count twice',
      head: 'Repeated header rows',
      note: 'Titles and notes',
      comment: 'Comments',
    },
    rows: (rows: readonly number[]) =>
      t('{count, plural, one {row {rows}} other {rows {rows}}}', {
        count: rows.length,
        rows: listed(rows.map(formatCount)),
      }),
    more: (count: number) =>
      t('{count, plural, one {# further row} other {# further rows}}', { count }),
  },
  remarks: {
    title: (count: number) => t('{count, plural, one {One remark} other {# remarks}}', { count }),
  },
  grid: { row: 'Row' },
  preview: {
    label: (name: string) => t('Rows of {name}', { name }),
    range: (from: number, to: number, all: number) =>
      t('Rows {from, number} to {to, number} of {all, number}', { from, to, all }),
    none: 'This table has no rows.',
    previous: 'Previous rows',
    next: 'Next rows',
    first: 'First rows',
    last: 'Last rows',
    missing: 'This table no longer exists. Its file may have been deleted or replaced.',
  },
  editor: {
    label: 'SQL',
    hint: (key: string) =>
      t(
        'One select over these tables, in DuckDB’s dialect. {key}+Enter runs it; Ctrl+Space completes names; Tab leaves the field.',
        { key },
      ),
    placeholder: 'select … from …',
    title: 'Title (optional)',
    titlePlaceholder: 'What the query answers',
    get run() {
      return t('Run', {}, 'verb');
    },
    running: 'The query is running',
    done: (count: number) => t('Done: {count, plural, one {# row} other {# rows}}', { count }),
    viewer: 'Viewers can read tables and recorded queries. Members can also run queries.',
  },
  result: {
    title: 'Result',
    none: 'Run a query, or open a recorded one, to see its result here.',
    hash: 'Hash of the result',
    hashHint:
      'SHA-256 of columns and rows. The same query on the same tables gives the same hash on any machine.',
    truncated: (shown: number) =>
      t('Only the first {shown, number} rows. The query has more; add a limit or group.', {
        shown,
      }),
    empty: 'The query returns no rows.',
    table: (name: string) => t('Result of {name}', { name }),
    sql: 'SQL of this query',
    edit: 'Edit as a new query',
    csv: 'CSV',
    csvLabel: 'CSV file of the result',
    cite: 'Cite',
    copyCitation: 'Copy the citation',
    copyFootnote: 'Copy as a footnote',
    copied: 'Copied',
  },
  again: {
    button: 'Run again',
    same: 'Same result',
    changed: 'The result has changed',
    gone: 'A table of this query no longer exists',
  },
  chart: {
    title: 'Chart',
    change: 'Change the chart',
    png: 'Download PNG',
    sum: (values: string, by: string) => t('{values} by {by}', { values, by }),
    mean: (values: string, by: string) => t('Average {values} by {by}', { values, by }),
    type: 'Type',
    types: { bar: 'Bars', line: 'Line', area: 'Area', scatter: 'Points' },
    x: 'Horizontal axis',
    y: 'Vertical axis',
    name: 'Title',
    unit: 'Unit (optional)',
    block: 'Block for a document',
    copy: 'Copy block',
    picture: (title: string) => t('Chart: {title}', { title }),
  },
  history: {
    label: 'Recorded queries',
    none: {
      title: 'No query yet',
      advice: 'Queries by people and agents are recorded here with their results.',
    },
    truncated: 'cut off',
    times: (count: number) => t('asked {count, number} times', { count }),
    usedIn: 'Used in',
    more: 'Show older queries',
  },
  insert: { button: 'Cite a query' },
  insertion: {
    button: 'Insert into document',
    document: 'Document',
    form: 'As',
    forms: { chart: 'Chart', table: 'Table' },
    hint: 'It goes to the end of your draft with its query as the source. You can move it there before you save a version.',
    submit: 'Insert',
    none: 'This engagement has no document yet.',
  },
  ask: {
    label: 'Ask about these tables',
    placeholder: 'Which specialty cancels the most sessions?',
    button: 'Ask',
    hint: 'A model writes the query, paid from the budget of the engagement. You see it, and can change it.',
    writing: 'A model is writing the query.',
    noModel: 'With a model connected, you can ask about these tables in your own words.',
    connect: 'Connect a model',
  },
});
