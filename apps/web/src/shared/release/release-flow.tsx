import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail, MailX, Plus } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import { releasesQuery } from '../../base/api/document-queries.ts';
import { fieldError } from '../../base/api/explain-error.ts';
import { withColon } from '../../base/format/words.ts';
import { commonTexts, statusTexts } from '../../base/texts/common.ts';
import { ApprovalBadge } from '../../base/ui/badges.tsx';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Dialog, DialogActions } from '../../base/ui/dialogs/dialog.tsx';
import {
  CheckboxField,
  FormError,
  TextAreaField,
  TextField,
} from '../../base/ui/fields/fields.tsx';
import { CompactSelect } from '../../base/ui/fields/select.tsx';
import { ScrollBox } from '../../base/ui/layout/table.tsx';
import { ErrorState, SkeletonRows, Warning } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { OpenPointList } from '../citations/open-points.tsx';
import { LinkMadeDialog, ShareDialog, usualLink } from './link-dialogs.tsx';
import {
  type ChosenDocument,
  type ReleaseForm,
  type SeenDocument,
  type StartedWith,
  type Transition,
  useReleaseForm,
} from './release-form.ts';
import { clientLinksQuery, nameOfLink } from './releases.ts';
import { releaseTexts as texts } from './texts.ts';

interface ReleaseFlowProps {
  engagementId: string;
  startedWith: StartedWith | undefined;
  onClose: () => void;
}

/**
 * Releases documents to clients. The first client gets a link with the release; a link for another
 * one can be made in between, and what was chosen is kept.
 */
export function ReleaseFlow({ engagementId, startedWith, onClose }: ReleaseFlowProps) {
  const form = useReleaseForm(engagementId, startedWith);
  const [isSharing, setIsSharing] = useState(false);
  const [made, setMade] = useState<{ link: IssuedPortalToken; isReleased: boolean } | null>(null);
  const closeMade = () => (made?.isReleased ? onClose() : setMade(null));
  if (made) return <LinkMadeDialog link={made.link} onClose={closeMade} />;
  if (isSharing) {
    return (
      <ShareDialog
        engagementId={engagementId}
        onClose={() => setIsSharing(false)}
        onMade={(link) => {
          form.pickLink(link.id, true);
          setIsSharing(false);
          setMade({ link, isReleased: false });
        }}
      />
    );
  }
  // A link that no mail brings is shown to be sent.
  const finish = (link: IssuedPortalToken | null) =>
    link !== null && link.clientEmail === null ? setMade({ link, isReleased: true }) : onClose();
  return (
    <ReleaseDialog
      engagementId={engagementId}
      form={form}
      onNewLink={() => setIsSharing(true)}
      onClose={onClose}
      onReleased={finish}
    />
  );
}

const maxMessageLength = 5_000;

interface ReleaseDialogProps {
  engagementId: string;
  form: ReleaseForm;
  onNewLink: () => void;
  onClose: () => void;
  /** Gets the link that the release has made; null without one. */
  onReleased: (made: IssuedPortalToken | null) => void;
}

/**
 * Asks who gets which versions with which message, and shows what that changes and who gets a mail.
 */
