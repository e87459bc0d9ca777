/** What keeps a drawing from being printed. */
export type DrawingFault =
  /** It is not well-formed XML in UTF-8 with an `svg` element of SVG's namespace at its root. */
  | 'malformed'
  /** It declares entities or uses a style sheet outside itself. */
  | 'entities'
  /** It has an element that is not in the list of those that are printed, such as a pattern. */
  | 'element'
  /** It has a filter effect. */
  | 'filter'
  /** It names something outside itself, or something in itself that is not there once. */
  | 'reference'
  /** Its style sheet has more than declarations for classes, ids and element names. */
  | 'style'
  /** It does not say its size, or is larger than 20,000 pixels. */
  | 'size'
  /** Drawing it takes too long. */
  | 'too_complex';

/** Thrown for a drawing that is not printed. */
export class DrawingRefusal extends Error {
  override readonly name = 'DrawingRefusal';
  readonly fault: DrawingFault;

  constructor(fault: DrawingFault, detail: string) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
  }
}
