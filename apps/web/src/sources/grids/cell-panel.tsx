import { gridLimits } from '@ecp/contract/values/limits';
import { ArrowDown, ArrowUp, BookOpen, Pencil, Quote, RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../base/format/format.ts';
import { namePlace } from '../../base/format/words.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { Button, copyText, IconButton } from '../../base/ui/buttons.tsx';
import { FormError, TextAreaField, TextField } from '../../base/ui/fields/fields.tsx';
import { isKeyOwned } from '../../base/ui/keys.tsx';
import { showDoneToast, showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import {
  formatValue,
  type GridCell,
  type GridColumn,
  type GridRow,
  type GridValue,
  iconOf,
  nameCellState,
  readValue,
  toneOf,
  writeValue,
} from './cells.ts';
import { citeCell, mayCite } from './cite-grid.ts';
import { gridTexts } from './texts.ts';

const texts = gridTexts.panel;

interface PanelProps {
  row: GridRow;
  onClose: () => void;
  /** Shows the previous or the next file; undefined at the ends. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Whether the panel takes the focus when it opens. */
  takesFocus: boolean;
}

interface PanelFrameProps extends PanelProps {
  label: string;
  title: string;
  /** On a narrow screen a sheet has the title and the way out. */
  isSheet: boolean;
  children: ReactNode;
}

/** The head of the panel with its steps. Escape closes it from everywhere on the page. */
function PanelFrame(props: PanelFrameProps) {
  const { label, title, row, isSheet, takesFocus, onClose, onPrevious, onNext, children } = props;
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) head.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    if (isSheet) return undefined;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isKeyOwned()) onClose();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isSheet, onClose]);
  return (
    <section aria-label={label} className="flex min-h-0 flex-1 flex-col">
      <div
        className={
          isSheet
            ? 'mb-3 flex items-start gap-1'
            : 'flex min-h-12 shrink-0 items-center gap-1 border-b py-2 ps-4 pe-2'
        }
      >
        <div className="min-w-0 flex-1">
          <h2
            ref={head}
            tabIndex={-1}
            className={isSheet ? 'sr-only' : 'wrap-anywhere line-clamp-2 rounded font-semibold'}
          >
            {title}
          </h2>
          <p className="wrap-anywhere text-muted text-sm">{row.filename}</p>
        </div>
        <IconButton
          icon={ArrowUp}
          label={texts.previous}
          disabled={!onPrevious}
          onClick={onPrevious}
        />
        <IconButton icon={ArrowDown} label={texts.next} disabled={!onNext} onClick={onNext} />
        {!isSheet && (
          <IconButton icon={X} label={texts.close} aria-keyshortcuts="Escape" onClick={onClose} />
        )}
      </div>
      <div
        className={
          isSheet
            ? 'flex flex-col gap-4'
            : 'flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-4'
        }
      >
        {children}
      </div>
    </section>
  );
}

interface CellPanelProps extends PanelProps {
  gridId: string;
  column: GridColumn;
  cell: GridCell;
  isSheet: boolean;
  /** What members may do; undefined for viewers. */
  onEdit: ((value: GridValue) => void) | undefined;
  onAsk: (() => void) | undefined;
  isAsking: boolean;
  askError: unknown;
  onOpenSource: (() => void) | undefined;
}

/**
 * One answer: value, state in words, the quoted words with their place, and what can be done with
 * it.
 */
