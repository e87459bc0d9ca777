import type { SourceDocument, SourceImage } from '@ecp/model-calls/prompt-types';

/**
 * Providers count a fixed number of tokens for an image (Google up to 2,240), or one for each square of its pixels: of
 * 28 pixels at Anthropic, of 32 at OpenAI, there with a factor of up to 2.46.
 */
const fixedTokens = 2_500;
const squarePixels = 20;

/** Returns all images of the sources, in their order. */
export function imagesOf(sources: readonly SourceDocument[]): SourceImage[] {
  return sources.flatMap(({ images = [] }) => images);
}

/** Returns an upper bound of the input tokens that an image costs, for the reservation of a call (BUD-2). */
export function worstCaseImageTokens({ width, height }: Pick<SourceImage, 'width' | 'height'>): number {
  return fixedTokens + Math.ceil(width / squarePixels) * Math.ceil(height / squarePixels);
}
