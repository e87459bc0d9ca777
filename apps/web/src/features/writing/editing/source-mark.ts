import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { schema } from '../document/schema.ts';

/** Marks the source that has the cursor, so that the style shows the whole of it. */
export const createSourceMark = (): Plugin =>
  new Plugin({
    props: {
      decorations({ doc, selection: { $from } }) {
        if ($from.parent.type !== schema.nodes.source_block) return null;
        return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), { class: 'has-cursor' })]);
      },
    },
  });
