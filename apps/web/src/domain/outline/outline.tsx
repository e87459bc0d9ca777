import { readingTexts } from '../../texts/en/reading.ts';
import { classNames } from '../../ui/class-names.ts';
import { jumpTo } from './jump-to.ts';
import { type HeadingEntry, useCurrentHeading } from './use-headings.ts';

interface OutlineProps {
  headings: readonly HeadingEntry[];
  /** Called when a section is chosen; by default jumps to it. */
  onChoose?: ((id: string) => void) | undefined;
}

/** Jumps to a section and puts it into the address, so that the link can be shared. */
export function goToSection(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  history.replaceState(history.state, '', `#${id}`);
  jumpTo(heading);
}

/**
 * Shows headings as links and marks the current section. It tracks scrolling itself, so that only the outline
 * re-renders.
 */
export function Outline({ headings, onChoose = goToSection }: OutlineProps) {
  const texts = readingTexts.outline;
  const currentId = useCurrentHeading(headings);
  if (headings.length === 0) return <p className="px-3 text-muted text-sm">{texts.none}</p>;
  return (
    <ul className="flex flex-col border-l">
      {headings.map(({ id, text, depth }) => {
        const isCurrent = id === currentId;
        return (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={isCurrent ? 'location' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onChoose(id);
              }}
              className={classNames(
                '-ml-px block border-l-2 py-1 pr-2 text-sm leading-snug transition-colors focus-visible:-outline-offset-2',
                depth === 0 ? 'pl-3' : 'pl-6',
                isCurrent
                  ? 'border-accent-text font-medium text-accent-text'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {text}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
