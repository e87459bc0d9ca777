import { economicsLimits } from '@ecp/contract/values/economics';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toDayInput } from '../../base/format/days.ts';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { DateInput } from '../../base/ui/fields/date-input.tsx';
import { controlStyle, type SelectOption } from '../../base/ui/fields/fields.tsx';
import { Select } from '../../base/ui/fields/select.tsx';
import { Section } from '../../base/ui/layout/page.tsx';
import { formatAmount } from './amounts.ts';
import {
  type CostLine,
  type EconomicsDraft,
  type Evaluation,
  type HoursLine,
  lastRateOf,
} from './economics-draft.ts';
import { economicsTexts } from './texts.ts';

const texts = economicsTexts.hours;

interface LinesProps {
  draft: EconomicsDraft;
  evaluation: Evaluation;
  /** Whether open fields are marked, too. */
  showsMissing: boolean;
  onChange: (draft: EconomicsDraft) => void;
}

/** Columns on a wide screen; on a narrow one a line is a card of two columns. */
const hourColumns =
  'lg:grid-cols-[minmax(8rem,1.3fr)_9.5rem_5rem_6.5rem_minmax(6rem,1.4fr)_minmax(6rem,auto)_2rem] lg:items-center';
const costColumns = 'lg:grid-cols-[9.5rem_8rem_minmax(8rem,1fr)_2rem] lg:items-center';

/** The lines of hours, each with its amount. */
export function HoursLines({
  draft,
  evaluation,
  persons,
  ...props
}: LinesProps & { persons: SelectOption<string>[] }) {
  const { onChange } = props;
  const change = (key: string, part: Partial<HoursLine>) =>
    onChange({
      ...draft,
      hours: draft.hours.map((line) => (line.key === key ? { ...line, ...part } : line)),
    });
  const add = () =>
    onChange({
      ...draft,
      hours: [
        ...draft.hours,
        {
          key: crypto.randomUUID(),
          userId: '',
          date: toDayInput(Date.now()),
          hours: '',
          rate: '',
          note: '',
        },
      ],
    });
  const heads = [texts.person, texts.day, texts.hours, texts.rate, texts.note, texts.amount];
  return (
    <Lines
      title={texts.title}
      empty={texts.empty}
      add={texts.add}
      heads={heads}
      columns={hourColumns}
      lines={draft.hours}
      most={economicsLimits.hourLines}
      onAdd={add}
    >
      {(line) => {
        const mark = marker(line.key, evaluation, props.showsMissing);
        const amount = evaluation.amounts.get(line.key) ?? 0;
        return (
          <>
            <Cell name={texts.person} className="col-span-2 lg:col-span-1">
              <Select
                label={texts.person}
                value={line.userId}
                options={[
                  ...(line.userId === '' ? [{ value: '', label: texts.choose }] : []),
                  ...persons,
                ]}
                onChange={(userId) =>
                  change(line.key, { userId, rate: line.rate || lastRateOf(draft, userId) })
                }
                className={classNames('h-9', mark('userId', '').isWrong && 'border-danger')}
              />
            </Cell>
            <Cell name={texts.day}>
              <DateInput
                label={texts.day}
                value={line.date}
                required
                onChange={(date) => change(line.key, { date })}
                className="h-9"
              />
            </Cell>
            <NumberInput
              label={texts.hours}
              value={line.hours}
              {...mark('hours', line.hours)}
              onChange={(hours) => change(line.key, { hours })}
            />
            <NumberInput
              label={texts.rate}
              value={line.rate}
              {...mark('rate', line.rate)}
              onChange={(rate) => change(line.key, { rate })}
            />
            <NoteInput value={line.note} onChange={(note) => change(line.key, { note })} />
            <Cell name={texts.amount}>
              <span className="figures flex h-9 items-center px-1 font-medium lg:justify-end">
                {formatAmount(amount, draft.currency)}
              </span>
            </Cell>
            <RemoveButton
              onClick={() =>
                onChange({ ...draft, hours: draft.hours.filter(({ key }) => key !== line.key) })
              }
            />
          </>
        );
      }}
    </Lines>
  );
}

