import { withinSentence } from '../format/words.ts';
import { t, translated } from '../language/translate.ts';

export const readingTexts = translated({
  markdown: {
    footnotes: 'Sources',
    footnote: (number: string) => t('Footnote {number}', { number }),
    backToText: 'Back to the text',
    outside: ' (opens another site)',
    picture: 'Picture',
    table: 'Table, scrolls sideways',
    code: 'Code, scrolls sideways',
    taskDone: 'Done',
    taskOpen: 'To do',
  },
  page: {
    editedBy: (name: string) => t('Edited by {name}', { name }),
    deliverables: 'Documents',
    internal: 'Internal file',
    version: (version: number) => t('Version {version}', { version }),
    versionOf: (version: number, latest: number) =>
      t('Version {version} of {latest}', { version, latest }),
    words: (count: number) => t('{count, plural, one {# word} other {# words}}', { count }),
    readingTime: (minutes: number) => t('{minutes} min read', { minutes }),
    score: (score: string) => t('Score {score}', { score }),
    scoreHint: 'Given automatically, out of 100',
    article: 'Text of the document',
    empty: 'This version has no text.',
    previous: 'Previous',
    next: 'Next',
    neighbours: 'Neighboring documents',
    engagement: 'Engagement',
  },
  actions: {
    openComments: (count: number) =>
      t('{count, plural, one {# open comment} other {# open comments}}', { count }),
    edit: 'Edit',
    more: 'Download',
    pdf: 'PDF for the client',
    word: 'Word file for the client',
    pdfPlain: 'PDF without footnotes, for the client',
    wordPlain: 'Word file without footnotes, for the client',
    engagementPdf: 'PDF of all documents for the client',
    pdfTeam: 'PDF for the team: version, status, checks',
    wordTeam: 'Word file for the team, with comments',
    pdfProvenance: 'PDF for the team, with agents and costs',
    slides: 'Slides (PPTX)…',
    markdown: 'Markdown file',
    markdownPlain: 'Markdown without footnotes',
    importWord: 'Import a Word file…',
    latestOnly: (version: number) =>
      t('PDFs and Word files contain the latest version ({version})', { version }),
    making: 'Making the file…',
    made: 'Downloaded',
    copy: 'Copy Markdown',
    copied: 'Markdown copied',
    compare: 'Compare',
    details: 'Details',
  },
  clientDownload: {
    title: 'Something is open in what the client gets',
    advice:
      'The client’s file does not show what is open. Settle it first, or download the file as it is.',
    confirm: 'Download anyway',
  },
  clientQuestions: {
    title: 'Questions for the client',
    advice:
      'Clients whose link permits answers see what you ask. An answer makes this document outdated until it is made again.',
    ask: 'Ask the client',
    askThis: (question: string) => t('Ask the client: {question}', { question }),
    asked: 'Asked',
  },
  outline: {
    title: 'Contents',
    top: 'Top',
    open: 'Contents',
    none: 'This text has no headings.',
  },
  panel: {
    label: 'About this document',
    citations: 'Citations',
    comments: 'Comments',
    objections: 'Objections',
    scores: 'Scores',
    history: 'History',
    provenance: 'Provenance',
  },
  keys: {
    next: 'Next document',
    previous: 'Previous document',
    nextSection: 'Next section',
    previousSection: 'Previous section',
    details: 'Show or hide the panel',
  },
  citations: {
    state: {
      verified: 'Verified',
      computed: 'Computed',
      unjudged: 'Not judged',
      set_by_text: 'Set by the text',
      altered: 'Altered',
      unsupported: 'Unsupported',
      missing_source: 'Missing source',
      uncited: 'Uncited',
    },
    /** A calculation of nothing but what the text assumes. */
    computedFromAssumptions: 'Computed from assumptions',
    filter: {
      verified: 'Verified',
      computed: 'Computed',
      unjudged: 'Not judged',
      set_by_text: 'Set by the text',
      altered: 'Altered',
      unsupported: 'Unsupported',
      missing_source: 'Missing',
      uncited: 'Uncited',
    },
    explained: {
      verified: 'The source says this at the cited place.',
      computed: 'The figure follows from verified ones.',
      unjudged:
        'The source contains the words and figures. Nobody has judged whether they support the statement.',
      set_by_text:
        'The text sets this figure itself, as an assumption or a proposal. It has no source.',
      altered: 'The source does not contain the words or the figure in this form.',
      unsupported: 'The source contains the words, but the sentence says something else.',
      missing_source: 'There is no such source.',
      uncited: 'The sentence states a figure or a fact without a source.',
    },
    explainedAssumptions: 'The figure follows from what the text assumes, and from no source.',
    kind: {
      attachment: 'Attached file',
      url: 'Web page',
      brief: 'Brief of the engagement',
      deliverable: 'Earlier document',
      colleague: 'Consulted colleague',
      reviewer: 'Reviewer’s note',
      query: 'Query',
      notebook: 'Notebook',
      unknown: 'Unknown source',
    },
    brief: 'Brief',
    unnamed: 'Source not named',
    calculation: 'Calculation',
    quoteOnly: 'Quote',
    statement: 'Statement',
    evidence: 'Evidence',
    number: (label: string) => t('Footnote {label}', { label }),
    call: (number: string, state: string, source: string) =>
      t('Citation {number}, {state}: {source}', { number, state: withinSentence(state), source }),
    /** Names the place of a statement without a footnote. */
    place: (state: string) => t('Statement, {state}', { state: withinSentence(state) }),
    unchecked: (number: string) => t('Footnote {number}, not checked', { number }),
    sourceSays: 'The source says',
    nearest: 'Closest words in the source',
    documentSays: 'The document says',
    claim: 'Supports',
    archived: (day: string) => t('archived on {day}', { day }),
    openCited: 'opens at the cited words',
    toFootnote: 'Go to footnote',
    showInList: 'Show in the list',
    showInText: 'Show in the text',
    notInText: 'These words are in a part of the text that cannot be highlighted, such as a link.',
    allVerified: (count: number) =>
      t('{count, plural, one {# citation, verified} other {# citations, all verified}}', { count }),
    someFailed: (count: number, failed: number, unjudged: number) =>
      unjudged === 0
        ? t(
            '{failed, number} of {count, plural, one {# citation} other {# citations}} not verified',
            { failed, count },
          )
        : t(
            '{failed, number} of {count, plural, one {# citation} other {# citations}} not verified, {unjudged, number} not judged',
            { failed, count, unjudged },
          ),
    someUnjudged: (count: number, unjudged: number) =>
      t('{count, plural, one {# citation} other {# citations}}, {unjudged} not judged', {
        count,
        unjudged,
      }),
    none: 'No citations',
    notChecked: 'Citations not checked',
    emptyTitle: 'Nothing is cited',
    emptyAdvice:
      'Footnotes and quotes of a document are compared with their sources. This version has none.',
    uncheckedTitle: 'Never checked',
    uncheckedAdvice: 'Internal files are not checked.',
    waitsForFiles: 'A file is still being read. The check then runs again.',
    waitsForCheck: 'The check has not run yet. It runs as soon as there is time for it.',
    waitsForJudge: 'A judge is checking whether the sources support these statements.',
    incomplete: (shown: string) =>
      t('The list shows {shown}; failed citations come first.', { shown }),
    all: 'All',
    filterLabel: 'State of the check',
    listLabel: 'Citations',
    showSource: 'Show source',
  },
  derivation: {
    title: 'How the figure follows',
    inputs: 'Inputs',
    footnote: (number: string) => t('Footnote {number}', { number }),
    noSource: 'no source named',
    assumed: 'assumed',
  },
  origin: {
    more: 'Where it comes from',
    noQuery: 'This query is not recorded in this engagement.',
    openQuery: 'Open in Data',
    result: (name: string) => t('Result of {name}', { name }),
    firstRows: (shown: number, all: number) =>
      t('The first {shown} of {all, plural, one {# row} other {# rows}}.', { shown, all }),
  },
  openPoints: {
    label: 'Open points',
    none: 'No citations to check',
    verified: (count: number) =>
      t('{count, plural, one {# citation} other {# citations}} verified', { count }),
    unjudged: (count: number) => t('{count, number} not judged', { count }),
    setByText: (count: number) => t('{count, number} set by the text', { count }),
    faulty: (count: number) =>
      t('{count, plural, one {# open citation} other {# open citations}}', { count }),
    uncited: (count: number) =>
      t('{count, plural, one {# statement} other {# statements}} without a source', { count }),
    conflicts: (count: number) =>
      t('{count, plural, one {# conflict} other {# conflicts}}', { count }),
    position: (at: number, all: number) => t('{at} of {all}', { at, all }),
    next: 'Next open point',
    previous: 'Previous open point',
    conflict: (label: string) => t('Conflict: {label}', { label }),
    otherwise: (text: string, document: string) => t('{text} in {document}', { text, document }),
    settle: 'Settle',
    settleOf: (about: string) => t('Settle {about}', { about }),
    show: 'Show',
    showOf: (claim: string) => t('Show in the text: {claim}', { claim }),
    more: (count: number) =>
      t('And {count, plural, one {# more point} other {# more points}}, marked in the text.', {
        count,
      }),
    figures: 'All figures',
  },
});
