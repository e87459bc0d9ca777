/** The part that we use of a package without types of its own. */
declare module 'vega-scenegraph' {
  /** How Vega measures texts; another `width` may be set. */
  export const textMetrics: {
    width(item: { fontSize?: number; font?: string }, text: unknown): number;
  };
}
