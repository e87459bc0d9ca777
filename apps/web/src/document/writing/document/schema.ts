import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';

const inlines = {
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

const marks = {
  /**
   * `form` is how the source writes the link: in brackets, between `<` and `>`, or as the bare
   * address.
   */
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

/**
 * Blocks of the top level carry `origin`, the number of their source text; null for new ones and
 * inside others.
 */
const origin = { origin: { default: null } };

const text = (content: string, more: NodeSpec): NodeSpec => ({
  content,
  group: 'block',
  defining: true,
  ...more,
});

const blocks = {
  doc: { content: 'front_matter? block+' },
  /**
   * The facts at the head of a text. The page shows their title alone; the source view has all of
   * them.
   */
  front_matter: {
    atom: true,
    selectable: false,
    attrs: { ...origin, text: {} },
    toDOM: () => ['div', { hidden: '' }],
  },
  paragraph: text('inline*', {
    attrs: origin,
    defining: false,
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', 0],
  }),
  heading: text('inline*', {
    attrs: { ...origin, level: { default: 2 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    // The page has the highest level for itself.
    toDOM: ({ attrs }) => [
      `h${Math.min(6, attrs['level'] + 1)}`,
      { 'data-level': attrs['level'] },
      0,
    ],
  }),
  blockquote: text('block+', {
    attrs: origin,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  }),
  bullet_list: text('list_item+', {
    attrs: { ...origin, tight: { default: true } },
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  }),
  ordered_list: text('list_item+', {
    attrs: { ...origin, tight: { default: true }, start: { default: 1 } },
    parseDOM: [{ tag: 'ol' }],
    toDOM: ({ attrs }) => ['ol', { start: attrs['start'] }, 0],
  }),
  list_item: {
    content: 'block+',
    defining: true,
    attrs: { spread: { default: false }, checked: { default: null } },
    parseDOM: [{ tag: 'li' }],
    toDOM: ({ attrs }) => [
      'li',
      attrs['checked'] === null ? {} : { 'data-checked': String(attrs['checked']) },
      0,
    ],
  },
  code_block: text('text*', {
    attrs: { ...origin, info: { default: '' } },
    marks: '',
    code: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: ({ attrs }) => [
      'pre',
      { class: 'code-box', 'data-info': attrs['info'] === '' ? null : attrs['info'] },
      ['code', 0],
    ],
  }),
  /** Markdown that the editor shows and keeps as text: HTML, definitions of links. */
  source_block: text('text*', {
    attrs: { ...origin, kind: { default: 'markdown' } },
    marks: '',
    code: true,
    isolating: true,
    toDOM: ({ attrs }) => [
      'pre',
      { class: 'code-box source-block', 'data-kind': attrs['kind'] },
      ['code', 0],
    ],
  }),
  rule: { group: 'block', attrs: origin, parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  table: text('table_row+', {
    attrs: origin,
    tableRole: 'table',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['div', { class: 'table-box' }, ['table', ['tbody', 0]]],
  }),
  table_row: {
    content: '(table_cell | table_header)*',
    tableRole: 'row',
    parseDOM: [{ tag: 'tr' }],
    toDOM: () => ['tr', 0],
  },
  table_header: cell('header_cell', 'th'),
  table_cell: cell('cell', 'td'),
  footnote_definition: text('block+', {
    attrs: { ...origin, label: {} },
    isolating: true,
    toDOM: ({ attrs }) => [
      'div',
      { class: 'footnote-definition', 'data-label': attrs['label'] },
      0,
    ],
  }),
} satisfies Record<string, NodeSpec>;

/**
 * A cell holds text without paragraphs. Markdown has no merged cells, so `colspan` and `rowspan`
 * stay 1.
 */
function cell(tableRole: string, tag: string): NodeSpec {
  return {
    content: 'inline*',
    attrs: {
      colspan: { default: 1 },
      rowspan: { default: 1 },
      colwidth: { default: null },
      align: { default: null },
    },
    tableRole,
    isolating: true,
    parseDOM: [{ tag }],
    toDOM: ({ attrs }) => [tag, attrs['align'] === null ? {} : { 'data-align': attrs['align'] }, 0],
  };
}

/** The nodes and marks of the editor's document. Each of them has a form in GitHub's markdown. */
export const schema = new Schema({ nodes: { ...blocks, ...inlines }, marks });
