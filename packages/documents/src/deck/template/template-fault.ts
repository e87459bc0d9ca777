/**
 * Why a master cannot serve: `external` needs an outer file, `active_content` holds OLE objects,
 * controls or programs, `no_title_slide` lacks a layout with a title for the first slide,
 * `no_content` one with a title and a text, `slide_size` is no shape for slides, `strict` is saved
 * in the strict format.
 */
export const templateFaultKinds = [
  'not_pptx',
  'macros',
  'encrypted',
  'damaged',
  'too_large',
  'external',
  'active_content',
  'strict',
  'slide_size',
  'no_title_slide',
  'no_content',
] as const;

export type DeckTemplateFaultKind = (typeof templateFaultKinds)[number];

/** A fault of a master; `detail` names the part, layout or number that it is about. */
export interface DeckTemplateFault {
  kind: DeckTemplateFaultKind;
  detail: string | null;
}

/** What a layout is used for. */
export const layoutUses = ['title', 'content', 'titleOnly'] as const;
export type LayoutUse = (typeof layoutUses)[number];

/** The layouts of a master that slides use, by their names. */
export interface DeckTemplateSummary {
  layouts: { use: LayoutUse; name: string }[];
}

/** A master that cannot serve. The message is for the log. */
export class DeckTemplateError extends Error {
  override readonly name = 'DeckTemplateError';
  readonly fault: DeckTemplateFault;

  constructor(fault: DeckTemplateFault, options: { cause?: unknown } = {}) {
    super(
      `The master cannot serve: ${fault.kind}${fault.detail === null ? '' : ` (${fault.detail})`}`,
      options,
    );
    this.fault = fault;
  }
}
