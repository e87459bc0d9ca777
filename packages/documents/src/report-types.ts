/** How a tenant's documents look (BRA-1): every part may be missing. */
export interface Branding {
  companyName: string | null;
  /** `#rrggbb`; anything else counts as missing. */
  primaryColor: string | null;
  logo: Logo | null;
}

/** A logo as stored: its bytes and the type that its upload was checked for. */
export interface Logo {
  bytes: Uint8Array;
  mimeType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
}

/** Who made a deliverable, how it was observed and what it cost (EXP-3, EXP-8). */
export interface ProvenanceRow {
  filename: string;
  agent: string;
  model: string;
  observerScore: number | null;
  /** Null where it is not known. */
  costUsd: number | null;
}

/** One checked citation of a deliverable: a footnote, or quoted words that carry none. */
export interface ReportCitation {
  /** Label as the markdown has it, `1` for `[^1]`; null without a footnote. */
  footnote: string | null;
  /** The sentence that it backs. */
  claim: string;
  quote: string | null;
  /** Where it points, in words. */
  source: string;
  state: 'verified' | 'altered' | 'missing_source';
  /** What is wrong; null when verified. */
  reason: string | null;
  /** The words of the source that come nearest; null without any. */
  passage: string | null;
}

/** What the check of a deliverable's citations found. */
export interface ReportEvidence {
  verified: number;
  altered: number;
  missingSource: number;
  /** In the order of the text; of very many, not all. */
  citations: ReportCitation[];
}

/** What every printed deliverable has. */
export interface ReportDocument {
  title: string;
  filename: string;
  markdown: string;
  version: number;
  wordCount: number;
  approvalStatus: string;
  /** Null or absent: its citations were never checked. */
  evidence?: ReportEvidence | null;
}

/** A deliverable as a chapter of the whole engagement, with its evaluation. */
export interface ReportChapter extends ReportDocument {
  score: number | null;
  feedback?: string | null;
}

/**
 * The whole engagement: cover, contents, a chapter per deliverable, scores, the evidence where citations were checked and,
 * when given, the provenance appendix.
 */
export interface EngagementReport {
  title: string;
  client: string;
  /** ISO date or date-time; the same date and content give the same bytes. */
  date: string;
  branding: Branding;
  /** Facts for the cover, in order. */
  summary: { label: string; value: string }[];
  documents: ReportChapter[];
  /** `null` leaves the appendix out. */
  provenance: ProvenanceRow[] | null;
  /** BCP 47 tag of the text; without it the script of the text decides, English for Latin letters. */
  language?: string;
}

/** One deliverable with its metadata and, when given, a provenance footer and the list of what its check found wrong. */
export interface DeliverableReport {
  engagementName: string;
  client: string;
  document: ReportDocument;
  branding: Branding;
  /** ISO date or date-time. */
  date: string;
  /** `null` leaves the footer out. */
  provenance: ProvenanceRow | null;
  language?: string;
}
