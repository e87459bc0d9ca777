import type { Language } from '@ecp/language/language';
import { SandboxError, type SandboxErrorKind } from '@ecp/sandbox/child-program';

/** How a tenant's documents look. Every part may be missing. */
export interface Branding {
  companyName: string | null;
  /** `#rrggbb`; anything else counts as missing. */
  primaryColor: string | null;
  logo: Logo | null;
  /** The typeface of decks: sans serif if it is missing, `mixed` with titles in serif. */
  typeface?: 'sans' | 'serif' | 'mixed' | null;
}

/** A stored logo: its bytes and the type that was checked at the upload. */
export interface Logo {
  bytes: Uint8Array;
  mimeType: 'image/png' | 'image/jpeg';
  /** True for one that holds the firm's name and stands in its place. */
  isWide?: boolean;
}

/** The agent, observer score and cost of a deliverable. */
export interface ProvenanceRow {
  filename: string;
  agent: string;
  model: string;
  observerScore: number | null;
  /** Null if unknown. */
  costUsd: number | null;
}

/**
 * A checked statement of a deliverable: a footnote, quoted words without one, or a statement that
 * cites nothing.
 */
export interface ReportCitation {
  /** Label in the markdown, `1` for `[^1]`; null without a footnote. */
  footnote: string | null;
  /** The sentence that it supports. */
  claim: string;
  quote: string | null;
  /** The cited place, in words. */
  source: string;
  state:
    | ('verified' | 'computed' | 'unjudged' | 'set_by_text')
    | ('altered' | 'unsupported' | 'missing_source' | 'uncited');
  /** Names the fault; null when none was found. */
  reason: string | null;
  /** The nearest words of the source; null if there are none. */
  passage: string | null;
  /** How a computed figure follows from others. */
  derivation?: ReportDerivation | null;
}

/** The result of checking a deliverable's citations, for the team's copies only. */
export interface ReportEvidence {
  verified: number;
  computed: number;
  unjudged: number;
  setByText: number;
  altered: number;
  unsupported: number;
  missingSource: number;
  uncited: number;
  /** Citations in the order of the text. If there are very many, some are left out. */
  citations: ReportCitation[];
}

/** Why a chart is not drawn: no chart, no query, no data, or too many charts. */
export type ReportChartProblem = 'unreadable' | 'no_query' | 'no_data' | 'too_many';

/** A chart of a document, for the block with the same text. */
export interface ReportChart {
  /** Text of the block in the markdown. */
  source: string;
  /** Null if the block does not say. */
  title: string | null;
  outcome: { picture: ReportChartPicture } | { problem: ReportChartProblem };
}

/** A drawn chart, and the query that it shows. */
export interface ReportChartPicture {
  /** The picture without its title, which is printed as text. */
  svg: string;
  /** Describes the chart in words for readers who do not see it. */
  description: string;
  /** The query, of which a client reads the title. */
  query: { id: string; title: string | null; sql: string; resultHash: string };
}

/** Fields of every printed deliverable. */
export interface ReportDocument {
  title: string;
  filename: string;
  markdown: string;
  version: number;
  wordCount: number;
  approvalStatus: string;
  /** Null or absent if its citations were never checked. */
  evidence?: ReportEvidence | null;
  /** Its charts. A block of a chart that is missing here is printed as a note. */
  charts?: readonly ReportChart[];
}

/** A deliverable as a chapter of the whole engagement, with its evaluation. */
export interface ReportChapter extends ReportDocument {
  score: number | null;
  feedback?: string | null;
  /** True for the document that concludes the others: it opens the report. */
  isSynthesis?: boolean;
}

/**
 * The reader of a report. The team's copy has versions, words, approval states, scores and
 * evidence; a client's has none.
 */
type ReportAudience = 'team' | 'client';

export interface EngagementReport {
  audience: ReportAudience;
  title: string;
  client: string;
  /** ISO date or date-time. The same date and content give the same bytes. */
  date: string;
  branding: Branding;
  /** Facts on the work as a whole, in order; for the team only. */
  summary: { deliverables: number; approved: number; averageScore: number | null } | null;
  documents: ReportChapter[];
  /** The makers and models of the documents. Null unless the team asks for them. */
  provenance: ProvenanceRow[] | null;
  /**
   * The record of how the figures were made, for the team only; null or absent if there is none.
   */
  figures?: ReportFigures | null;
  /**
   * BCP 47 tag of the text. Without it the script of the text decides; Latin letters count as
   * English.
   */
  language?: string;
}

export interface DeliverableReport {
  audience: ReportAudience;
  engagementName: string;
  client: string;
  document: ReportDocument;
  branding: Branding;
  /** ISO date or date-time. */
  date: string;
  /** The maker and model of the document. Null unless the team asks for them. */
  provenance: ProvenanceRow | null;
  /**
   * The record of how the figures were made, for the team only; null or absent if there is none.
   */
  figures?: ReportFigures | null;
  language?: string;
}

/** How a figure follows from others. */
export interface ReportDerivation {
  /** Over the labels of the inputs, such as `(b - a) / a * 100`. */
  expression: string;
  /**
   * Values are whole units: 4,655 million is 4,655,000,000. `citation` is the label of the footnote
   * that backs it.
   */
  inputs: {
    label: string;
    value: number;
    unit: string | null;
    citation: string | null;
    assumed?: boolean;
  }[];
  result: number;
  /** All inputs are assumed by the text. */
  assumed?: boolean;
}

