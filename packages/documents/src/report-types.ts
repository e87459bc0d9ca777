/** How a tenant's documents look (contract, branding): every part may be missing. */
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

/** Who made a deliverable, how it was observed and what it cost (specification, exports with `include_provenance`). */
export interface ProvenanceRow {
  filename: string;
  agent: string;
  model: string;
  observerScore: number | null;
  /** Null where it is not known. */
  costUsd: number | null;
}

/** What every printed deliverable has. */
export interface ReportDocument {
  title: string;
  filename: string;
  markdown: string;
  version: number;
  wordCount: number;
  approvalStatus: string;
}

/** A deliverable as a chapter of the whole engagement, with its evaluation. */
export interface ReportChapter extends ReportDocument {
  score: number | null;
  feedback?: string | null;
}

/** The whole engagement: cover, contents, a chapter per deliverable, scores and, when given, the provenance appendix. */
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

/** One deliverable with its metadata and, when given, a provenance footer. */
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
