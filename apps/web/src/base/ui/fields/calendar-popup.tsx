import { Popover } from '@base-ui/react/popover';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { type ClassNames, DayPicker, type Modifiers } from 'react-day-picker';
import { clampDay, toDayInput } from '../../format/days.ts';
import {
  formatMonth,
  formatShortWeekday,
  formatWeekday,
  formatWholeDay,
} from '../../format/format.ts';
import { listed } from '../../format/words.ts';
import { dateTexts as texts } from '../../texts/common.ts';
import { Button, buttonStyle } from '../buttons.tsx';
import { positionMethodFor } from '../layout/sticky-bar.ts';

interface CalendarPopupProps {
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

/** A month to choose a day from. */
export function CalendarPopup(props: CalendarPopupProps) {
  const { anchor, label, value, today, min, max, required, onChoose, onClose } = props;
  const popup = useRef<HTMLDivElement>(null);
  const [positionMethod] = useState(() => positionMethodFor(anchor.current));
  const [first, last] = [min, max].map((day) => (day === '' ? undefined : toDate(day)));
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          positionMethod={positionMethod}
          align="start"
          sideOffset={4}
          className="z-50 outline-none"
        >
          <Popover.Popup
            ref={popup}
            aria-label={label}
            initialFocus={() =>
              popup.current?.querySelector<HTMLElement>('[role=gridcell] [tabindex="0"]') ?? true
            }
            finalFocus={anchor}
            className="rounded-xl border bg-surface p-3 shadow-black/5 shadow-lg outline-none"
          >
            <DayPicker
              mode="single"
              required
              selected={value === '' ? undefined : toDate(value)}
              onSelect={(day) => onChoose(toDayInput(day.getTime()))}
              today={toDate(today)}
              defaultMonth={toDate(clampDay(value || today, min, max))}
              startMonth={first}
              {...(last && { endMonth: last })}
              disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
              weekStartsOn={1}
              showOutsideDays
              navLayout="around"
              classNames={classes}
              components={{ Chevron: MonthArrow }}
              formatters={{ formatCaption: formatMonth, formatWeekdayName: formatShortWeekday }}
              labels={{
                labelDayButton: nameDay,
                labelGrid: formatMonth,
                labelNext: () => texts.nextMonth,
                labelPrevious: () => texts.previousMonth,
                labelWeekday: formatWeekday,
              }}
            />
            <div className="flex justify-between gap-2 pt-2">
              <Button
                kind="quiet"
                size="small"
                disabled={clampDay(today, min, max) !== today}
                onClick={() => onChoose(today)}
              >
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

/** Returns when a day (YYYY-MM-DD) begins in local time. */
const toDate = (day: string) => new Date(`${day}T00:00:00`);

/**
 * Names a day with the number that its button shows, which “November 14th”, the name by the
 * library, lacks.
 */
function nameDay(date: Date, { today }: Modifiers): string {
  const name = formatWholeDay(date);
  return today ? listed([texts.today, name]) : name;
}

function MonthArrow({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) {
  return orientation === 'left' ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />;
}

const arrowStyle = buttonStyle(
  'quiet',
  'small',
  'size-8 px-0 aria-disabled:opacity-35 [&_svg]:size-4',
);

/** The style sheet of the library is not loaded: these classes follow the theme. */
const classes: Partial<ClassNames> = {
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-2',
  button_previous: arrowStyle,
  button_next: arrowStyle,
  month_caption: 'text-center font-medium',
  month_grid: 'col-span-3 border-collapse',
  weekday: 'size-9 font-normal text-muted text-xs',
  day: 'p-0 text-center',
  day_button:
    'figures size-9 rounded-lg text-sm hover:bg-hover disabled:opacity-35 disabled:hover:bg-transparent pointer-coarse:size-11',
  outside: '*:text-muted',
  today: 'not-aria-selected:*:font-semibold not-aria-selected:*:text-accent-text',
  selected: '*:bg-accent *:text-accent-ink *:hover:bg-accent',
};