export function CellPanel(props: CellPanelProps) {
  const { gridId, row, column, cell, onEdit, onAsk, isAsking, askError, onOpenSource } = props;
  const [isEditing, setEditing] = useState(false);
  const value = formatValue(cell.value, column);
  const { quote, place, reason, text, editedBy, editedAt } = cell;
  const Icon = iconOf(cell);
  const cite = () => {
    void copyText(citeCell(gridId, row.filename, column, cell)).then(
      () => showDoneToast(gridTexts.actions.copied),
      showErrorToast,
    );
  };
  const said = text.trim() !== '' && text.trim() !== value ? text : null;
  return (
    <PanelFrame {...props} label={texts.label} title={column.name}>
      <div>
        <p className="text-muted text-xs">{texts.question}</p>
        <p dir="auto" className="wrap-anywhere">
          {column.question}
        </p>
      </div>
      {isEditing && onEdit ? (
        <PanelEditor
          column={column}
          value={cell.value}
          onSave={(next) => {
            setEditing(false);
            onEdit(next);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div className="flex flex-col items-start gap-2">
          {value !== '' && (
            <p
              dir="auto"
              className="wrap-anywhere figures whitespace-pre-wrap font-semibold text-lg leading-snug"
            >
              {value}
            </p>
          )}
          <Badge tone={toneOf(cell)}>
            <Icon aria-hidden className="size-3.5" />
            {nameCellState(cell)}
          </Badge>
          <p className="text-muted text-sm">{reason ?? gridTexts.explained[cell.state]}</p>
          {editedBy && (
            <p className="text-sm">
              {texts.editedBy(editedBy.name)}
              {editedAt !== undefined && (
                <span className="text-muted"> · {formatMoment(editedAt)}</span>
              )}
            </p>
          )}
        </div>
      )}
      {quote !== null && (
        <figure className="min-w-0">
          <figcaption className="mb-1 text-muted text-xs">
            {texts.quote}
            {place !== null && ` · ${namePlace(place)}`}
          </figcaption>
          <blockquote
            dir="auto"
            className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap border-s-2 ps-3 leading-relaxed"
          >
            {quote}
          </blockquote>
        </figure>
      )}
      {said !== null && cell.state !== 'edited' && (
        <div>
          <p className="text-muted text-xs">{texts.answer}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {said}
          </p>
        </div>
      )}
      {onOpenSource && (
        <Button
          icon={BookOpen}
          kind={quote === null ? 'secondary' : 'primary'}
          className="self-start"
          onClick={onOpenSource}
        >
          {quote === null ? texts.openFile : texts.open}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {onEdit && !isEditing && (
          <Button icon={Pencil} size="small" onClick={() => setEditing(true)}>
            {texts.edit}
          </Button>
        )}
        {onAsk && (
          <Button icon={RotateCw} size="small" busy={isAsking} onClick={onAsk}>
            {texts.ask}
          </Button>
        )}
        {mayCite(cell) && (
          <Button icon={Quote} size="small" onClick={cite}>
            {texts.cite}
          </Button>
        )}
      </div>
      <FormError error={askError} />
    </PanelFrame>
  );
}

interface PanelEditorProps {
  column: GridColumn;
  value: GridValue;
  onSave: (value: GridValue) => void;
  onCancel: () => void;
}

function PanelEditor({ column, value, onSave, onCancel }: PanelEditorProps) {
  const [text, setText] = useState(() => writeValue(value, column));
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const field = {
    label: gridTexts.edit.label,
    hint: gridTexts.edit.empty,
    error: problem,
    value: text,
    maxLength: gridLimits.value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setText(currentTarget.value);
      setProblem(undefined);
    },
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readValue(text, column);
        if ('problem' in read) setProblem(read.problem);
        else onSave(read.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
      className="flex flex-col gap-3"
    >
      {column.type === 'text' ? <TextAreaField {...field} rows={4} /> : <TextField {...field} />}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" size="small">
          {gridTexts.edit.save}
        </Button>
        <Button size="small" onClick={onCancel}>
          {gridTexts.edit.cancel}
        </Button>
      </div>
    </form>
  );
}

interface RowPanelProps extends PanelProps {
  columns: readonly GridColumn[];
  isSheet: boolean;
  onOpenCell: (column: number) => void;
  children?: ReactNode;
}

/** All answers of one file, each of which opens. */
export function RowPanel(props: RowPanelProps) {
  const { row, columns, onOpenCell, children } = props;
  return (
    <PanelFrame {...props} label={texts.rowLabel} title={row.filename}>
      {children}
      <ul className="divide-y rounded-lg border">
        {columns.map((column, at) => {
          const cell = row.cells[at];
          const Icon = cell && iconOf(cell);
          return (
            cell &&
            Icon && (
              <li key={column.id}>
                <button
                  type="button"
                  onClick={() => onOpenCell(at)}
                  className="flex w-full flex-col gap-0.5 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <span className="text-muted text-xs">{column.name}</span>
                  <span dir="auto" className="wrap-anywhere line-clamp-3">
                    {formatValue(cell.value, column)}
                  </span>
                  <span className="flex items-center gap-1.5 text-muted text-xs">
                    <Icon aria-hidden className="size-3.5" />
                    {nameCellState(cell)}
                  </span>
                </button>
              </li>
            )
          );
        })}
      </ul>
    </PanelFrame>
  );
}
