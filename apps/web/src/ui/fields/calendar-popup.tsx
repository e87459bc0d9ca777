import { Popover } from '@base-ui/react/popover';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { addDays, addMonths, clampDay, weekdayOf, weeksOf } from '../../format/days.ts';
import { formatMonth, formatUtcDay } from '../../format/format.ts';
import { dateTexts as texts } from '../../texts/common.ts';
import { Button, IconButton } from '../buttons.tsx';
import { classNames } from '../class-names.ts';

interface CalendarPopupProps {
  /** The field that the calendar belongs to. */
  anchor: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  today: string;
  min: string;
  max: string;
  /** Whether there must be a day, so that it cannot be cleared. */
  required: boolean;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** A month to choose a day from. Only `date-input.tsx` imports this file, when the first calendar opens. */
export function CalendarPopup(props: CalendarPopupProps) {
  const { anchor, label, value, today, min, max, required, onChoose, onClose } = props;
  const [current, setCurrent] = useState(clampDay(value || today, min, max));
  const grid = useRef<HTMLTableElement>(null);
  const move = (day: string) => setCurrent(clampDay(day, min, max));
  const isAllowed = (day: string) => clampDay(day, min, max) === day;
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={4} className="z-50 outline-none">
          <Popover.Popup
            aria-label={label}
            initialFocus={() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? true}
            finalFocus={anchor}
            className="rounded-xl border bg-surface p-3 shadow-black/5 shadow-lg outline-none"
          >
            <div className="flex items-center justify-between gap-2 pb-2">
              <IconButton label={texts.previous} onClick={() => move(addMonths(current, -1))}>
                <ChevronLeft aria-hidden />
              </IconButton>
              <span aria-live="polite" className="font-medium">
                {formatMonth(current)}
              </span>
              <IconButton label={texts.next} onClick={() => move(addMonths(current, 1))}>
                <ChevronRight aria-hidden />
              </IconButton>
            </div>
            <MonthGrid grid={grid} {...{ current, value, today, isAllowed, onMove: move, onChoose }} />
            <div className="flex justify-between gap-2 pt-2">
              <Button kind="quiet" size="small" disabled={!isAllowed(today)} onClick={() => onChoose(today)}>
                {texts.today}
              </Button>
              {!required && value !== '' && (
                <Button kind="quiet" size="small" onClick={() => onChoose('')}>
                  {texts.clear}
                </Button>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface MonthGridProps {
  grid: RefObject<HTMLTableElement | null>;
  /** The day that the keys move from. */
  current: string;
  value: string;
  today: string;
  isAllowed: (day: string) => boolean;
  onMove: (day: string) => void;
  onChoose: (day: string) => void;
}

/** Returns the day that a key leads to; undefined for other keys. */
function dayByKey({ key }: KeyboardEvent, day: string): string | undefined {
  const aims: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, 6 - weekdayOf(day)),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
  };
  return aims[key]?.();
}

function MonthGrid({ grid, current, value, today, isAllowed, onMove, onChoose }: MonthGridProps) {
  const hasMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    hasMoved.current = false;
  }, [current, grid]);
  const moveByKey = (event: KeyboardEvent) => {
    const next = dayByKey(event, current);
    if (next === undefined) return;
    event.preventDefault();
    hasMoved.current = true;
    onMove(next);
  };
  return (
    <table ref={grid} aria-label={formatMonth(current)} className="border-collapse">
      <thead>
        <tr>
          {texts.weekdays.map((weekday) => (
            <th key={weekday} scope="col" className="size-9 font-normal text-muted text-xs">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(current).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className="p-0 text-center">
                <button
                  type="button"
                  tabIndex={day === current ? 0 : -1}
                  aria-label={formatUtcDay(day)}
                  aria-current={day === today ? 'date' : undefined}
                  aria-pressed={day === value}
                  disabled={!isAllowed(day)}
                  onKeyDown={moveByKey}
                  onClick={() => onChoose(day)}
                  className={classNames(
                    'figures size-9 rounded-lg text-sm disabled:opacity-35 pointer-coarse:size-11',
                    day === value ? 'bg-accent text-accent-ink' : 'hover:bg-hover',
                    day === today && day !== value && 'font-semibold text-accent-text',
                    day.slice(0, 7) !== current.slice(0, 7) && 'text-muted',
                  )}
                >
                  {Number(day.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