/** The lines of costs beside hours and models. */
export function CostLines({ draft, evaluation, showsMissing, onChange }: LinesProps) {
  const change = (key: string, part: Partial<CostLine>) =>
    onChange({
      ...draft,
      costs: draft.costs.map((line) => (line.key === key ? { ...line, ...part } : line)),
    });
  const add = () =>
    onChange({
      ...draft,
      costs: [
        ...draft.costs,
        { key: crypto.randomUUID(), date: toDayInput(Date.now()), amount: '', note: '' },
      ],
    });
  return (
    <Lines
      title={economicsTexts.costs.title}
      empty={economicsTexts.costs.empty}
      add={economicsTexts.costs.add}
      heads={[texts.day, texts.amount, texts.note]}
      columns={costColumns}
      lines={draft.costs}
      most={economicsLimits.costLines}
      onAdd={add}
    >
      {(line) => (
        <>
          <Cell name={texts.day}>
            <DateInput
              label={texts.day}
              value={line.date}
              required
              onChange={(date) => change(line.key, { date })}
              className="h-9"
            />
          </Cell>
          <NumberInput
            label={texts.amount}
            value={line.amount}
            {...marker(line.key, evaluation, showsMissing)('amount', line.amount)}
            onChange={(amount) => change(line.key, { amount })}
          />
          <NoteInput value={line.note} onChange={(note) => change(line.key, { note })} />
          <RemoveButton
            onClick={() =>
              onChange({ ...draft, costs: draft.costs.filter(({ key }) => key !== line.key) })
            }
          />
        </>
      )}
    </Lines>
  );
}

/**
 * Tells whether a field of a line is wrong; one that is still open only once the person has tried
 * to save.
 */
const marker =
  (key: string, { problems }: Evaluation, showsMissing: boolean) =>
  (name: string, text: string) => ({
    isWrong: problems.has(`${key}.${name}`) && (showsMissing || text.trim() !== ''),
  });

/** Lines that are shown at first. */
const shownAtFirst = 50;

interface LinesBoxProps<Line> {
  title: string;
  empty: string;
  add: string;
  heads: readonly string[];
  columns: string;
  lines: readonly Line[];
  most: number;
  onAdd: () => void;
  children: (line: Line) => ReactNode;
}

function Lines<Line extends { key: string }>(props: LinesBoxProps<Line>) {
  const { title, empty, add, heads, columns, lines, most, onAdd, children } = props;
  const numeric = [texts.hours, texts.rate, texts.amount];
  const [showsAll, setShowsAll] = useState(false);
  // New lines stand at the end, where they are added.
  const shown = showsAll ? lines : lines.slice(-shownAtFirst);
  const button = (
    <Button icon={Plus} size="small" onClick={onAdd} disabled={lines.length >= most}>
      {add}
    </Button>
  );
  return (
    <Section title={title} actions={button}>
      {lines.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <div className="-my-2">
          <div
            aria-hidden
            className={classNames('hidden gap-2 border-b py-2 text-muted text-sm lg:grid', columns)}
          >
            {heads.map((head) => (
              <span
                key={head}
                className={classNames('px-1', numeric.includes(head) && 'text-right')}
              >
                {head}
              </span>
            ))}
          </div>
          {shown.length < lines.length && (
            <div className="border-b py-2">
              <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
                {economicsTexts.showAll(lines.length)}
              </Button>
            </div>
          )}
          <ul aria-label={title}>
            {shown.map((line) => (
              <li
                key={line.key}
                className={classNames(
                  'grid grid-cols-2 items-end gap-2 border-b py-3 last:border-0 lg:py-2',
                  columns,
                )}
              >
                {children(line)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

/**
 * A field of a line, below its name where the line is a card. The control itself has the name for
 * assistive devices.
 */
function Cell({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={classNames('flex min-w-0 flex-col gap-0.5', className)}>
      <span aria-hidden className="text-muted text-xs lg:hidden">
        {name}
      </span>
      {children}
    </span>
  );
}

interface NumberInputProps {
  label: string;
  value: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}

function NumberInput({ label, value, isWrong, onChange }: NumberInputProps) {
  return (
    <Cell name={label}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        title={isWrong ? economicsTexts.wrong : undefined}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={classNames(controlStyle, 'figures h-9 lg:text-right')}
      />
    </Cell>
  );
}

function NoteInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Cell name={texts.note} className="order-1 lg:order-none">
      <input
        type="text"
        autoComplete="off"
        aria-label={texts.note}
        maxLength={economicsLimits.note}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={classNames(controlStyle, 'h-9')}
      />
    </Cell>
  );
}

function RemoveButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      icon={Trash2}
      label={texts.remove}
      onClick={onClick}
      className="order-2 mb-0.5 justify-self-end lg:order-none lg:mb-0"
    />
  );
}
