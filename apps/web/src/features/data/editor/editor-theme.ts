import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the words, from the app's variables, so that both themes have them. */
export const editorColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--info)' },
]);

/** Looks like the app's text areas. */
export const editorTheme = EditorView.theme({
  '&': {
    minHeight: '11rem',
    maxHeight: '28rem',
    borderRadius: '0.5rem',
    border: '1px solid color-mix(in srgb, var(--line-strong) 60%, transparent)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: '13px',
  },
  '&:hover': { borderColor: 'var(--line-strong)' },
  // The element around the editor shows the focus, where the page's other tools see it too.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: '11rem',
    overflow: 'auto',
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '24px',
  },
  '.cm-content': { padding: '0.625rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.15)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.6rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-completionDetail': { marginLeft: '0.75rem', fontStyle: 'normal', color: 'var(--muted)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { fontWeight: '600', textDecoration: 'none' },
});
