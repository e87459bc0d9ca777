import { textMetrics } from 'vega-scenegraph';
import { measureText } from './measure-text.ts';

/**
 * Gives Vega our measure of texts. Its own would ask for a canvas, which the drawing child has not, and then estimate
 * every text at 0.8 of the font size for each character: a third too wide for Latin letters, too narrow for Chinese
 * ones.
 */
export function useMeasuredText(): void {
  textMetrics.width = ({ fontSize: sizePx = 11, font = '' }, text) => measureText(String(text ?? ''), { sizePx, font });
}
