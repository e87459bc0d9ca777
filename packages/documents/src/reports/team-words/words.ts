/** The words of the parts that the team alone reads, and of remarks on what is printed. */
export interface TeamWords {
  status: string;
  /** The words of `approvalStatus`; another one is shown as it is. */
  statuses: Readonly<Record<string, string>>;
  /** Whose copy this is, with the names of the parts in place of `{parts}`. */
  internalCopy: string;
  scoresAndStates: string;
  scoresStatesAndOrigin: string;
  internal: string;
  version: string;
  words: string;
  characters: string;
  qualityScore: string;
  qualityScores: string;
  scoreRemark: string;
  deliverable: string;
  deliverables: string;
  length: string;
  score: string;
  evidence: string;
  evidenceRemark: string;
  notChecked: string;
  notVerified: string;
  withoutFootnote: string;
  where: string;
  saidWords: string;
  finding: string;
  computation: string;
  provenance: string;
  provenanceRemark: string;
  agent: string;
  model: string;
  observerScore: string;
  cost: string;
  total: string;
  /** Who prepared a document, with `{agent}` and `{model}`. */
  preparedBy: string;
  figures: string;
  figuresAppendix: string;
  computedFigures: string;
  computedRemark: string;
  queries: string;
  queriesRemark: string;
  tablesRead: string;
  resultHash: string;
  query: string;
  citedIn: string;
  noQuery: string;
  askedBy: string;
  askedByAgent: string;
  leftOutQueries: string;
  rows: string;
  hasMore: string;
  tooLong: string;
  firstRows: string;
  furtherColumns: string;
  firstCharacters: string;
  states: Readonly<Record<CitationState, string>>;
  fromAssumptions: string;
  citations: string;
  noCitations: string;
  /** `{count} verified` and the like. */
  counts: Readonly<Record<CitationState, string>>;
  sourceHas: string;
  footnote: string;
  noFootnote: string;
  assumed: string;
  with: string;
  openMark: string;
  furtherFigures: string;
  columnsContinue: string;
  tooDeep: string;
  chart: string;
  namedChart: string;
  isNotShown: string;
  chartProblems: Readonly<Record<'unreadable' | 'no_query' | 'no_data' | 'too_many', string>>;
  tableCut: string;
  report: string;
  share: string;
  averageScore: string;
}

type CitationState =
  | 'verified'
  | 'computed'
  | 'unjudged'
  | 'set_by_text'
  | 'altered'
  | 'unsupported'
  | 'missing_source'
  | 'uncited';
