import type { ExtractionState as KnownState } from '@ecp/contract/work/attachments';

/** The outcome of an extraction. Only `extracted` has text; the file is stored in every case. */
export type ExtractionState = Exclude<KnownState, 'pending'>;

export interface ExtractedSection {
  /**
   * The location as a reader would name it: `page 3`, `sheet Costs`, `slide 2`, `section Pricing`.
   */
  location: string | null;
  text: string;
}

export interface Extraction {
  state: ExtractionState;
  /** One sentence for users about the extraction, or the size of a picture. */
  note: string | null;
  sections: ExtractedSection[];
  /** Whether the file holds more text than was read. */
  truncated: boolean;
  /** Whether a part that was read, such as a page, has no text. */
  hasTextlessParts: boolean;
}

export interface SourceFile {
  bytes: Buffer;
  /** Starts with the dot, in any case. */
  extension: string;
}

/** The result of a format's reader: sections, produced on demand, and a note. */
export interface FormatReading {
  sections: Iterable<ExtractedSection> | AsyncIterable<ExtractedSection>;
  note: string | null;
  /**
   * Sentences about the encoding and what the sections lack. They are complete once the last
   * section is read.
   */
  remarks?: readonly string[];
  /** Whether the file holds more than the sections. */
  truncated?: boolean;
}

/**
 * Reads one format. Throws ExtractionFailure for a known reason, and any other error for a damaged
 * file.
 */
export type ReadFormat = (file: SourceFile) => Promise<FormatReading>;

/** A known reason why a file gives no text. The note is fit for users. */
export class ExtractionFailure extends Error {
  override readonly name = 'ExtractionFailure';
  readonly state: Exclude<ExtractionState, 'extracted'>;

  constructor(state: Exclude<ExtractionState, 'extracted'>, note: string) {
    super(note);
    this.state = state;
  }
}

/** Makes the failure of a file that is protected by a password. */
export function encryptedFailure(): ExtractionFailure {
  return new ExtractionFailure(
    'encrypted',
    'The file is protected by a password; its text could not be read.',
  );
}

/**
 * Bounds on a file's images. Models scale larger ones down; twenty pages take 5 s of processor time
 * and 8 MB.
 */
export const imageLimits = {
  images: 20,
  edgePixels: 1_568,
  imageBytes: 1_000_000,
  /** Larger pictures need more memory than a child has. */
  decodedPixels: 40_000_000,
  /** Number of pages of a PDF that are read. */
  pages: 500,
};

/** Extensions of files that may have images for models that see. */
export const imageExtensions = ['.png', '.jpg', '.jpeg', '.pdf'];

/** An image of a file in the form in which models get it. */
export interface RenderedImage {
  /** `page 3`; null for a file that is one image. */
  location: string | null;
  width: number;
  height: number;
  /** JPEG. */
  bytes: Uint8Array;
}

export interface RenderedImages {
  images: RenderedImage[];
  /** Number of further images in the part of the file that was read. */
  left: number;
  /** Whether the file has pages that were not read. */
  truncated: boolean;
}
