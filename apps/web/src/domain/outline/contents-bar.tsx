import { TableOfContents } from 'lucide-react';
import { useRef, useState } from 'react';
import { readingTexts } from '../../texts/en/reading.ts';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { goToSection, Outline } from './outline.tsx';
import { type HeadingEntry, useCurrentHeading } from './use-headings.ts';

/** Replaces the outline on narrow screens: a bar that names the current section and opens the outline. */
export function ContentsBar({ headings }: { headings: readonly HeadingEntry[] }) {
  const currentId = useCurrentHeading(headings);
  const [open, setOpen] = useState(false);
  const chosen = useRef<string>(null);
  const texts = readingTexts.outline;
  const current = headings.find(({ id }) => id === currentId);
  const show = () => {
    chosen.current = null;
    setOpen(true);
  };
  const choose = (id: string) => {
    chosen.current = id;
    setOpen(false);
  };
  const focusChosen = () => {
    const { current: id } = chosen;
    if (id === null) return true;
    // The sheet returns the focus as it closes; the section must end up with it.
    goToSection(id);
    return document.getElementById(id) ?? true;
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={show}
        className="flex w-full min-w-0 items-center gap-2 border-b bg-surface px-4 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 md:px-8"
      >
        <TableOfContents aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="shrink-0 font-medium">{texts.open}</span>
        <span className="truncate text-muted">{current?.text ?? texts.top}</span>
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={texts.title} finalFocus={focusChosen}>
        <nav aria-label={texts.title}>
          <Outline headings={headings} onChoose={choose} />
        </nav>
      </Sheet>
    </>
  );
}
