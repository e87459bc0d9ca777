import { expect, it } from 'vitest';
import { worstCaseImageTokens } from './catalog.ts';

it('an image never costs more tokens than are reserved, by the rules of each provider', () => {
  const sizes = [1, 100, 384, 512, 768, 1_000, 1_568];
  for (const width of sizes) {
    for (const height of sizes) {
      const squares = (pixels: number) => Math.ceil(width / pixels) * Math.ceil(height / pixels);
      const anthropic = squares(28);
      const openai = Math.ceil(squares(32) * 2.46);
      const google = Math.max(2_240, 258 * squares(768));
      expect(worstCaseImageTokens({ width, height })).toBeGreaterThanOrEqual(
        Math.max(anthropic, openai, google),
      );
    }
  }
});
