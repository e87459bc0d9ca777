import { readingTexts } from '../../texts/en/reading.ts';
import { classNames } from '../../ui/class-names.ts';
import { jumpTo } from './jump-to.ts';
import { type HeadingEntry, useCurrentHeading } from './use-headings.ts';

interface OutlineProps {
  headings: readonly HeadingEntry[];
  /** After a section was chosen; by default it is jumped to. */
  onChoose?: ((id: string) => void) | undefined;
}

/** Goes to a section and lets the address name it, so that it can be sent to somebody. */
export function goToSection(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  history.replaceState(history.state, '', `#${id}`);
  jumpTo(heading);
}

/** The headings of a text as links, the section that one reads marked. Followed here, so that scrolling renders nothing else. */
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
