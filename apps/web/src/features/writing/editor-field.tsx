import type { EditorState } from 'prosemirror-state';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import '../../domain/markdown/prose.css';
import { createEditor, type Editor } from './editing/create-editor.ts';

interface EditorFieldProps {
  /** The text to begin with; later changes of it are not shown. */
  text: string;
  editor: RefObject<Editor | null>;
  onChange: () => void;
  onUpdate: (state: EditorState) => void;
  onLink: () => void;
  /** Called when the keys for the toolbar are pressed. */
  onTools: () => void;
}

/** The text that is edited. It changes outside of React, so that typing stays fast in long documents. */
export function EditorField(props: EditorFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const made = createEditor(host.current, {
      text: latest.current.text,
      onChange: () => latest.current.onChange(),
      onUpdate: (state) => latest.current.onUpdate(state),
      onLink: () => latest.current.onLink(),
      onTools: () => latest.current.onTools(),
    });
    latest.current.editor.current = made;
    return () => {
      latest.current.editor.current = null;
      made.destroy();
    };
  }, []);
  return <div ref={host} className="h-full min-w-0" />;
}
