import { currencies } from '@ecp/contract/values/economics';
import type { Economics, EconomicsContent } from '@ecp/contract/work/economics';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronDown, Clock, Download, FileText, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { nameOf, teamQuery } from '../../base/api/firm-queries.ts';
import { saveDownload } from '../../base/api/save-download.ts';
import { formatAgo, formatShare, formatUsd, formatUtcDay } from '../../base/format/format.ts';
import { sentences } from '../../base/format/words.ts';
import { ForRole } from '../../base/session/for-role.tsx';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { FigureTiles } from '../../base/ui/charts/bars.tsx';
import { Menu, MenuItem } from '../../base/ui/dialogs/menu.tsx';
import { DateField } from '../../base/ui/fields/date-input.tsx';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { SelectField } from '../../base/ui/fields/select.tsx';
import { BottomBar, focusFirstProblem, LeaveGuard, RestoredNotice } from '../../base/ui/forms.tsx';
import { PartHeader, Section } from '../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows, Warning } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { formatAmount, formatHours, nameCurrency } from './amounts.ts';
import {
  acceptSuggestions,
  type EconomicsDraft,
  type Evaluation,
  evaluate,
  isSame,
  openSuggestions,
  readDraft,
  toBody,
  toDraft,
} from './economics-draft.ts';
import { economicsQuery } from './economics-queries.ts';
import { CostLines, HoursLines } from './lines.tsx';
import { economicsTexts as texts } from './texts.ts';

/** Stands for a figure that there is not yet. */
const none = '–';

const route = getRouteApi('/shell/engagements/$engagementId');

/**
 * Fee, hours and costs of an engagement, with margin and forecast while they are typed. For admins.
 */
export function EngagementEconomicsPage() {
  return (
    <ForRole needs="admin">
      <EconomicsOfEngagement />
    </ForRole>
  );
}

function EconomicsOfEngagement() {
  const { engagementId } = route.useParams();
  const { data, error, refetch } = useQuery(economicsQuery(engagementId));
  if (data) return <EconomicsForm engagementId={engagementId} economics={data} />;
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows className="h-20 w-full" />
  );
}

interface FormProps {
  engagementId: string;
  economics: Economics;
}

/** The form. What is typed survives a reload of this tab, and a change of another admin. */
function EconomicsForm({ engagementId, economics }: FormProps) {
  const stored = toDraft(economics);
  const kept = usePersistedState(`economics:${engagementId}`, readDraft, () => stored);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isDirty = !isSame(kept.value, stored);
  // What is not edited follows what is saved.
  const draft = isDirty ? kept.value : stored;
  const evaluation = evaluate(draft, economics);
  const save = useSave(engagementId, (saved) => {
    kept.change(toDraft(saved));
    kept.forget();
    setTried(false);
  });
  const startOver = () => {
    kept.startOver();
    save.reset();
    setTried(false);
  };
  const isOvertaken = isDirty && draft.revision !== economics.revision;
  const wrong = evaluation.problems.size > 0;
  const lines = { draft, evaluation, showsMissing: tried, onChange: kept.change };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (wrong) focusFirstProblem(form);
        else save.mutate({ ...draft, revision: isOvertaken ? economics.revision : draft.revision });
      }}
      className="flex min-w-0 flex-col gap-6"
    >
      <PartHeader
        title={texts.title}
        description={texts.description}
        actions={<DownloadMenu engagementId={engagementId} isDirty={isDirty} />}
      />
      {kept.restored && isDirty && !isOvertaken && (
        <RestoredNotice text={texts.save.restored} onStartOver={startOver} />
      )}
      <Figures draft={draft} evaluation={evaluation} aiCost={economics.aiCost} />
      <FeeFields {...lines} />
      <Suggestions economics={economics} draft={draft} onChange={kept.change} />
      <HoursLines {...lines} persons={usePersons(economics, draft)} />
      <CostLines {...lines} />
      <ForecastSection
        engagementId={engagementId}
        economics={economics}
        draft={draft}
        evaluation={evaluation}
      />
      {isOvertaken && (
        <div className="flex flex-wrap items-center gap-3">
          <Warning>{texts.save.changed(economics.changedBy?.name ?? '')}</Warning>
          <Button size="small" onClick={startOver}>
            {texts.save.takeTheirs}
          </Button>
        </div>
      )}
      <BottomBar
        error={isApiError(save.error, 'economics_changed') ? null : save.error}
        remark={describeState({ economics, isDirty, isWrong: tried && wrong })}
        wrong={tried && wrong}
      >
        <Button
          kind="primary"
          type="submit"
          busy={save.isPending}
          disabled={!isDirty && economics.revision > 0}
        >
          {texts.save.save}
        </Button>
      </BottomBar>
      <LeaveGuard isDirty={() => isDirty && !save.isSuccess} onDiscard={kept.forget} />
    </form>
  );
}

