/** Why a drawing cannot be printed. */
export type DrawingFault =
  /** It is not well-formed XML in UTF-8 with an `svg` element of SVG's namespace at its root. */
  | 'malformed'
  /** It declares entities or uses a style sheet outside itself. */
  | 'entities'
  /** It has an element that is not accepted, such as a pattern. */
  | 'element'
  /** It has a filter effect. */
  | 'filter'
  /** It refers to something outside itself, or to an id that it does not contain exactly once. */
  | 'reference'
  /** Its style sheet has something other than declarations for classes, ids and element names. */
  | 'style'
  /** It does not state its size, or is larger than 20,000 pixels. */
  | 'size'
  /** It takes too long to draw. */
  | 'too_complex';

/** Thrown for a drawing that cannot be printed. */
export class DrawingRefusal extends Error {
  override readonly name = 'DrawingRefusal';
  readonly fault: DrawingFault;

  constructor(fault: DrawingFault, detail: string) {
    super(`${fault}: ${detail}`);
    this.fault = fault;
  }
}
