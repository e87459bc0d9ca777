import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { readPoints } from './points.ts';

/**
 * Handles keys and pasting in a list of points: Enter adds a point, Backspace deletes an empty one, a pasted list
 * becomes points. Moves the focus to the edited point, one of the text areas of `list`.
 */
export function usePointEditing(points: readonly string[], onChange: (points: readonly string[]) => void) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number | null>(points.length - 1);
  useEffect(() => {
    if (wanted.current === null) return;
    const field = list.current?.querySelectorAll('textarea')[wanted.current];
    wanted.current = null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });
  const splice = (at: number, removed: number, added: readonly string[], focus: number) => {
    wanted.current = Math.max(0, focus);
    onChange(points.toSpliced(at, removed, ...added));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>, at: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      splice(at + 1, 0, [''], at + 1);
    } else if (event.key === 'Backspace' && points[at] === '' && points.length > 1) {
      event.preventDefault();
      splice(at, 1, [], at - 1);
    }
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>, at: number) => {
    const pasted = readPoints(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const kept = points[at]?.trim() ? 1 : 0;
    splice(at + kept, 1 - kept, pasted, at + kept + pasted.length - 1);
  };
  return { list, splice, press, paste };
}
