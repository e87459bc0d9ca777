/** A part of a Word file that is not taken, or is taken in another form (contract 12). */
export const wordWarningKinds = [
  'picture_left_out',
  'object_left_out',
  'text_box_moved',
  'equation_as_text',
  'endnote_as_footnote',
  'cells_separated',
  'numbers_changed',
  'nested_table_as_text',
  'formatting_left_out',
  'contents_left_out',
  'symbol_left_out',
  'link_left_out',
  'caption_kept',
  'hidden_text_left_out',
  'more_left_out',
] as const;

export type WordWarningKind = (typeof wordWarningKinds)[number];

/** A warning. `place` is the heading above it, `text` the words that it is about; both may be empty. */
export interface WordWarning {
  kind: WordWarningKind;
  place: string;
  text: string;
}

/** Collects warnings; those of the same kind about the same words once. */
export interface Warnings {
  /** Changes the place of the warnings to come. */
  enter(heading: string): void;
  add(kind: WordWarningKind, text: string): void;
  list(): WordWarning[];
}

const most = 200;
const longest = 200;

/** Creates an empty collection of at most 200 warnings; `more_left_out` tells that there are further ones. */
export function createWarnings(): Warnings {
  const warnings = new Map<string, WordWarning>();
  let place = '';
  return {
    enter: (heading) => {
      place = shorten(heading);
    },
    add: (kind, text) => {
      const warning = { kind, place, text: shorten(text) };
      if (warnings.size < most) warnings.set(JSON.stringify(warning), warning);
      else warnings.set('', { kind: 'more_left_out', place: '', text: '' });
    },
    list: () => [...warnings.values()],
  };
}

function shorten(text: string): string {
  const folded = text.replaceAll(/\s+/g, ' ').trim();
  return folded.length > longest ? `${folded.slice(0, longest - 1).toWellFormed()}…` : folded;
}