/** A recorded query and its result. */
export interface ReportQuery {
  title: string | null;
  sql: string;
  /** The tables that it read, as they were then. */
  tables: { name: string; sha256: string }[];
  columns: { name: string; unit: string | null }[];
  /** JSON text of the rows (arrays of cells), or its beginning: only the first rows are printed. */
  rows: string;
  /** All rows of the result. */
  rowCount: number;
  /** True if the query has more rows than its result. */
  truncated: boolean;
  resultHash: string;
  /** The person or agent that asked, and which of the two it is. */
  author: { name: string; isAgent: boolean };
  /** ISO date-time. */
  createdAt: string;
}

/** A query that documents of the report cite. */
export interface CitedQuery {
  id: string;
  /** Names of the files that cite it. */
  citedIn: string[];
  /** Null if the engagement has no such query. */
  query: ReportQuery | null;
}

/** The appendix "How the figures were made" without the derivations of citations. */
export interface ReportFigures {
  queries: CitedQuery[];
  /** How many further cited queries there are. */
  leftOut: number;
}

/** A text with a value in it, cut at the value. */
export type Around = readonly [before: string, after: string];

/** The words of a report that are not its documents', in the language of its text. */
export interface ReportLabels {
  contents: string;
  summary: string;
  /** Names a synthesis that is longer than a summary. */
  paper: string;
  notes: string;
  source: string;
  /** Around the client's name. */
  preparedFor: Around;
  /** Around the number of a page and the number of all. */
  page: readonly [before: string, between: string, after: string];
  engagement: string;
  client: string;
  version: string;
  words: string;
  offline: string;
  locale: string;
}

/** Labels by language. Texts of other languages have the English ones. */
export const reportLabels: Record<Language | 'ar', ReportLabels> = {
  en: {
    contents: 'Contents',
    summary: 'Executive summary',
    paper: 'Decision paper',
    notes: 'Notes',
    source: 'Source',
    preparedFor: ['Prepared for ', ''],
    page: ['Page ', ' of ', ''],
    engagement: 'Engagement',
    client: 'Client',
    version: 'Version',
    words: 'Words',
    offline: 'Offline draft',
    locale: 'en-GB',
  },
  de: {
    contents: 'Inhalt',
    summary: 'Zusammenfassung',
    paper: 'Entscheidungsvorlage',
    notes: 'Anmerkungen',
    source: 'Quelle',
    preparedFor: ['Erstellt für ', ''],
    page: ['Seite ', ' von ', ''],
    engagement: 'Projekt',
    client: 'Auftraggeber',
    version: 'Fassung',
    words: 'Wörter',
    offline: 'Offline-Entwurf',
    locale: 'de-DE',
  },
  fr: {
    contents: 'Sommaire',
    summary: 'Synthèse',
    paper: 'Note de décision',
    notes: 'Notes',
    source: 'Source',
    preparedFor: ['Préparé pour ', ''],
    page: ['Page ', ' sur ', ''],
    engagement: 'Mission',
    client: 'Client',
    version: 'Version',
    words: 'Mots',
    offline: 'Brouillon hors ligne',
    locale: 'fr-FR',
  },
  es: {
    contents: 'Índice',
    summary: 'Resumen ejecutivo',
    paper: 'Informe para la decisión',
    notes: 'Notas',
    source: 'Fuente',
    preparedFor: ['Preparado para ', ''],
    page: ['Página ', ' de ', ''],
    engagement: 'Proyecto',
    client: 'Cliente',
    version: 'Versión',
    words: 'Palabras',
    offline: 'Borrador sin conexión',
    locale: 'es-ES',
  },
  ja: {
    contents: '目次',
    summary: '要旨',
    paper: '意思決定資料',
    notes: '注',
    source: '出典',
    preparedFor: ['', ' 御中'],
    page: ['', ' / ', ' ページ'],
    engagement: '案件',
    client: 'クライアント',
    version: '版',
    words: '文字数',
    offline: 'オフライン下書き',
    locale: 'ja-JP',
  },
  ar: {
    contents: 'المحتويات',
    summary: 'الملخص التنفيذي',
    paper: 'مذكرة القرار',
    notes: 'الحواشي',
    source: 'المصدر',
    preparedFor: ['أُعد لصالح ', ''],
    page: ['صفحة ', ' من ', ''],
    engagement: 'المشروع',
    client: 'العميل',
    version: 'الإصدار',
    words: 'الكلمات',
    offline: 'مسودة دون اتصال',
    locale: 'ar-u-nu-latn',
  },
};

/**
 * The reason why there is no file: the document has too many bytes (`too_large`), it takes too much
 * time or memory (`too_complex`), other work is in the way (`busy`), or the program has a defect
 * (`failed`).
 */
export type DocumentErrorKind = 'too_large' | 'too_complex' | 'busy' | 'failed';

/** The only error that writers of documents throw, besides the reason of an aborted signal. */
export class DocumentError extends Error {
  readonly kind: DocumentErrorKind;
  /** Milliseconds until the next try is useful; only for `busy`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: DocumentErrorKind,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
    this.name = 'DocumentError';
    this.kind = kind;
  }
}

const kindsOfSandbox: Record<SandboxErrorKind, DocumentErrorKind> = {
  timeout: 'too_complex',
  memory: 'too_complex',
  busy: 'busy',
  died: 'failed',
  failed: 'failed',
  closed: 'failed',
};

/** Returns the DocumentError for a failure of the sandbox; any other error is returned as it is. */
export function toDocumentError(error: unknown): unknown {
  if (!(error instanceof SandboxError)) return error;
  const { kind, message, retryAfterMs } = error;
  const options = retryAfterMs === undefined ? { cause: error } : { cause: error, retryAfterMs };
  return new DocumentError(kindsOfSandbox[kind], message, options);
}

/** A report to print. The child parses the markdown, never the server's process. */
export type RenderJob =
  | { kind: 'engagement'; report: EngagementReport }
  | { kind: 'deliverable'; report: DeliverableReport };