function describeState({
  economics: { changedAt, changedBy },
  isDirty,
  isWrong,
}: {
  economics: Economics;
  isDirty: boolean;
  isWrong: boolean;
}): string {
  if (isWrong) return texts.save.correct;
  if (isDirty) return texts.save.unsaved;
  return changedAt === null || changedBy === null
    ? ''
    : texts.save.by(changedBy.name, formatAgo(changedAt));
}

/**
 * Saves a draft. If another admin was faster, what that one has saved is read, and the draft stays.
 */
function useSave(engagementId: string, onSaved: (saved: Economics) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn: (draft: EconomicsDraft) => api.putEconomics({ id: engagementId, ...toBody(draft) }),
    onSuccess(saved) {
      queryClient.setQueryData(economicsQuery(engagementId).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['economics', 'firm'] });
      onSaved(saved);
      showDoneToast(texts.save.saved);
    },
    async onError(error) {
      if (isApiError(error, 'economics_changed'))
        await queryClient.invalidateQueries({ queryKey: ['economics'] });
    },
  });
}

function DownloadMenu({ engagementId, isDirty }: { engagementId: string; isDirty: boolean }) {
  const download = useMutation({
    mutationFn: async (content: EconomicsContent) =>
      saveDownload(await api.exportEconomics({ id: engagementId, content }), `${content}.csv`),
  });
  const trigger = (
    <Button
      icon={Download}
      busy={download.isPending}
      disabled={isDirty}
      title={isDirty ? texts.download.saveFirst : undefined}
    >
      {texts.download.label}
      <ChevronDown aria-hidden className="size-4 text-muted" />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem
        icon={Clock}
        label={texts.download.entries}
        onSelect={() => download.mutate('entries')}
      />
      <MenuItem
        icon={FileText}
        label={texts.download.invoiceFee}
        onSelect={() => download.mutate('invoice_fee')}
      />
      <MenuItem
        icon={FileText}
        label={texts.download.invoiceTime}
        onSelect={() => download.mutate('invoice_time')}
      />
    </Menu>
  );
}

interface EvaluatedProps {
  draft: EconomicsDraft;
  evaluation: Evaluation;
}

function Figures({ draft, evaluation, aiCost }: EvaluatedProps & { aiCost: number }) {
  const { figures } = texts;
  const { currency } = draft;
  const money = (amount: number) => formatAmount(amount, currency);
  const fee = evaluation.problems.has('fee') ? null : toBody(draft).fee;
  const isKnown = evaluation.margin !== null;
  const isLoss = evaluation.margin !== null && evaluation.margin < 0;
  return (
    <div aria-live="polite">
      <FigureTiles
        tiles={[
          {
            label: figures.fee,
            value: fee === null ? none : money(fee),
            note: fee === null && figures.noFee,
          },
          {
            label: figures.hours,
            value: money(evaluation.hoursCost),
            note: figures.spent(formatHours(evaluation.hours)),
          },
          {
            label: figures.costs,
            value: money(evaluation.otherCosts),
            note: texts.lines(draft.costs.length),
          },
          {
            label: figures.ai,
            value: evaluation.aiCost === null ? formatUsd(aiCost) : money(evaluation.aiCost),
            note:
              currency !== 'USD' && evaluation.aiCost !== null && figures.inUsd(formatUsd(aiCost)),
          },
          {
            label: figures.margin,
            value: (
              <span className={isLoss ? 'text-danger' : undefined}>
                {evaluation.margin === null ? none : money(evaluation.margin)}
              </span>
            ),
            note: isKnown
              ? evaluation.share !== null && figures.share(formatShare(evaluation.share))
              : fee === null
                ? figures.enterFee
                : figures.enterRate,
          },
        ]}
      />
    </div>
  );
}

interface EditingProps extends EvaluatedProps {
  onChange: (draft: EconomicsDraft) => void;
}

