/** From this many times its height on, a logo is wide. */
const wide = 2.5;

/**
 * Tells whether a logo is wide: it holds the firm's name then and stands alone, while any other
 * stands beside the name.
 */
export const isWideLogo = ({ width, height }: { width: number; height: number }): boolean =>
  width >= wide * height;
