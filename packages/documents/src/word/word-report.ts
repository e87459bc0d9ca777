/**
 * The look of a tenant's Word files. A logo is a PNG or JPEG, because Word does not draw every SVG.
 */
export interface WordBranding {
  companyName: string | null;
  /** `#rrggbb`; anything else counts as missing. */
  primaryColor: string | null;
  /** `isWide`: it holds the firm's name and stands in its place. */
  logo: (WordImage & { isWide?: boolean }) | null;
}

/** An image as Word draws it everywhere. */
export interface WordImage {
  bytes: Uint8Array;
  mimeType: 'image/png' | 'image/jpeg';
}

/** A chart for the block with the same text. */
export interface WordChart {
  /** Text of the block in the markdown. */
  source: string;
  title: string | null;
  /** Null if it could not be drawn. */
  picture: { image: WordImage; description: string; caption: string } | null;
}

/** A comment of a person about a passage, or about the whole document where `quote` is null. */
export interface WordComment {
  id: string;
  author: string;
  /** ISO date-time. */
  createdAt: string;
  body: string;
  quote: string | null;
  prefix: string;
  suffix: string;
  replies: { id: string; author: string; createdAt: string; body: string }[];
}

/** What the team reads of a version above its text; a client's file has none of it. */
export interface WordFacts {
  version: number;
  wordCount: number;
  approvalStatus: string;
  score: number | null;
}

/** A document of a Word file. */
export interface WordChapter {
  title: string;
  markdown: string;
  charts: readonly WordChart[];
  /** Null or absent in a client's file. */
  facts?: WordFacts | null;
}

/** The version from which a file comes, by its id alone: the file may be a client's. */
export interface WordOrigin {
  deliverableId: string;
  /** True if the file shows the version without its footnotes. */
  hasNoFootnotes?: boolean;
}

/** One deliverable as a Word file that comes back. */
export interface DeliverableWordReport {
  engagementName: string;
  client: string;
  /** ISO date or date-time. */
  date: string;
  branding: WordBranding;
  document: WordChapter;
  facts: WordFacts | null;
  origin: WordOrigin;
  comments: readonly WordComment[];
}

/** All deliverables of an engagement as one Word file. */
export interface EngagementWordReport {
  title: string;
  client: string;
  date: string;
  branding: WordBranding;
  documents: readonly WordChapter[];
}