function FeeFields({ draft, evaluation, onChange }: EditingProps) {
  const { fee } = texts;
  const problem = (name: string) => (evaluation.problems.has(name) ? texts.wrong : undefined);
  return (
    <Section title={fee.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={fee.amount}
          hint={fee.amountHint}
          error={problem('fee')}
          inputMode="decimal"
          autoComplete="off"
          value={draft.fee}
          onChange={({ currentTarget }) => onChange({ ...draft, fee: currentTarget.value })}
          className="figures"
        />
        <SelectField
          label={fee.currency}
          value={draft.currency}
          options={currencies.map((value) => ({ value, label: nameCurrency(value) }))}
          onChange={(currency) =>
            onChange({ ...draft, currency, ...(currency === 'USD' && { usdRate: '' }) })
          }
        />
        <DateField
          label={fee.day}
          hint={fee.dayHint}
          value={draft.feeDate}
          onChange={(feeDate) => onChange({ ...draft, feeDate })}
        />
        {draft.currency !== 'USD' && (
          <TextField
            label={fee.rate(draft.currency)}
            hint={fee.rateHint}
            error={problem('usdRate')}
            inputMode="decimal"
            autoComplete="off"
            value={draft.usdRate}
            onChange={({ currentTarget }) => onChange({ ...draft, usdRate: currentTarget.value })}
            className="figures"
          />
        )}
      </div>
    </Section>
  );
}

interface SuggestionsProps {
  economics: Economics;
  draft: EconomicsDraft;
  onChange: (draft: EconomicsDraft) => void;
}

/** Suggestions that are shown at once. */
const shownSuggestions = 8;

function Suggestions({ economics, draft, onChange }: SuggestionsProps) {
  const { suggested } = texts;
  const open = openSuggestions(economics.suggestedHours, draft);
  if (open.length === 0) return null;
  const accept = (accepted: typeof open) => onChange(acceptSuggestions(draft, accepted));
  return (
    <Section
      title={suggested.title}
      description={suggested.description}
      actions={
        <Button icon={Plus} size="small" onClick={() => accept(open)}>
          {suggested.addAll(open.length)}
        </Button>
      }
    >
      <ul aria-label={suggested.title} className="-my-2 divide-y">
        {open.slice(0, shownSuggestions).map((one) => {
          const day = formatUtcDay(one.date);
          return (
            <li
              key={`${one.userId} ${one.date}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2"
            >
              <span className="wrap-anywhere min-w-0 basis-40 font-medium">{one.person}</span>
              <span className="figures text-muted text-sm">{day}</span>
              <span className="min-w-0 flex-1 basis-48 text-muted text-sm">
                {suggested.because(one.because)}
              </span>
              <span className="figures font-medium">{suggested.line(formatHours(one.hours))}</span>
              <Button
                size="small"
                aria-label={suggested.addFor(one.person, day)}
                onClick={() => accept([one])}
              >
                {suggested.add}
              </Button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The persons to choose from: the team, and whoever has hours or suggestions here and has left. */
function usePersons({ hours, suggestedHours }: Economics, draft: EconomicsDraft) {
  const { data: team = [] } = useQuery(teamQuery);
  const members = team.map((member) => ({ value: member.id, label: nameOf(member) }));
  const known = new Set(members.map(({ value }) => value));
  const names = new Map(
    [...suggestedHours, ...hours].map(({ userId, person }) => [userId, person]),
  );
  const used = new Set([...names.keys(), ...draft.hours.map(({ userId }) => userId)]);
  const others = [...used]
    .filter((userId) => userId !== '' && !known.has(userId))
    .map((userId) => ({ value: userId, label: texts.hours.left(names.get(userId) ?? userId) }));
  return [...members, ...(team.length > 0 ? others : [])];
}

function ForecastSection({
  engagementId,
  economics,
  draft,
  evaluation,
}: FormProps & EvaluatedProps) {
  const { forecast: words } = texts;
  const { forecast } = economics;
  const money = (amount: number) => formatAmount(amount, draft.currency);
  const { price } = forecast ?? {};
  return (
    <Section title={words.title}>
      {!forecast || !price ? (
        <p className="text-muted">
          {words.noPlan}{' '}
          <Link
            to="/engagements/$engagementId/plan"
            params={{ engagementId }}
            className={linkStyle}
          >
            {words.plan}
          </Link>
        </p>
      ) : (
        <p className="figures max-w-prose text-muted">
          {sentences([
            forecast.tasks === 0
              ? words.done
              : words.open(
                  forecast.tasks,
                  formatUsd(price.expected),
                  formatUsd(price.low),
                  formatUsd(price.high),
                ),
            forecast.unpricedTasks > 0 && words.unpriced(forecast.unpricedTasks),
            forecast.tasks > 0 &&
              evaluation.forecast !== null &&
              words.margin(
                money(evaluation.forecast.expected),
                money(evaluation.forecast.low),
                money(evaluation.forecast.high),
              ),
          ])}
        </p>
      )}
    </Section>
  );
}
