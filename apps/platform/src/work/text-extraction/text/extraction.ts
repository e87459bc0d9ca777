import type { ExtractionState as KnownState } from '@ecp/contract/work/attachments';

/** How the reading of a file ended; all but `extracted` leave it without text, kept all the same (ATT-17). */
export type ExtractionState = Exclude<KnownState, 'pending'>;

/** A stretch of a file's text. */
export interface ExtractedSection {
  /** Where it stands, as a reader would name it: `page 3`, `sheet Costs`, `slide 2`, `section Pricing`. */
  location: string | null;
  text: string;
}

/** The text of a file, as far as it can be had. */
export interface Extraction {
  state: ExtractionState;
  /** What a user should know about the reading, one sentence; also the size of a picture. */
  note: string | null;
  sections: ExtractedSection[];
  /** The file holds more text than was taken. */
  truncated: boolean;
}

/** A stored file to read. */
export interface SourceFile {
  path: string;
  /** With its dot, any case. */
  extension: string;
  sizeBytes: number;
}

/** What a reader of one format gives: sections as they are wanted, and a note. */
export interface FormatReading {
  sections: Iterable<ExtractedSection> | AsyncIterable<ExtractedSection>;
  note: string | null;
  /** There is more than the sections hold. */
  truncated?: boolean;
}

/** Reads one format; throws ExtractionFailure for what it understands, anything else for what is broken. */
export type ReadFormat = (file: SourceFile) => Promise<FormatReading>;

/** A file that its reader knows to be without text for us; the note is fit for the user. */
export class ExtractionFailure extends Error {
  override readonly name = 'ExtractionFailure';
  readonly state: Exclude<ExtractionState, 'extracted'>;

  constructor(state: Exclude<ExtractionState, 'extracted'>, note: string) {
    super(note);
    this.state = state;
  }
}

/** The failure of a file that only its password opens. */
export function encryptedFailure(): ExtractionFailure {
  return new ExtractionFailure('encrypted', 'The file is protected by a password; its text could not be read.');
}
