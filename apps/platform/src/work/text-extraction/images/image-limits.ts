/**
 * Bounds on the images of one file. Models scale larger images down themselves, so more pixels would cost more and show
 * nothing more. Twenty pages take 5 s of processor time and 8 MB.
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

/** The images of a file. */
export interface RenderedImages {
  images: RenderedImage[];
  /** Number of further images in the part of the file that was read. */
  left: number;
  /** Whether the file has pages that were not read. */
  truncated: boolean;
}
