import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey, Selection } from 'prosemirror-state';
import { readDocument } from '../document/read-document.ts';
import { schema } from '../document/schema.ts';
import { isUntouched, type Sources } from '../document/sources.ts';
import { writeDocument } from '../document/write-document.ts';

const key = new PluginKey('reread-source');

const changedSource = (doc: Node, sources: Sources): Node | undefined =>
  doc.children.find((block) => block.type === schema.nodes.source_block && !isUntouched(block, sources));

const isInSource = ({ selection: { $from } }: EditorState): boolean => $from.parent.type === schema.nodes.source_block;

/**
 * Reads the document again when the cursor leaves a source that was edited, because what was typed there may now be a
 * heading or a table, or reach into the next block (EDI-1).
 */
export const createSourceReader = (sources: Sources): Plugin =>
  new Plugin({
    key,
    appendTransaction(_transactions, before, after) {
      if (!isInSource(before) || isInSource(after) || !changedSource(after.doc, sources)) return null;
      const doc = readDocument(writeDocument(after.doc, sources), sources);
      const tr = after.tr.replaceWith(0, after.doc.content.size, doc.content);
      const at = Math.min(after.selection.head, tr.doc.content.size);
      return tr.setSelection(Selection.near(tr.doc.resolve(at)));
    },
  });
