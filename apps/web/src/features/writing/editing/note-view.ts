import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { goToReference } from './footnotes.ts';

/** Shows the text of a footnote behind a button with its number, which leads back to the place in the text. */
export function createNoteView(node: Node, view: EditorView): NodeView {
  const dom = document.createElement('div');
  dom.className = 'footnote-definition';
  const button = document.createElement('button');
  button.type = 'button';
  button.contentEditable = 'false';
  const label: string = node.attrs['label'];
  button.textContent = label;
  button.setAttribute('aria-label', writingTexts.footnotes.back(label));
  button.title = writingTexts.footnotes.back(label);
  button.addEventListener('click', () => {
    goToReference(label)(view.state, view.dispatch);
    view.focus();
  });
  const contentDOM = document.createElement('div');
  dom.append(button, contentDOM);
  return {
    dom,
    contentDOM,
    stopEvent: ({ target }) => target === button,
    ignoreMutation: (mutation) => mutation.type !== 'selection' && button.contains(mutation.target),
  };
}
