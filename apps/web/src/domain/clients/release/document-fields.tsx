import { useId } from 'react';
import { releaseTexts as texts } from '../../../texts/en/clients/release.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CompactSelect } from '../../../ui/fields/compact-select.tsx';
import { ScrollBox } from '../../../ui/layout/scroll-box.tsx';
import { ApprovalBadge } from '../../../ui/states/status-badge.tsx';
import type { Transition } from './releasable-documents.ts';
import type { ChosenDocument, ReleaseForm } from './use-release-form.ts';

/** Names each client's present version up to this number of clients. */
const namedAtMost = 3;

/** Chooses the versions of a release, and shows what each changes for the chosen clients. */
export function DocumentFields({ form }: { form: ReleaseForm }) {
  if (form.documents.length === 0) return <p className="text-muted">{texts.noDocuments}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.documents}</legend>
      <ScrollBox className="max-h-72 overflow-y-auto rounded-lg border">
        <ul className="divide-y">
          {form.documents.map((chosen) => (
            <DocumentField
              key={chosen.document.filename}
              chosen={chosen}
              hasClients={form.chosenLinks.length > 0}
              onChoose={(version) => form.chooseVersion(chosen.document.filename, version)}
            />
          ))}
        </ul>
      </ScrollBox>
    </fieldset>
  );
}

interface DocumentFieldProps {
  chosen: ChosenDocument;
  hasClients: boolean;
  onChoose: (version: number | null) => void;
}

function DocumentField({ chosen, hasClients, onChoose }: DocumentFieldProps) {
  const id = useId();
  const { document, version, shownVersion, isApproved, transition } = chosen;
  const { title, versions } = document;
  const shown = versions.find((one) => one.version === shownVersion);
  const [latest] = versions;
  return (
    <li className="flex items-center gap-2.5 px-3 py-2">
      <input
        id={id}
        type="checkbox"
        checked={version !== null}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked ? shownVersion : null)}
        aria-describedby={`${id}-change`}
        className="size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className={classNames('block truncate', version === null && 'text-muted')} title={title}>
          {title}
        </label>
        <span id={`${id}-change`} className="figures flex flex-wrap items-center gap-x-2 text-muted text-sm">
          {hasClients && <span>{describe(transition, shownVersion)}</span>}
          {latest && latest.version > shownVersion && (
            <span className="text-warn">
              {texts.newer(latest.version, statusTexts.approval[latest.approvalStatus])}
            </span>
          )}
        </span>
      </div>
      {shown && !isApproved && <ApprovalBadge status={shown.approvalStatus} />}
      {versions.length > 1 ? (
        <CompactSelect
          label={texts.versionOf(title)}
          className="max-w-32 shrink-0 md:max-w-44"
          value={String(shownVersion)}
          onChange={(value) => onChoose(Number(value))}
          options={versions.map((one) => ({
            value: String(one.version),
            label: texts.option(one.version, statusTexts.approval[one.approvalStatus]),
          }))}
        />
      ) : (
        <span className="figures px-3 text-muted text-sm">{texts.version(shownVersion)}</span>
      )}
    </li>
  );
}

function describe(transition: Transition, to: number): string {
  if (transition.kind === 'new') return texts.fresh;
  if (transition.kind === 'same') return texts.same(to);
  if (transition.kind === 'step') return texts.step(transition.from, to);
  return texts.mixed(transition.held.slice(0, namedAtMost), to);
}
