/**
 * Bounds on the images of one file. Models scale larger edges down themselves, so more pixels would cost and not help.
 * Twenty pages take 5 s of processor time and 8 MB.
 */
export const imageLimits = {
  images: 20,
  edgePixels: 1_568,
  imageBytes: 1_000_000,
  /** Larger pictures need more memory than a child has. */
  decodedPixels: 40_000_000,
  /** Pages of a PDF that are looked at. */
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
  /** How many more the file has, as far as it was looked at. */
  left: number;
}
