import type { SourceDocument, SourceImage } from '@ecp/model-calls/prompt-types';
import type { CatalogModel } from './catalog.ts';

/** Side of the squares that a token covers at least: half of that of any provider. */
const tokenSquarePixels = 16;

/** Returns the images of the sources that a model is shown, in their order: all of them, or none if it does not see. */
export function imagesFor(model: Pick<CatalogModel, 'vision'>, sources: readonly SourceDocument[]): SourceImage[] {
  return model.vision === true ? imagesOf(sources) : [];
}

/** Returns all images of the sources, in their order. */
export function imagesOf(sources: readonly SourceDocument[]): SourceImage[] {
  return sources.flatMap(({ images = [] }) => images);
}

/** Returns an upper bound of the input tokens that an image costs, for the reservation of a call (BUD-2). */
export function worstCaseImageTokens({ width, height }: Pick<SourceImage, 'width' | 'height'>): number {
  return Math.ceil(width / tokenSquarePixels) * Math.ceil(height / tokenSquarePixels);
}