function ReleaseDialog({ engagementId, form, onNewLink, onClose, onReleased }: ReleaseDialogProps) {
  const release = useRelease(engagementId, form, onReleased);
  const hasClient = form.chosenLinks.length > 0 || form.isFirst;
  const count = form.documents.filter(({ version }) => version !== null).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    release.mutate();
  };
  return (
    <Dialog open wide onClose={onClose} title={texts.title} description={texts.description}>
      {form.failed ? (
        <ErrorState error={form.failed.error} onRetry={() => void form.failed?.refetch()} />
      ) : form.isPending ? (
        <SkeletonRows rows={6} />
      ) : (
        <form onSubmit={submit}>
          <div className="flex flex-col gap-5">
            {form.isFirst ? (
              <FirstClientFields form={form} error={release.error} onNewLink={onNewLink} />
            ) : (
              <LinkFields form={form} onNewLink={onNewLink} />
            )}
            <DocumentFields form={form} />
            <TextAreaField
              label={texts.message}
              hint={texts.messageHint}
              rows={3}
              maxLength={maxMessageLength}
              value={form.message}
              onChange={({ currentTarget }) => form.setMessage(currentTarget.value)}
            />
            <AttestationField form={form} error={release.error} />
            <CheckboxField
              label={texts.aiUse.attach}
              hint={<AiUseHint />}
              checked={form.includesAiUse}
              onChange={({ currentTarget }) => form.setIncludesAiUse(currentTarget.checked)}
            />
            <ReleaseNotes engagementId={engagementId} form={form} />
            <ReleaseSummary form={form} />
            <FormError error={release.error} />
          </div>
          <DialogActions>
            <Button onClick={onClose}>{commonTexts.cancel}</Button>
            <Button
              type="submit"
              kind="primary"
              busy={release.isPending}
              disabled={count === 0 || !hasClient}
            >
              {texts.submit(count)}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

const maxAttestationLength = 2_000;

/** Asks what the person says about the documents, if the workspace or the person wants it. */
function AttestationField({
  form: { attestation, asksAttestation, setAttestation },
  error,
}: AttestationFieldProps) {
  const { label, hint, add, usual, takeUsual } = texts.attestation;
  if (attestation === null) {
    return (
      <Button
        icon={Plus}
        size="small"
        kind="quiet"
        className="self-start"
        onClick={() => setAttestation('')}
      >
        {add}
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <TextAreaField
        label={label}
        hint={hint}
        rows={2}
        required={asksAttestation}
        maxLength={maxAttestationLength}
        value={attestation}
        onChange={({ currentTarget }) => setAttestation(currentTarget.value)}
        error={fieldError(error, 'attestation')}
      />
      {attestation === '' && (
        <Button
          size="small"
          kind="quiet"
          className="self-start"
          onClick={() => setAttestation(usual)}
        >
          {takeUsual(usual)}
        </Button>
      )}
    </div>
  );
}

function AiUseHint() {
  return (
    <>
      {texts.aiUse.hint}{' '}
      <Link to="/help/ai-use" target="_blank" className={linkStyle}>
        {texts.aiUse.serves}
      </Link>
    </>
  );
}

interface AttestationFieldProps {
  form: Pick<ReleaseForm, 'attestation' | 'asksAttestation' | 'setAttestation'>;
  error: unknown;
}

interface LinkFieldsProps {
  form: Pick<ReleaseForm, 'openLinks' | 'chosenLinks' | 'pickLink'>;
  onNewLink: () => void;
}

/** Asks for the first client, who gets a link of the usual permissions with the release. */
function FirstClientFields({
  form: { newClient, setNewClient },
  error,
  onNewLink,
}: FirstClientFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{texts.clients}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={texts.first.name}
          required
          maxLength={200}
          autoComplete="off"
          value={newClient.name}
          onChange={({ currentTarget }) =>
            setNewClient({ ...newClient, name: currentTarget.value })
          }
          error={fieldError(error, 'clientName')}
        />
        <TextField
          label={texts.first.email}
          hint={texts.first.hint}
          type="email"
          autoComplete="off"
          value={newClient.email}
          onChange={({ currentTarget }) =>
            setNewClient({ ...newClient, email: currentTarget.value })
          }
          error={fieldError(error, 'clientEmail')}
        />
      </div>
      <p className="text-muted text-sm">
        {texts.first.permissions}{' '}
        <button type="button" onClick={onNewLink} className={linkStyle}>
          {texts.first.more}
        </button>
      </p>
    </fieldset>
  );
}

interface FirstClientFieldsProps {
  form: Pick<ReleaseForm, 'newClient' | 'setNewClient'>;
  error: unknown;
  onNewLink: () => void;
}

function LinkFields({ form: { openLinks, chosenLinks, pickLink }, onNewLink }: LinkFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{texts.clients}</legend>
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {openLinks.map((link) => (
          <li key={link.id} className="wrap-anywhere">
            <CheckboxField
              label={nameOfLink(link)}
              hint={link.clientEmail ?? texts.noAddress}
              checked={chosenLinks.some(({ id }) => id === link.id)}
              onChange={({ currentTarget }) => pickLink(link.id, currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <Button icon={Plus} size="small" kind="quiet" className="self-start" onClick={onNewLink}>
        {texts.newLink}
      </Button>
    </fieldset>
  );
}

/** Names each client's present version up to this number of clients. */
const namedAtMost = 3;

/** Chooses the versions of a release, and shows what each changes for the chosen clients. */
function DocumentFields({ form }: { form: ReleaseForm }) {
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
              onAsk={(isAsked) => form.ask(chosen.document.filename, isAsked)}
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
  onAsk: (isAsked: boolean) => void;
}

function DocumentField({ chosen, hasClients, onChoose, onAsk }: DocumentFieldProps) {
  const id = useId();
  const { document, version, shownVersion, isApproved, asks, transition } = chosen;
  const { title, versions } = document;
  const shown = versions.find((one) => one.version === shownVersion);
  return (
    <li className="flex flex-wrap items-center gap-2.5 px-3 py-2 md:flex-nowrap">
      <input
        id={id}
        type="checkbox"
        checked={version !== null}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked ? shownVersion : null)}
        aria-describedby={`${id}-change`}
        className="size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={id}
          className={classNames('block truncate', version === null && 'text-muted')}
          title={title}
        >
          {title}
        </label>
        <span
          id={`${id}-change`}
          className="figures flex flex-wrap items-center gap-x-2 text-muted text-sm"
        >
          {hasClients && <span>{describe(transition, shownVersion)}</span>}
        </span>
        {version !== null && (
          <label className="mt-0.5 flex w-fit items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              checked={asks.isAsked}
              onChange={({ currentTarget }) => onAsk(currentTarget.checked)}
              className="size-3.5 accent-accent"
            />
            {texts.asks}
            <span className="sr-only">{title}</span>
          </label>
        )}
      </div>
      {shown && !isApproved && <ApprovalBadge status={shown.approvalStatus} />}
      {versions.length > 1 ? (
        <CompactSelect
          label={texts.versionOf(title)}
          className="w-full md:max-w-44 md:shrink-0"
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

const titlesOf = (chosen: readonly ChosenDocument[]) =>
  chosen.map(({ document }) => document.title);

/**
 * Says before a release what to think about: newer versions, what is open or outdated, and who gets
 * a mail.
 */
function ReleaseNotes({ engagementId, form: { documents, chosenLinks } }: ReleaseNotesProps) {
  const chosen = documents.filter(({ version }) => version !== null);
  const unapproved = chosen.filter(({ isApproved }) => !isApproved);
  const older = chosen.filter(({ goesBack }) => goesBack);
  const stale = chosen.filter(({ open }) => open.isStale);
  const mailed = chosenLinks.filter(({ clientEmail }) => clientEmail !== null);
  const notMailed = chosenLinks.filter(({ clientEmail }) => clientEmail === null);
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {chosen.map(
        ({ document: { filename, title }, shownVersion, waiting }) =>
          waiting !== null && (
            <Warning key={filename}>
              {texts.waits(
                title,
                waiting.version,
                statusTexts.approval[waiting.approvalStatus],
                shownVersion,
              )}
            </Warning>
          ),
      )}
      {chosen.map((one) => (
        <OpenWarning key={one.document.filename} engagementId={engagementId} chosen={one} />
      ))}
      {stale.length > 0 && <Warning>{texts.stale(titlesOf(stale))}</Warning>}
      {unapproved.length > 0 && <Warning>{texts.unapproved(titlesOf(unapproved))}</Warning>}
      {older.length > 0 && <Warning>{texts.older(titlesOf(older))}</Warning>}
      {mailed.length > 0 && (
        <p className="flex items-start gap-2 text-muted text-sm">
          <Mail aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            {texts.mailed(mailed.map((link) => `${nameOfLink(link)} (${link.clientEmail})`))}
          </span>
        </p>
      )}
      {notMailed.length > 0 && (
        <p className="flex items-start gap-2 text-muted text-sm">
          <MailX aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{texts.notMailed(notMailed.map(nameOfLink))}</span>
        </p>
      )}
    </div>
  );
}

interface ReleaseNotesProps {
  engagementId: string;
  form: ReleaseForm;
}

/** Counts what is open in a version, and names it on request. */
function OpenWarning({ engagementId, chosen }: { engagementId: string; chosen: ChosenDocument }) {
  const [isOpen, setIsOpen] = useState(false);
  const { document, shownVersion, open } = chosen;
  if (open.citations + open.conflicts === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <Warning>
        {texts.open(document.title, open.citations, open.conflicts)}{' '}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="rounded font-medium underline underline-offset-2"
        >
          {texts.showOpen}
        </button>
      </Warning>
      {isOpen && (
        <OpenPointList
          engagementId={engagementId}
          filename={document.filename}
          version={shownVersion}
        />
      )}
    </div>
  );
}

/** Says what each client sees after the release. */
function ReleaseSummary({ form: { seen, documents, message } }: { form: ReleaseForm }) {
  if (seen.length === 0) return null;
  const { title, more, asks, message: withMessage } = texts.seen;
  const asked = documents.filter((one) => one.version !== null && one.asks.isAsked);
  return (
    <section aria-label={title} className="rounded-lg bg-sunken px-3 py-2.5 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="wrap-anywhere">
        {seen.slice(0, namedAtMost).map(({ id, name, documents }) => (
          <li key={id}>
            <span className="font-medium">{withColon(name)}</span> {describeSeen(documents)}
          </li>
        ))}
        {seen.length > namedAtMost && <li>{more(seen.length - namedAtMost)}</li>}
      </ul>
      {asked.length > 0 && <p className="text-muted">{asks(titlesOf(asked))}</p>}
      {message.trim() !== '' && <p className="text-muted">{withMessage}</p>}
    </section>
  );
}

function describeSeen(documents: readonly SeenDocument[]): string {
  const { nothing, fresh, changed, same, list } = texts.seen;
  if (documents.length === 0) return nothing;
  return list(
    documents.map(({ title, version, before }) => {
      if (before === null) return fresh(title);
      return before === version ? same(title) : changed(title, before, version);
    }),
  );
}

/** Releases what the form holds, once, and says so. The first client gets a link before. */
function useRelease(
  engagementId: string,
  form: ReleaseForm,
  onReleased: (made: IssuedPortalToken | null) => void,
) {
  const queryClient = useQueryClient();
  const made = useRef<IssuedPortalToken>(null);
  return useMutation({
    meta: { showsError: true },
    async mutationFn() {
      const documents = form.documents.flatMap(({ document: { filename }, version, asks }) =>
        version === null
          ? []
          : [{ filename, version, ...(asks.isChosen && { asksDecision: asks.isAsked }) }],
      );
      // After a release that failed, the link is there already.
      if (form.isFirst)
        made.current ??= await api.createPortalToken({
          id: engagementId,
          ...usualLink(form.newClient),
        });
      const linkIds = made.current ? [made.current.id] : form.chosenLinks.map(({ id }) => id);
      const [message = null, attestation = null] = [form.message, form.attestation].map(
        (text) => text?.trim() || null,
      );
      const includeAiUse = form.includesAiUse;
      const body = { id: engagementId, linkIds, documents, message, attestation, includeAiUse };
      return callOnce(['createRelease', body], (options) => api.createRelease(body, options));
    },
    async onSuccess({ documents, links }) {
      onReleased(made.current);
      showDoneToast(texts.done(documents.length, links.map(nameOfLink)));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: releasesQuery(engagementId).queryKey }),
        queryClient.invalidateQueries({ queryKey: clientLinksQuery(engagementId).queryKey }),
      ]);
    },
  });
}
