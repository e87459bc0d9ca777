import { useEffect } from 'react';
import { sourceTexts as texts } from '../../texts/en/documents/source.ts';
import { isKeyOwned } from '../../ui/keys/free-key.ts';
import { type PageShortcut, usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';

interface SourceKeys {
  /** Undefined at the first citation. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  onClose: () => void;
}

/** The controls that lead to the viewer and stand in it. A step changes nothing but the shown source. */
const among = '[data-source-viewer] button, .call';

/** `>` and `<` step through the sources of the text. Escape closes the viewer from everywhere on the page. */
export function useSourceKeys({ previous, next, onClose }: SourceKeys): void {
  const toKey = (key: string, does: string, act: (() => void) | undefined): PageShortcut[] =>
    act ? [{ key, does, act, among }] : [];
  usePageShortcuts([...toKey('>', texts.keys.next, next), ...toKey('<', texts.keys.previous, previous)]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isKeyOwned()) onClose();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onClose]);
}
