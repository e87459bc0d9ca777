import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { History, LoaderCircle, Sparkles, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { deliverableListQuery, latestOfFiles, titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { explainError } from '../../base/api/explain-error.ts';
import { deckTemplateQuery } from '../../base/api/firm-queries.ts';
import { sentence, sentences } from '../../base/format/words.ts';
import { Button, ChoiceButtons } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import type { Audience, DeckPlace, Storyline } from './storyline-queries.ts';
import { slidesTexts } from './texts.ts';
import type { EditedSlides } from './use-slides.ts';

interface SlidesNoticesProps {
  place: DeckPlace;
  storyline: Storyline;
  edited: EditedSlides;
  audience: Audience;
  onAudience: (audience: Audience) => void;
  /** Asks whether a model writes the slides anew; undefined for those who may not. */
  onWrite: (() => void) | undefined;
}

const audiences = [
  {
    value: 'team' as const,
    get label() {
      return slidesTexts.team;
    },
  },
  {
    value: 'client' as const,
    get label() {
      return slidesTexts.client;
    },
  },
];

/** Says who gets these slides, where they come from, and what a person should know about them. */
export function SlidesNotices({
  place,
  storyline,
  edited,
  audience,
  onAudience,
  onWrite,
}: SlidesNoticesProps) {
  const { origin, status, failureReason, stale } = storyline;
  const { state, error } = edited;
  const template = useQuery(deckTemplateQuery).data?.template;
  return (
    <div className="flex flex-col gap-2 border-b px-4 py-2 md:px-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <ChoiceButtons
          label={slidesTexts.audience}
          choices={audiences}
          value={audience}
          onChange={(next) => onAudience(next ?? 'team')}
        />
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-muted text-sm">
            {audience === 'client' ? slidesTexts.clientHint : slidesTexts.origin[origin]}
            {template && ` · ${slidesTexts.master(template.filename)}`}
          </p>
          {onWrite && (
            <Button size="small" icon={Sparkles} onClick={onWrite}>
              {slidesTexts.actions.write}
            </Button>
          )}
        </div>
      </div>
      {state === 'conflict' && status !== 'writing' && (
        <Notice
          icon={Users}
          tone="warn"
          title={slidesTexts.conflict.title}
          text={slidesTexts.conflict.advice}
        >
          <Button size="small" onClick={edited.takeTheirs}>
            {slidesTexts.conflict.theirs}
          </Button>
          <Button size="small" kind="primary" onClick={edited.keepMine}>
            {slidesTexts.conflict.mine}
          </Button>
        </Notice>
      )}
      {state === 'failed' && <Unsaved error={error} onRetry={edited.retry} />}
      {status === 'writing' && (
        <Notice
          icon={LoaderCircle}
          isTurning
          tone="info"
          title={slidesTexts.writing.title}
          text={slidesTexts.writing.advice}
        />
      )}
      {status === 'failed' && (
        <Notice
          icon={TriangleAlert}
          tone="danger"
          title={slidesTexts.failed.title}
          text={sentences([
            failureReason && slidesTexts.failed[failureReason],
            slidesTexts.failed.kept,
          ])}
        />
      )}
      {stale && status !== 'writing' && <Stale place={place} storyline={storyline} />}
    </div>
  );
}

function Unsaved({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, advice } = explainError(error);
  return (
    <Notice
      icon={TriangleAlert}
      tone="danger"
      title={slidesTexts.state.failed}
      text={sentences([sentence(title), advice])}
    >
      <Button size="small" onClick={onRetry}>
        {slidesTexts.actions.retry}
      </Button>
    </Notice>
  );
}

/** Tells that documents are newer than the slides, and names the document if it is a single one. */
function Stale({ place: { engagementId }, storyline }: { place: DeckPlace; storyline: Storyline }) {
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const newer = latestOfFiles(listed).filter(({ filename, version }) =>
    storyline.documents.some((one) => one.filename === filename && one.version < version),
  );
  const [only] = newer;
  return (
    <Notice
      icon={History}
      tone="warn"
      text={
        only && newer.length === 1
          ? slidesTexts.stale.one(titleOf(only.filename, engagement))
          : slidesTexts.stale.other
      }
    />
  );
}

const tones = {
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
} as const;

interface NoticeProps {
  icon: LucideIcon;
  isTurning?: boolean;
  tone: keyof typeof tones;
  title?: string;
  text: string;
  children?: ReactNode;
}

function Notice({ icon: Icon, isTurning = false, tone, title, text, children }: NoticeProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-3 py-2',
        tones[tone],
      )}
    >
      <Icon aria-hidden className={classNames('size-4 shrink-0', isTurning && 'animate-spin')} />
      <p className="min-w-0 flex-1 basis-52">
        {title && <span className="font-medium">{sentence(title)} </span>}
        {text}
      </p>
      {children}
    </div>
  );
}
