import type { MarkSpec, NodeSpec } from 'prosemirror-model';

/** The parts of a line that are not text. */
export const inlines = {
  text: { group: 'inline' },
  /** A line feed of the source that a reader sees as a space. */
  soft_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    leafText: () => ' ',
    toDOM: () => ['span', { class: 'soft-break' }, ' '],
  },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    attrs: { marker: { default: '\\' } },
    leafText: () => '\n',
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  footnote_reference: {
    inline: true,
    atom: true,
    group: 'inline',
    attrs: { label: {} },
    leafText: ({ attrs }) => `[^${attrs['label']}]`,
    toDOM: ({ attrs }) => ['sup', { class: 'call', 'data-label': attrs['label'] }, attrs['label']],
  },
} satisfies Record<string, NodeSpec>;

/** The marks of text. */
export const marks = {
  /** `form` is how the source writes the link: in brackets, between `<` and `>`, or as the bare address. */
  link: {
    attrs: { href: {}, title: { default: null }, form: { default: 'inline' } },
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: (element) => ({ href: element.getAttribute('href') }) }],
    // The link has no address, so that a click cannot leave the page.
    toDOM: ({ attrs }) => ['a', { title: attrs['href'], class: 'link' }, 0],
  },
  strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
  code: { code: true, excludes: 'raw', parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  /** Markdown that is kept as it is written: HTML inside a line, pictures, links by reference. */
  raw: { excludes: '_', inclusive: false, toDOM: () => ['code', { class: 'raw' }, 0] },
} satisfies Record<string, MarkSpec>;
